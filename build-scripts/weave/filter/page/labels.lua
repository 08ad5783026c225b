-- Labels that authors write (`fig:times`) and the anchors that pages carry (`fig-times`).

local labels = {}

local nouns = {
  ch = "Chapter",
  sec = "Section",
  fig = "Figure",
  tbl = "Table",
  eq = "Equation",
  ex = "Exercise",
  quiz = "Question",
  chunk = "Chunk",
}

--- Kind and name of a label, or nil where the text is none.
function labels.parse(text)
  local kind, name = text:match("^(%a+):(.+)$")
  if kind and nouns[kind] then return kind, name end
end

--- A label that names its chapter, `sec:trapezoid-1/threads`, as `sec:threads` and the chapter; others as they are.
function labels.split(label)
  local kind, chapter, name = label:match("^(%a+):([^/]+)/(.+)$")
  if kind then return kind .. ":" .. name, chapter end
  return label
end

function labels.anchor(label)
  return (label:gsub(":", "-"):gsub("[^%w_.-]", "-"))
end

--- What the text calls a thing of a kind; with its number, for appendices are chapters with a letter.
function labels.noun(kind, number)
  if kind == "ch" and tostring(number):find("^%a") then return "Appendix" end
  return nouns[kind]
end

return labels
