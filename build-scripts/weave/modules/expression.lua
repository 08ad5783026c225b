-- One expression language for values, tables and claims: Lua expressions over results, in a sandbox.
--
-- `trapezoid_1_times{variant="atomic", n=2^20}.ms`: an experiment's name with _ for -, called with a table of
-- column = value that exactly one row matches, then a column of that row.

local results = require("results")

local expression = {}

local instruction_limit = 100000
local length_limit = 4000

-- An expression needs no statements; without them there are no loops, no recursion, no definitions.
local forbidden = {
  "function", "while", "for", "repeat", "until", "goto", "local", "do", "end", "if", "then", "else",
  "elseif", "return", "break", "in",
}

local function failure(message)
  return setmetatable({ message = message }, { __tostring = function(self) return self.message end })
end

local function fail(message)
  error(failure(message), 0)
end

local function without_strings(text)
  return (text:gsub('"[^"\n]*"', '""'):gsub("'[^'\n]*'", "''"))
end

local function check_words(text)
  if #text > length_limit then fail("expression is too long") end
  local bare = without_strings(text)
  for word in bare:gmatch("[%a_][%w_]*") do
    for _, bad in ipairs(forbidden) do
      if word == bad then fail(("'%s' is not allowed in an expression"):format(word)) end
    end
  end
  if bare:find("%[=*%[") or bare:find("--", 1, true) or bare:find("::", 1, true) then
    fail("long strings, comments and labels are not allowed in an expression")
  end
end

local string_metatable = debug.getmetatable("")
local string_methods = string_metatable.__index

-- While an expression runs its steps are counted and strings have no methods: ("x"):rep(1e9) would reach past the
-- environment. What the weaver itself does meanwhile is free of both.
local function restrict()
  string_metatable.__index = nil
  debug.sethook(function() fail("expression takes too long") end, "", instruction_limit)
end

local function release()
  debug.sethook()
  string_metatable.__index = string_methods
end

local function trusted(action)
  return function(...)
    release()
    local outcome = table.pack(pcall(action, ...))
    restrict()
    if not outcome[1] then error(outcome[2], 0) end
    return table.unpack(outcome, 2, outcome.n)
  end
end

local function run(chunk)
  restrict()
  local outcome = table.pack(pcall(chunk))
  release()
  return table.unpack(outcome, 1, outcome.n)
end

local function describe(where)
  local parts = {}
  for column, value in pairs(where) do
    parts[#parts + 1] = column .. "=" .. tostring(math.type(value) and math.tointeger(value) or value)
  end
  table.sort(parts)
  return table.concat(parts, ", ")
end

local function same(a, b)
  return a == b or tostring(a) == tostring(b)
end

local function matches(row, where)
  for column, value in pairs(where) do
    if not same(row[column], value) then return false end
  end
  return true
end

local quartiles = { low = "lower_quartile", high = "upper_quartile" }

-- The quartile that belongs to a column: `ms` has the plain names, as programs write them.
local function quartile_of(row, column, bound)
  if not bound then return nil end
  return row[column .. "_" .. quartiles[bound]] or (column == "ms" and row[quartiles[bound]]) or nil
end

-- A row as expressions see it: only its columns, read-only, with the lower or upper quartile in place of the median
-- where `bound` asks for it.
local function row_view(result, row, bound)
  return setmetatable({}, {
    __index = trusted(function(_, column)
      if type(column) ~= "string" or not results.has_column(result, column) then
        fail(("missing column: %s in %s"):format(tostring(column), result.experiment))
      end
      return quartile_of(row, column, bound) or row[column]
    end),
    __newindex = function() fail("results cannot be changed") end,
    __metatable = false,
  })
end

local function find_row(result, where)
  if type(where) ~= "table" then fail(result.experiment .. " wants {column=value, …}") end
  for column in pairs(where) do
    if type(column) ~= "string" or not results.has_column(result, column) then
      fail(("missing column: %s in %s"):format(tostring(column), result.experiment))
    end
  end
  local found
  for _, row in ipairs(result.rows) do
    if matches(row, where) then
      if found then fail(("several rows in %s with %s"):format(result.experiment, describe(where))) end
      found = row
    end
  end
  if not found then fail(("missing row: %s{%s}"):format(result.experiment, describe(where))) end
  return found
end

local function experiment_view(name, used, bound)
  local experiment = name:gsub("_", "-")
  local result, problem = results.find(experiment)
  if not result then fail(problem) end
  used[experiment] = result
  return setmetatable({}, {
    __call = trusted(function(_, where) return row_view(result, find_row(result, where), bound) end),
    __index = trusted(function(_, column)
      fail(("%s has several rows: ask for one, %s{…}.%s"):format(experiment, name, tostring(column)))
    end),
    __newindex = function() fail("results cannot be changed") end,
    __metatable = false,
  })
end

local function environment(variables, used, bound)
  local safe_math = {}
  for name, value in pairs(math) do
    if name ~= "random" and name ~= "randomseed" then safe_math[name] = value end
  end
  local known = {
    math = safe_math,
    abs = math.abs, ceil = math.ceil, floor = math.floor, max = math.max, min = math.min,
    sqrt = math.sqrt, log = math.log, exp = math.exp,
    log2 = function(x) return math.log(x, 2) end,
    round = function(x) return math.floor(x + 0.5) end,
  }
  return setmetatable({}, {
    __index = trusted(function(_, name)
      local value = variables and variables[name]
      if value == nil then value = known[name] end
      if value == nil then value = experiment_view(name, used, bound) end
      return value
    end),
    __newindex = function() fail("an expression assigns nothing") end,
    __metatable = false,
  })
end

local function message_of(problem)
  if type(problem) == "table" and problem.message then return problem.message end
  return "error in expression: " .. tostring(problem):gsub('^%[string "expression"%]:%d+: ', "")
end

--- Evaluates an expression. options.variables: names seen first (a row's columns); options.bound: "low" or "high" for
-- quartiles in place of medians. Returns value, used ({experiment = result}) or nil, used, message.
function expression.evaluate(text, options)
  options = options or {}
  local used = {}
  local good, problem = pcall(check_words, text)
  if not good then return nil, used, message_of(problem) end
  local chunk, syntax =
    load("return " .. text, "=expression", "t", environment(options.variables, used, options.bound))
  if not chunk then return nil, used, "error in expression: " .. syntax:gsub("^expression:%d+: ", "") end
  local done, value = run(chunk)
  if not done then return nil, used, message_of(value) end
  if value == nil then return nil, used, "expression gives nothing" end
  if type(value) == "table" then return nil, used, "expression gives a row, not one of its columns" end
  return value, used
end

return expression
