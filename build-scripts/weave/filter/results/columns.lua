-- The lines of a table's columns, as they stand in a block of code in its div:
--
--   ``` columns
--   where n > 2^10 and variant in ('last', 'look-back')
--   variant  "version"
--     last        "the last kernel"
--     look-back   "looking back"
--   n        2^
--   rate     "GB/s"  %.0f  = bytes / ms / 1e6
--   ```
--
-- Each is a column's name, its heading, its format and its formula, as far as it has them. Lines below that are
-- indented give labels to its values, which may stand in quotes as in a formula, or go on with the formula. `where`
-- chooses rows.

local columns = {}

-- A line as { heading, format, formula }, or nil.
local function parts_of(rest)
  local before, formula = rest:match("^(.-)%s+=%s*(.*)$")
  before = before or rest
  local heading, format = before:match('^%s+"([^"]*)"%s*(%S*)$')
  format = format or before:match("^%s*(%S*)$")
  if not format or not (format == "" or format == "2^" or format:find("%", 1, true)) then return nil end
  return { heading = heading, format = format ~= "" and format or nil, formula = formula, labels = {} }
end

local function go_on(entry, line)
  local value, label = line:match('^%s+(.-)%s+"([^"]*)"%s*$')
  if value and entry.labels then
    entry.labels[value:match("^'(.*)'$") or value] = label
  elseif entry.formula then
    entry.formula = entry.formula .. line
  else
    return false
  end
  return true
end

local function entry_of(line)
  local condition = line:match("^where%s+(.*)$")
  if condition then return "where", { formula = condition } end
  local name, rest = line:match("^([%a_][%w_]*)(.*)$")
  return name, name and parts_of(rest)
end

--- What the lines say: a list of { name, heading, format, formula, labels (by value, as text), line (its number) },
-- with the same by name, and under `condition` that of `where`. Returns nil, a message and the number of the line where
-- one is wrong.
function columns.parse(text)
  local list, entry, number = { by_name = {} }, nil, 0
  for line in ((text or "") .. "\n"):gmatch("(.-)\n") do
    number = number + 1
    if line:find("^%s+%S") then
      if not (entry and go_on(entry, line)) then return nil, "a label belongs to no column: " .. line, number end
    elseif line:find("%S") then
      local name
      name, entry = entry_of(line)
      if not entry then return nil, "no line of a column: " .. line, number end
      if list.by_name[name] or (name == "where" and list.condition) then
        return nil, "two lines of column " .. name, number
      end
      entry.name, entry.line = name, number
      if name == "where" then
        list.condition = entry
      else
        list[#list + 1], list.by_name[name] = entry, entry
      end
    end
  end
  return list
end

return columns
