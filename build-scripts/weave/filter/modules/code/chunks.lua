-- Chunks as the reader sees them: name, number, code with links, where it goes on and where it is used, its final code.

local html = require("html")
local code = require("code")
local difference = require("difference")
local chunk_parts = require("chunk_parts")
local report = require("report")
local names = require("names")

local chunks = {}

local book, seen, texts

--- Begins a page: `blocks` are its blocks, whose chunks may be compared with one another.
function chunks.open(the_book, blocks)
  book, seen, texts = the_book, {}, {}
  pandoc.walk_block(pandoc.Div(blocks), {
    CodeBlock = function(block)
      local name = chunk_parts.name(block)
      if name then texts[name] = (texts[name] and texts[name] .. "\n" or "") .. block.text end
    end,
  })
end

local function shown_name(name)
  local file = name:match("^file:(.*)$")
  if file then return "<code>" .. html.escape(file) .. "</code>" end
  return "\u{27E8}" .. html.escape(name) .. "\u{27E9}"
end

local function link(address, text, class)
  local attribute = class and (' class="%s"'):format(class) or ""
  return ('<a%s href="%s">%s</a>'):format(attribute, html.escape(address), text)
end

--- A link to the first part of a chunk, as HTML text; a mark where the book has no such chunk. Without a chapter, the
-- name means what it means to the tangler.
function chunks.mention(name, class, chapter)
  chapter = chapter or book:chapter_of(name)
  local first = book:parts(name, chapter)[1]
  if not first then
    report.warn("missing chunk: " .. name, name)
    return ('<span class="missing">missing chunk: %s</span>'):format(html.escape(name))
  end
  return link(book:address(chapter, first.anchor), shown_name(name), class)
end

-- Highlighted lines, with references as links.
local function lines_of(text, language)
  local lines = code.highlight(text, language)
  for i, line in ipairs(code.split(text)) do
    local indent, name = line:match("^(%s*)<<([%a][%w_-]*)>>%s*$")
    if name then lines[i] = indent .. chunks.mention(name, "reference") end
  end
  return lines
end

local function position(parts, anchor)
  for i, part in ipairs(parts) do
    if part.anchor == anchor then return i end
  end
  return 1
end

