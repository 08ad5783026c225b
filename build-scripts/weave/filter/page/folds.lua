-- Sections that a reader opens when they are wanted: those whose heading has the class `folded`.

local html = require("page.html")

local folds = {}

local opening = [[<details class="folded">
<summary>Show this section</summary>]]

--- `blocks` of a page, with what stands below each such heading, up to the next one of its level, in a fold.
function folds.render(blocks)
  local folded, level = pandoc.List(), nil
  local function close()
    if level then folded:insert(html.block("</details>")) end
    level = nil
  end
  for _, each in ipairs(blocks) do
    local block = each
    if level and block.t == "Header" and block.level <= level then close() end
    local begins = not level and block.t == "Header" and block.classes:includes("folded")
    if begins then block.classes = block.classes:filter(function(class) return class ~= "folded" end) end
    -- Who opens a section wants its code.
    if level and block.t == "RawBlock" then
      local text = block.text:gsub('<details class="folded checks">', '<details class="folded checks" open>')
      block = html.altered(block, text)
    end
    folded:insert(block)
    if begins then
      level = block.level
      folded:insert(html.block(opening))
    end
  end
  close()
  return folded
end

return folds
