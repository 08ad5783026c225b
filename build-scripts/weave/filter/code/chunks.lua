-- Chunks as the reader sees them: name, number, code with links, where it goes on and where it is used, its final code.

local html = require("page.html")
local code = require("code.code")
local difference = require("code.difference")
local chunk_parts = require("code.chunk_parts")
local places = require("build.places")
local report = require("build.report")
local names = require("code.names")
local contents = require("page.contents")

local chunks = {}

local book, seen, texts

-- The first part that only one of weaver and tangler takes for one, of a chunk with `here` parts on the page.
local function place_of_difference(name, here, entry)
  local parts = entry and entry.parts or {}
  if here < #parts then return places.at(parts[here + 1].line) end
  local file = name:match("^file:(.*)$")
  local place
  for _ = 0, #parts do
    place = places.next(file and "file" or "#", file or name)
  end
  return place
end

-- The tangler finds the parts of chunks by itself: where it finds others than Pandoc, the page would show what no
-- program is made of.
local function check_parts(counts)
  local index = book:index(book.settings.name)
  if not index then return end
  local all = {}
  for _, entry in ipairs(index) do
    all[#all + 1] = entry.name
  end
  for name in pairs(counts) do
    if not index[name] then all[#all + 1] = name end
  end
  table.sort(all)
  for _, name in ipairs(all) do
    local here, there = counts[name] or 0, index[name] and #index[name].parts or 0
    if here ~= there then
      local message = "chunk %s has %d parts on the page, and %d for the tangler"
      report.fail(message:format(name, here, there), place_of_difference(name, here, index[name]))
    end
  end
end

--- Begins a page: `blocks` are its blocks, whose chunks may be compared with one another.
function chunks.open(the_book, blocks)
  book, seen, texts = the_book, {}, {}
  local counts = {}
  pandoc.walk_block(pandoc.Div(blocks), {
    CodeBlock = function(block)
      local name = chunk_parts.name(block)
      if not name then return end
      counts[name] = (counts[name] or 0) + 1
      texts[name] = (texts[name] and texts[name] .. "\n" or "") .. block.text
    end,
  })
  check_parts(counts)
end

-- A file that the page's own chapter makes beside its program goes by its name in the chapter's folder.
local function shown_name(name)
  local file = name:match("^file:(.*)$")
  local folder = book.settings.name .. "/"
  if file and file:sub(1, #folder) == folder then file = file:sub(#folder + 1) end
  if file then return "<code>" .. html.escape(file) .. "</code>" end
  return "\u{27E8}" .. html.escape(name) .. "\u{27E9}"
end

local function link(address, text, class)
  local attribute = class and (' class="%s"'):format(class) or ""
  return ('<a%s href="%s">%s</a>'):format(attribute, html.escape(address), text)
end

--- A link to the first part of a chunk, as HTML text; a mark where the book has no such chunk. Without a chapter, the
-- name means what it means to the tangler. `label` is how the text refers to it, where it is not code that does.
function chunks.mention(name, class, chapter, label)
  chapter = chapter or book:chapter_of(name)
  local anchor = book:anchor(name, chapter)
  if not anchor then
    report.warn("missing chunk: " .. name, places.next(label and "@" or "<<", label or name))
    return ('<span class="missing">missing chunk: %s</span>'):format(html.escape(name))
  end
  return link(book:address(chapter, anchor), shown_name(name), class)
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

-- The same lines as one reads them.
local function plain_lines(text)
  local lines = code.split(text)
  for i, line in ipairs(lines) do
    local indent, name = line:match("^(%s*)<<([%a][%w_-]*)>>%s*$")
    if name then lines[i] = indent .. html.plain(shown_name(name)) end
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
    if not known[key] and book:anchor(use.chunk, use.chapter) then
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

-- The text of a chunk of the index, with what its references stand for in their places; it is put together once.
local function final(entry)
  if entry.final then return entry.final end
  local pieces = {}
  for i, piece in ipairs(entry.code) do
    if type(piece) == "string" then
      pieces[i] = piece
    else
      local use = entry.uses[piece.use]
      pieces[i] = final(book:chunk(use.chunk, use.chapter)):gsub("[^\n]*\n", function(line)
        return line:find("[^ \t\f\v\n]") and piece.indent .. line or line
      end)
    end
  end
  entry.final = table.concat(pieces)
  return entry.final
end

--- How many lines a chunk has, with those of the chunks that it is made of, and without empty ones.
function chunks.lines(name)
  local chapter = book:chapter_of(name)
  local entry = chapter and book:chunk(name, chapter)
  if not entry then return nil, "missing chunk: " .. tostring(name) end
  local count = 0
  for _, line in ipairs(code.split(final(entry))) do
    if line:match("%S") then count = count + 1 end
  end
  return count
end

-- The chapter's program as a whole is a file beside the page, and an experiment shows its own under the hood.
local function unfolded(name, entry, language)
  local is_shown_elsewhere = name == "file:" .. book.settings.name .. ".cu" or name:find("/experiments/", 1, true)
  if not entry or #entry.uses == 0 or is_shown_elsewhere then return "" end
  local label = name:gsub("^file:", "") .. ", unfolded"
  return ('<details class="unfold"><summary>Unfold</summary>%s</details>'):format(
    code.region(code.highlight(final(entry), language), label)
  )
end

-- Old and new text for a step: as they are written where both are on this page, else their final code.
local function step_texts(block, name, from)
  if texts[from] then return texts[from], block.text end
  local chapter = book:chapter_of(from)
  local old = chapter and book:chunk(from, chapter)
  local new = book:chunk(name, book.settings.name)
  if old and new then return final(old), final(new) end
end

local markers = {
  same = '<span class="sign" aria-hidden="true"> </span>',
  added = '<span class="sign">+</span>',
  removed = '<span class="sign">\u{2212}</span>',
}

local tags = { added = "ins", removed = "del" }

-- Lines, their elements, how many lines there are of each kind, and the lines' text.
local function step_lines(old, new, language)
  local old_lines, new_lines = lines_of(old, language), lines_of(new, language)
  local old_texts, new_texts = plain_lines(old), plain_lines(new)
  local lines, elements, count, read = {}, {}, { same = 0, added = 0, removed = 0 }, {}
  for i, step in ipairs(difference.lines(code.split(old), code.split(new))) do
    lines[i] = markers[step.kind] .. (step.new and new_lines[step.new] or old_lines[step.old])
    read[i] = step.new and new_texts[step.new] or old_texts[step.old]
    elements[i] = tags[step.kind]
    count[step.kind] = count[step.kind] + 1
  end
  return lines, elements, count, read
end

-- How many lines around a change a brief step shows.
local around = 2

-- Whether each line of a step is shown, where it is to be brief: those close to a change, and gaps that are too small.
local function shown_in_brief(elements, length)
  local shown = {}
  for i = 1, length do
    if elements[i] then
      for near = i - around, i + around do
        shown[near] = true
      end
    end
  end
  local gap = 0
  for i = 1, length + 1 do
    if i <= length and not shown[i] then
      gap = gap + 1
    else
      if gap <= around then
        for near = i - gap, i - 1 do
          shown[near] = true
        end
      end
      gap = 0
    end
  end
  return shown
end

local function lines_word(count)
  return count == 1 and "1 line" or count .. " lines"
end

-- A part of a chunk as HTML, the lines that one reads there, and those of them that are the part's own.
local function body_of_step(block, name, language)
  local from = block.attributes.from
  local old, new = step_texts(block, name, from)
  if not old then
    report.warn("missing chunk to compare with: " .. tostring(from), places.next("from", tostring(from)))
    local own = plain_lines(block.text)
    return ('<p class="missing">missing chunk: %s</p>'):format(html.escape(from))
      .. code.region(lines_of(block.text, language), name), own, own
  end
  local lines, elements, count, read = step_lines(old, new, language)
  local note = ('<p class="chunk-step">From %s: %s added, %s removed</p>'):format(
    chunks.mention(from),
    lines_word(count.added),
    lines_word(count.removed)
  )
  local shown = block.classes:includes("brief") and shown_in_brief(elements, #lines) or nil
  local body = note .. code.region(lines, name:gsub("^file:", "") .. ", difference", "code step", elements, shown)
  return body, read, plain_lines(new)
end

-- Whether all that the code does is to check, or to measure: what is not indented are calls of the program's functions.
local function only_checks(text)
  local calls = 0
  for _, line in ipairs(code.split(text)) do
    if line:find("^program%.%l+%(") then
      calls = calls + 1
    elseif not line:find("^[%s%]})]") and line ~= "" and not line:find("^//") then
      return false
    end
  end
  return calls > 0
end

-- Such code is read by few: it is folded, but where a section folds all of its code.
local function folded_checks(block, body)
  if not only_checks(block.text) then return body end
  local what = block.text:find("program%.check%(") and "checks" or "measures"
  return ('<details class="folded checks"><summary>Code that %s</summary>%s</details>'):format(what, body)
end

local function body_of(block, name, language)
  if block.classes:includes("step") then return body_of_step(block, name, language) end
  local own = plain_lines(block.text)
  return code.region(lines_of(block.text, language), (name:gsub("^file:", ""))), own, own
end

--- The HTML block that takes the place of a code block. Blocks are given in the order of the page.
function chunks.render(block)
  local language = code.language(block.classes)
  local name = chunk_parts.name(block)
  if not name then
    return html.block(code.region(code.highlight(block.text, language), block.attributes.label or "Code"), block.text)
  end
  seen[name] = (seen[name] or 0) + 1
  local anchor = chunk_parts.anchor(name, seen[name])
  local parts = book:parts(name, book.settings.name)
  local place = position(parts, anchor)
  local entry = book:chunk(name, book.settings.name)
  local number = parts[place] and parts[place].number or ""
  local body, read, own = body_of(block, name, language)
  contents.chunk({
    anchor = anchor, name = (name:gsub("^file:", "")), number = number, code = table.concat(own, "\n") .. "\n",
  })
  return html.block(
    ('<div class="chunk" id="%s">\n%s\n%s\n%s</div>'):format(
      anchor,
      head(name, place, parts, number),
      folded_checks(block, body .. (seen[name] == 1 and unfolded(name, entry, language) or "")),
      foot(used_in(entry), defined(block.text))
    ),
    table.concat(read, "\n")
  )
end

return chunks
