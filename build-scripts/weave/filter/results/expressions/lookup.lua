-- Rows of results by the values of their columns, as expressions ask for them.

local results = require("results.results")

local lookup = {}

local function same(a, b)
  return a == b or tostring(a) == tostring(b)
end

local function matches(row, where)
  for column, value in pairs(where) do
    if not same(row[column], value) then return false end
  end
  return true
end

local function shown(value)
  return tostring(math.type(value) and math.tointeger(value) or value)
end

local function describe(where)
  local parts = {}
  for column, value in pairs(where) do
    parts[#parts + 1] = column .. "=" .. shown(value)
  end
  table.sort(parts)
  return table.concat(parts, ", ")
end

--- Fails with a message, an error that is a table: what is wrong with an expression, not with the weaver.
function lookup.fail(message, ...)
  error({ message = message:format(...) }, 0)
end

--- The result of an experiment, whose name may have _ for -.
function lookup.result(name)
  local result, problem = results.find((name:gsub("_", "-")))
  return result or lookup.fail("%s", problem)
end

function lookup.need_column(result, column)
  if not results.has_column(result, column) then lookup.fail("missing column: %s in %s", column, result.experiment) end
end

-- What tells conditions apart: a number is not a text that looks like it.
local function signature(where)
  local parts = {}
  for column, value in pairs(where) do
    parts[#parts + 1] = ("%s\0%s\0%s"):format(column, math.type(value) or type(value), tostring(value))
  end
  table.sort(parts)
  return table.concat(parts, "\0")
end

-- What was asked for before, of each result: a claim asks for each of its rows many times.
local known_rows = setmetatable({}, { __mode = "k" })
local known_names = setmetatable({}, { __mode = "k" })

local function search(result, where)
  for column in pairs(where) do
    lookup.need_column(result, column)
  end
  local found
  for _, row in ipairs(result.rows) do
    if matches(row, where) then
      if found then lookup.fail("several rows in %s with %s", result.experiment, describe(where)) end
      found = row
    end
  end
  return found or lookup.fail("missing row: %s{%s}", result.experiment, describe(where))
end

--- The one row that has the values `where`, by column.
function lookup.row(result, where)
  local rows = known_rows[result] or {}
  known_rows[result] = rows
  local key = signature(where)
  rows[key] = rows[key] or search(result, where)
  return rows[key]
end

--- All rows that have the values `where`.
function lookup.rows(result, where)
  for column in pairs(where) do
    lookup.need_column(result, column)
  end
  local found = {}
  for _, row in ipairs(result.rows) do
    if matches(row, where) then found[#found + 1] = row end
  end
  return found
end

-- The texts in a result by the names that stand for them: { column, value }, or "several".
local function names_in(result)
  local names = {}
  for _, row in ipairs(result.rows) do
    for _, column in ipairs(result.columns) do
      local value = row[column]
      if type(value) == "string" then
        local name = value:gsub("[^%w]", "_")
        local before = names[name]
        if before and (before.column ~= column or before.value ~= value) then
          names[name] = "several"
        else
          names[name] = { column = column, value = value }
        end
      end
    end
  end
  return names
end

--- The column, and its value, that a name means in a result: `three_launches` the one column in which a row has
-- "three-launches". Nothing if there is none.
function lookup.called(result, name)
  known_names[result] = known_names[result] or names_in(result)
  local found = known_names[result][name]
  if found == "several" then lookup.fail("'%s' may mean several things in %s", name, result.experiment) end
  if found then return found.column, found.value end
end

--- The values of a column in some rows, each once: numbers in their order, texts in that of the rows.
function lookup.values(rows, column)
  local values, seen, numbers = {}, {}, true
  for _, row in ipairs(rows) do
    local value = row[column]
    if value ~= nil and not seen[value] then
      seen[value] = true
      values[#values + 1] = value
      numbers = numbers and math.type(value)
    end
  end
  if numbers then table.sort(values) end
  return values
end

return lookup
