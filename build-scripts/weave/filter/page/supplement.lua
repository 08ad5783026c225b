-- A page of the book that is no chapter: it has no number, and nothing refers into it by label.

local outline = require("build.outline")
local page = require("page.page")
local navigation = require("page.navigation")
local html = require("page.html")

local supplement = {}

--- Turns a document into such a page.
function supplement.render(doc, book)
  local title, _, blocks = outline.split_title(doc)
  for _, block in ipairs(blocks) do
    if block.t == "Header" then block.classes:insert("unnumbered") end
  end
  page.fill(doc, title, page.render(blocks, book))
  doc.meta.number = nil
  doc.meta.contents = pandoc.MetaBlocks({ html.block(navigation.contents(book, function() return nil end)) })
end

return supplement
