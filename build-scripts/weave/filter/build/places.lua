-- Where in a page's Markdown its pieces stand: Pandoc's tree does not tell.
--
-- A piece is known by its kind and its text, and among several alike by their order. Kinds are "code" (in backticks,
-- with attributes), "bare" (without), "block" (what stands between fences), "<<" (chunks that code names), "@" (labels
-- referred to), "#" (labels given), "figure", "table" (its head), "break" (what makes Pandoc break the line), and the
-- names of attributes. What code says is none of the others.

local lpeg = require("lpeg")

local P, R, S = lpeg.P, lpeg.R, lpeg.S
local C, Cc, Cg, Cb, Cmt, Cp, Ct = lpeg.C, lpeg.Cc, lpeg.Cg, lpeg.Cb, lpeg.Cmt, lpeg.Cp, lpeg.Ct

local places = {}

local entities = { quot = '"', amp = "&", lt = "<", gt = ">", apos = "'" }

-- A text as Pandoc reads it, its lines joined.
local function plain(text)
  return (text:gsub("%s+", " "):gsub("^ ", ""):gsub(" $", ""))
end

local function decoded(text)
  return plain(text:gsub("\\(%p)", "%1"):gsub("&(%a+);", entities))
end

local function fence_of(line)
  local marks, rest = line:match("^%s*(```+)([^`]*)$")
  if not marks then marks, rest = line:match("^%s*(~~~+)(.*)$") end
  return marks, rest
end

-- The text with what stands between fences, and comments, blank. Calls `note(kind, text, number of its line)`.
local function without_code(text, note)
  text = text:gsub("<!%-%-.-%-%->", function(comment) return (comment:gsub("[^\n]", " ")) end)
  local kept, fence, inner, number = {}, nil, nil, 0
  for line in (text .. "\n"):gmatch("(.-)\n") do
    number = number + 1
    local marks, rest = fence_of(line)
    if fence and marks and marks:sub(1, #fence) == fence and not rest:find("%S") then
      note("block", plain(table.concat(inner, "\n")), number - #inner)
      fence = nil
      line = ""
    elseif fence then
      inner[#inner + 1] = line
      local name = line:match("^%s*<<(.*)>>%s*$")
      if name then note("<<", name, number) end
      line = ""
    elseif marks then
      fence, inner, line = marks, {}, rest
    elseif line:match("^|[-: |]*%-[-: |]*|$") then
      note("table", "", number - 1)
    end
    kept[number] = line
  end
  return table.concat(kept, "\n")
end

local space = S(" \t\n")
local word = (R("az", "AZ", "09") + S("_-")) ^ 1
local label = (R("az", "AZ", "09") + S("_-:./")) ^ 1

local function quoted(mark)
  return P(mark) * C((P("\\") * 1 + (1 - S(mark .. "\\"))) ^ 0) * mark
end

local ticks = Cg(P("`") ^ 1, "ticks")
local same_ticks = Cmt(C(P("`") ^ 1) * Cb("ticks"), function(_, _, closing, opening) return closing == opening end)
local code = ticks * C((P("`") ^ 1 - same_ticks + (1 - P("`"))) ^ 0) * same_ticks

local function record(kind, pattern)
  return Ct(Cc(kind) * Cp() * pattern)
end

local attribute = Ct(C(word) * "=" * Cp() * (quoted('"') + quoted("'") + C((1 - (space + S("}\"'"))) ^ 1)))
local other = (1 - (space + S("{}\"'"))) ^ 1
local attributes = P("{") * (record("#", P("#") * C(label)) + attribute + space + other) ^ 0 * "}"

local piece = record("code", code) * #P("{")
  + record("bare", code)
  + attributes
  + record("figure", P("(figure:") * C((1 - P(")")) ^ 1))
  + record("@", P("@") * C(label))
  + record("break", (P("\\") + P("  ") * P(" ") ^ 0) * #P("\n") * C(""))
  + P("\\") ^ -1 * 1
local pieces = Ct(piece ^ 0)

-- The numbers of the lines where pieces stand, by kind and text.
local function scan(text)
  local found = {}
  local function note(kind, content, number)
    local key = kind .. "\0" .. content
    found[key] = found[key] or {}
    table.insert(found[key], number)
  end
  text = without_code(text, note)
  local number, place = 1, 1
  for _, each in ipairs(pieces:match(text)) do
    local kind, start, content = each[1], each[2], each[3]
    number = number + select(2, text:sub(place, start - 1):gsub("\n", ""))
    place = start
    if kind == "code" or kind == "bare" then
      content = plain(content)
    else
      content = decoded(content):gsub("[.,;:]$", kind == "@" and "" or "%0")
    end
    note(kind, content, number)
  end
  return found
end

local text, found, counts

--- Begins a page: `read()` gives its Markdown, when it is asked for.
function places.open(read)
  text, found, counts = read, nil, {}
end

--- A place for the next piece of a kind and text; pieces alike are asked for in their order.
function places.next(kind, content)
  local key = kind .. "\0" .. plain(content)
  counts[key] = (counts[key] or 0) + 1
  return { key = key, occurrence = counts[key], offset = 0 }
end

--- The place of a line whose number is known.
function places.at(number)
  return { number = number }
end

--- A place some lines below another.
function places.below(place, lines)
  return { key = place.key, occurrence = place.occurrence, offset = place.offset + lines }
end

--- The number of a place's line, or nil where it was not found.
function places.line(place)
  if place.number then return place.number end
  found = found or scan(text())
  local lines = found[place.key]
  return lines and lines[math.min(place.occurrence, #lines)] + place.offset
end

return places
