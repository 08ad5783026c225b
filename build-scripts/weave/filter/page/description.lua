-- What search engines and lists of pages say of a page: how its text begins.

local html = require("page.html")
local machines = require("results.machines")

local description = {}

local longest = 200

local function plain(markup)
  return (html.plain(markup):gsub("%s+", " "))
end

local function shortened(text)
  if utf8.len(text) <= longest then return text end
  return text:sub(1, utf8.offset(text, longest) - 1):gsub("%s+%S*$", "") .. "\u{2026}"
end

-- Citations are numbers and names in brackets, and not resolved yet. Of several machines' numbers one will do.
local function simplified(block)
  return pandoc.walk_block(block, {
    RawInline = machines.first,
    Cite = function()
      return {}
    end,
    Note = function()
      return {}
    end,
  })
end

--- The first paragraph of blocks that are ready to be written, as plain text of bounded length; nil if there is none.
function description.of_blocks(blocks)
  for _, block in ipairs(blocks) do
    if block.t == "Para" then
      return shortened(plain(html.write_inlines(simplified(block).content)):gsub(" ([.,;])", "%1"))
    end
  end
end

return description
