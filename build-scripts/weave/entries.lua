-- Pandoc filter, after citeproc: sources cited are plain paragraphs, for Pandoc gives its own entries a role that ARIA
-- has withdrawn.

return { {
  Div = function(div)
    if div.classes:includes("csl-entry") then
      div.classes = { "entry" }
      return div
    end
  end,
} }