local function head(name, place, parts, number)
  local file = name:match("^file:(.*)$")
  local first = place == 1
  local items = { ('<span class="chunk-name">%s</span>'):format(shown_name(name)) }
  items[#items + 1] = ('<span class="chunk-sign" aria-hidden="true">%s</span>'):format(
    first and "\u{2261}" or "+\u{2261}"
  )
  local meaning = first and "is defined" or "goes on"
  if file and first then meaning = file:match("%.cu$") and "is a program" or "is a file" end
  items[#items + 1] = html.hidden(meaning)
  if not first then
    local before = parts[place - 1]
    items[#items + 1] = link(
      "#" .. before.anchor,
      "\u{2190}" .. html.hidden("previous part, ") .. " " .. before.number,
      "chunk-previous"
    )
  end
  if parts[place + 1] then
    local after = parts[place + 1]
    items[#items + 1] = link(
      "#" .. after.anchor,
      html.hidden("next part, ") .. after.number .. " \u{2192}",
      "chunk-next"
    )
  end
  items[#items + 1] = ('<span class="chunk-number">%s</span>'):format(number)
  return '<p class="chunk-head">' .. table.concat(items, " ") .. "</p>"
end

-- Chunks of one name, which several chapters have, are told apart by the number where they begin.
local function used_in(entry)
  local uses, known, same = {}, {}, {}
  for _, use in ipairs(entry and entry.used_in or {}) do
    local key = use.chapter .. "/" .. use.chunk
    if not known[key] and book:parts(use.chunk, use.chapter)[1] then
      known[key] = true
      same[use.chunk] = (same[use.chunk] or 0) + 1
      uses[#uses + 1] = use
    end
  end
  local links = {}
  for i, use in ipairs(uses) do
    local number = same[use.chunk] > 1 and " " .. book:parts(use.chunk, use.chapter)[1].number or ""
    links[i] = chunks.mention(use.chunk, nil, use.chapter) .. number
  end
  return #links > 0 and "Used in " .. table.concat(links, ", ") or nil
end

-- The names that a piece of code defines, each a link to where it is used.
local function defined(text)
  if not book.settings.name_list then return nil end
  local links = {}
  for i, name in ipairs(names.defined(text, book.settings)) do
    links[i] = link(book.settings.name_list .. "#name-" .. name, "<code>" .. name .. "</code>")
  end
  return #links > 0 and "Defines " .. table.concat(links, ", ") or nil
end

local function foot(...)
  local parts = {}
  for _, part in pairs({ ... }) do
    parts[#parts + 1] = part
  end
  if #parts == 0 then return "" end
  return '<p class="chunk-foot">' .. table.concat(parts, " \u{B7} ") .. "</p>"
end

--- How many lines a chunk has, with those of the chunks that it is made of, and without empty ones.
function chunks.lines(name)
  local chapter = book:chapter_of(name)
  local entry = chapter and book:chunk(name, chapter)
  if not entry or not entry.final then return nil, "missing chunk: " .. tostring(name) end
  local count = 0
  for _, line in ipairs(code.split(entry.final)) do
    if line:match("%S") then count = count + 1 end
  end
  return count
end

local function unfolded(name, entry, language)
  if not entry or not entry.final or #(entry.uses or {}) == 0 then return "" end
  local label = name:gsub("^file:", "") .. ", unfolded"
  return ('<details class="unfold"><summary>Unfold</summary>%s</details>'):format(
    code.region(code.highlight(entry.final, language), label)
  )
end

-- Old and new text for a step: as they are written where both are on this page, else their final code.
local function step_texts(block, name, from)
  if texts[from] then return texts[from], block.text end
  local chapter = book:chapter_of(from)
  local old = chapter and book:chunk(from, chapter)
  local new = book:chunk(name, book.settings.name)
  if old and new then return old.final, new.final end
end

local markers = {
  same = '<span class="sign" aria-hidden="true"> </span>',
  added = '<span class="sign">+</span>',
  removed = '<span class="sign">\u{2212}</span>',
}

local tags = { added = "ins", removed = "del" }

-- Lines, their elements, and how many lines there are of each kind.
local function step_lines(old, new, language)
  local old_lines, new_lines = lines_of(old, language), lines_of(new, language)
  local lines, elements, count = {}, {}, { same = 0, added = 0, removed = 0 }
  for i, step in ipairs(difference.lines(code.split(old), code.split(new))) do
    lines[i] = markers[step.kind] .. (step.new and new_lines[step.new] or old_lines[step.old])
    elements[i] = tags[step.kind]
    count[step.kind] = count[step.kind] + 1
  end
  return lines, elements, count
end

local function lines_word(count)
  return count == 1 and "1 line" or count .. " lines"
end

local function body_of_step(block, name, language)
  local from = block.attributes.from
  local old, new = step_texts(block, name, from)
  if not old then
    report.warn("missing chunk to compare with: " .. tostring(from), tostring(from))
    return ('<p class="missing">missing chunk: %s</p>'):format(html.escape(from))
      .. code.region(lines_of(block.text, language), name)
  end
  local lines, elements, count = step_lines(old, new, language)
  local note = ('<p class="chunk-step">From %s: %s added, %s removed</p>'):format(
    chunks.mention(from),
    lines_word(count.added),
    lines_word(count.removed)
  )
  return note .. code.region(lines, name:gsub("^file:", "") .. ", difference", "code step", elements)
end

--- The HTML block that takes the place of a code block. Blocks are given in the order of the page.
function chunks.render(block)
  local language = code.language(block.classes)
  local name = chunk_parts.name(block)
  if not name then
    return html.block(code.region(code.highlight(block.text, language), block.attributes.label or "Code"))
  end
  seen[name] = (seen[name] or 0) + 1
  local anchor = chunk_parts.anchor(name, seen[name])
  local parts = book:parts(name, book.settings.name)
  local place = position(parts, anchor)
  local entry = book:chunk(name, book.settings.name)
  local number = parts[place] and parts[place].number or ""
  local label = name:gsub("^file:", "")
  local body
  if block.classes:includes("step") then
    body = body_of_step(block, name, language)
  else
    body = code.region(lines_of(block.text, language), label)
  end
  return html.block(
    ('<div class="chunk" id="%s">\n%s\n%s\n%s%s</div>'):format(
      anchor,
      head(name, place, parts, number),
      body,
      seen[name] == 1 and unfolded(name, entry, language) or "",
      foot(used_in(entry), defined(block.text))
    )
  )
end

return chunks
