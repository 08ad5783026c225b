-- The text of a page that is ready to be written, as one reads it: by sections, and the captions of its things.

local mathematics = require("page.mathematics")

local reading = {}

local spaces = { "\u{A0}", "\u{2004}", "\u{2005}", "\u{2006}", "\u{2007}", "\u{2008}", "\u{2009}", "\u{202F}" }

local function plain(text)
  for _, wide in ipairs(spaces) do
    text = text:gsub(wide, " ")
  end
  return (text:gsub("%s+", " "):gsub("^ ", ""):gsub(" $", ""))
end

-- What `said` tells of HTML: see page.contents.
local said, sections, things
-- Of what is read now: the thing whose caption it is, and whether it goes without saying.
local open, silent

local function add(text)
  local section = sections[#sections]
  section.text[#section.text + 1] = text
end

local function is_text(what)
  return type(what) == "string"
end

local texts

-- The text of inlines; formulas as plain text or, where there is a `mark`, as they were written, between two of them.
local function text_of(inlines, mark)
  local parts = {}
  for _, inline in ipairs(inlines) do
    local read = texts[inline.t]
    parts[#parts + 1] = read and read(inline, mark) or ""
  end
  return table.concat(parts)
end

local function of_content(inline, mark)
  return text_of(inline.content, mark)
end

local function space()
  return " "
end

local quotes = { SingleQuote = { "\u{2018}", "\u{2019}" }, DoubleQuote = { "\u{201C}", "\u{201D}" } }

texts = {
  Str = function(inline) return inline.text end,
  Code = function(inline) return inline.text end,
  Space = space, SoftBreak = space, LineBreak = space,
  RawInline = function(inline, mark)
    local what = said[inline.text]
    if type(what) == "table" and what.math then
      return mark and mark .. what.math .. mark or mathematics.plain(what.math)
    end
    return is_text(what) and what or ""
  end,
  Quoted = function(inline, mark)
    local marks = quotes[inline.quotetype]
    return marks[1] .. of_content(inline, mark) .. marks[2]
  end,
  Cite = of_content, Emph = of_content, Link = of_content, SmallCaps = of_content, Span = of_content,
  Strikeout = of_content, Strong = of_content, Subscript = of_content, Superscript = of_content, Underline = of_content,
}

local function read_inlines(inlines)
  if silent then return end
  local plainly = text_of(inlines)
  add(plainly .. " ")
  if open then
    open.caption = open.caption .. text_of(inlines, "$") .. " "
    open.plain = open.plain .. plainly .. " "
    -- An exercise without a title is known by its first paragraph.
    if open.kind == "exercise" then open = nil end
  end
end

local function begin(thing)
  local caption = thing.caption or ""
  things[#things + 1] = {
    kind = thing.kind, anchor = thing.anchor, number = thing.number, caption = caption, plain = caption,
  }
  if not thing.caption then open = things[#things] end
  add(caption .. " ")
end

local function read_raw(block)
  local what = said[block.text]
  silent = type(what) == "table" and what.silent
  if block.text:find("^</figcaption>") then open = nil end
  if is_text(what) then
    add(what .. " ")
  elseif what and what.kind then
    begin(what)
  end
end

local read_blocks

local function read_items(block)
  for _, item in ipairs(block.content) do
    read_blocks(item)
  end
end

local function read_header(block)
  if block.level > 3 or block.identifier == "" then return read_inlines(block.content) end
  local number = ""
  for _, inline in ipairs(block.content) do
    local what = said[inline.t == "RawInline" and inline.text]
    if type(what) == "table" and what.number then number = what.number end
  end
  local title = plain(text_of(block.content))
  sections[#sections + 1] = { anchor = block.identifier, number = number, title = title, text = {} }
end

local readers = {
  Para = function(block) read_inlines(block.content) end,
  Plain = function(block) read_inlines(block.content) end,
  RawBlock = read_raw,
  Header = read_header,
  BulletList = read_items, OrderedList = read_items,
  BlockQuote = function(block) read_blocks(block.content) end,
  Div = function(block) read_blocks(block.content) end,
  DefinitionList = function(block)
    for _, item in ipairs(block.content) do
      read_inlines(item[1])
      for _, blocks in ipairs(item[2]) do
        read_blocks(blocks)
      end
    end
  end,
}

function read_blocks(blocks)
  for _, block in ipairs(blocks) do
    local read = readers[block.t]
    if read then read(block) end
  end
end

--- The page's sections, { anchor, number, title, text } each, and its things, { kind, anchor, number, caption, plain }
-- each, where `caption` has formulas as they were written, `plain` as text; `what_is_said` tells of its HTML what one
-- reads (see page.contents), `length` how many of the blocks are its text.
function reading.of_blocks(blocks, what_is_said, length)
  said, things, open, silent = what_is_said, {}, nil, false
  sections = { { anchor = "text", number = "", title = "", text = {} } }
  read_blocks(table.move(blocks, 1, length, 1, {}))
  for _, section in ipairs(sections) do
    section.text = plain(table.concat(section.text))
  end
  for _, thing in ipairs(things) do
    thing.caption, thing.plain = plain(thing.caption), plain(thing.plain)
  end
  return sections, things
end

return reading
