-- The front page: title, preface, and contents in the place of book.md's list of chapters.

local outline = require("outline")
local page = require("page")
local navigation = require("navigation")
local html = require("html")

local front = {}

local function is_chapter_list(block)
  local found = false
  if block.t == "BulletList" or block.t == "OrderedList" then
    pandoc.walk_block(block, {
      Link = function(link)
        found = found or link.target:match("^chapters/.+%.md$") ~= nil
      end,
    })
  end
  return found
end

-- A link to a chapter's source is a link to its page.
local function to_page(link)
  local name, anchor = link.target:match("^chapters/(.+)%.md(#?.*)$")
  if name then
    link.target = name .. ".html" .. anchor
    return link
  end
end

--- Turns the document of book.md into the front page.
function front.render(doc, book)
  local own, title, blocks = outline.of_document(doc, "index", "0")
  own.labels, own.chunks = {}, {}
  for _, block in ipairs(blocks) do
    if block.t == "Header" then block.classes:insert("unnumbered") end
  end
  local contents = navigation.contents(book, function() return 2 end)
  local replaced = pandoc.List()
  for _, block in ipairs(blocks) do
    if is_chapter_list(block) then
      replaced:insert(html.block('<nav class="book-contents" aria-label="Chapters">' .. contents .. "</nav>"))
    else
      replaced:insert(block)
    end
  end
  local body = page.render(replaced, book)
  body = pandoc.walk_block(pandoc.Div(body), { Link = to_page }).content
  page.fill(doc, own, title, body)
  doc.meta.number = nil
  doc.meta.contents = pandoc.MetaBlocks({ html.block(navigation.contents(book, function() return nil end)) })
  local first = book.outlines[1]
  if first then
    doc.meta.turns = pandoc.MetaBlocks({
      html.block(('<a class="next" rel="next" href="%s.html"><span>Begin</span> %s</a>'):format(
        first.name, first.title)),
    })
  end
end

return front
