-- One expression language for values, tables and claims: Lua expressions over results, in a sandbox.
--
-- `trapezoid_1_times{variant="atomic", n=2^20}.ms`: an experiment's name with _ for -, called with a table of
-- column = value that exactly one row matches, then a column of that row. Of all rows of a result,
-- `count(one_times, "n > 8 and ms < 2")` counts those with a condition, and `largest` and `smallest` take a formula; in
-- both a name is a column, if there is one. `lines("scan")` counts those of a chunk, with what it is made of.

local results = require("results")

local expression = {}

-- Functions that other modules add.
local functions = {}

local instruction_limit = 100000
local length_limit = 4000
-- Of a text that an expression gives: one that computes a column from itself might double it again and again.
local text_limit = 1000

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
  if text:find("[\\#]") then fail("\\ and # are not allowed in an expression") end
  if bare:find("[/%%][%s(]*[\"']") then fail("a text cannot divide") end
end

-- The text with # before each divisor: the operator that binds like a sign, and looks whether its number is zero.
local function watch_divisors(text)
  local parts, place = {}, 1
  repeat
    local first, last = text:find([[(["']).-%1]], place)
    local code = text:sub(place, (first or 0) - 1):gsub("//?", "%0#"):gsub("%%", "%%#")
    parts[#parts + 1] = code .. (first and text:sub(first, last) or "")
    place = (last or 0) + 1
  until not first
  return table.concat(parts)
end

local watched_numbers = {
  __len = function(divisor)
    if divisor == 0 then fail("division by zero") end
    return divisor
  end,
}

local string_metatable = debug.getmetatable("")
local string_methods = string_metatable.__index

-- While an expression runs its steps are counted, divisors are looked at, and strings have no methods: ("x"):rep(1e9)
-- would reach past the environment. What the weaver itself does meanwhile is free of all that.
local function restrict()
  string_metatable.__index = nil
  debug.setmetatable(0, watched_numbers)
  debug.sethook(function() fail("expression takes too long") end, "", instruction_limit)
end

local function release()
  debug.sethook()
  debug.setmetatable(0, nil)
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

-- Notes in `seen` a figure with a spread and what is remarked of its row; returns the one of its values, its median
-- or one of its quartiles, that `seen.choose` wants.
local function choose(result, row, column, seen)
  local low, high = quartile_of(row, column, "low"), quartile_of(row, column, "high")
  if math.type(low) and math.type(high) then
    if row.remark and row.remark ~= "ok" then seen.remark = row.remark .. "+" .. (seen.remark or "") end
    local key = ("%s %s %s"):format(result.path, tostring(row), column)
    if low ~= high and not seen.figures[key] then
      seen.figures[key] = true
      seen.order[#seen.order + 1] = key
    end
    local bound = seen.choose and seen.choose[key]
    return bound == "low" and low or bound == "high" and high or row[column]
  end
  return row[column]
end

-- A row as expressions see it: only its columns, read-only.
local function row_view(result, row, seen)
  return setmetatable({}, {
    __index = trusted(function(_, column)
      if type(column) ~= "string" or not results.has_column(result, column) then
        fail(("missing column: %s in %s"):format(tostring(column), result.experiment))
      end
      return choose(result, row, column, seen)
    end),
    __newindex = function() fail("results cannot be changed") end,
    __metatable = false,
  })
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

-- The rows that were asked for, of each result by the conditions: a claim asks for each of its rows many times.
local known_rows = setmetatable({}, { __mode = "k" })

local function search_row(result, where)
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

local function find_row(result, where)
  if type(where) ~= "table" then fail(result.experiment .. " wants {column=value, …}") end
  local rows = known_rows[result] or {}
  known_rows[result] = rows
  local key = signature(where)
  rows[key] = rows[key] or search_row(result, where)
  return rows[key]
end

-- The columns of a row as variables.
local function columns_of(result, row, seen)
  return setmetatable({}, {
    __index = function(_, column)
      return results.has_column(result, column) and choose(result, row, column, seen) or nil
    end,
  })
end

-- Calls `action` with the value of a formula for each row of a result.
local function each_row(name, result, formula, seen, action)
  if not result then fail(name .. " wants a result") end
  if type(formula) ~= "string" then fail(name .. " wants a formula in quotes") end
  for _, row in ipairs(result.rows) do
    local variables = columns_of(result, row, seen)
    local value, _, problem = expression.evaluate(formula, { variables = variables, is_inner = true })
    if value == nil then fail(problem) end
    action(value)
  end
end

-- Functions of all rows of a result, which is given by its view.
local function summaries(result_of, seen)
  local function extreme(name, pick)
    return trusted(function(view, formula)
      local found
      each_row(name, result_of[view], formula, seen, function(value)
        if not math.type(value) then fail(name .. " wants a formula that gives numbers") end
        found = found and pick(found, value) or value
      end)
      return found
    end)
  end
  local function count(view, condition)
    local number = 0
    each_row("count", result_of[view], condition, seen, function(value)
      if type(value) ~= "boolean" then fail("count wants a condition") end
      if value then number = number + 1 end
    end)
    return number
  end
  return { count = trusted(count), largest = extreme("largest", math.max), smallest = extreme("smallest", math.min) }
end

local function experiment_view(name, used, seen, result_of)
  local experiment = name:gsub("_", "-")
  local result, problem = results.find(experiment)
  if not result then fail(problem) end
  used[experiment] = result
  local view = setmetatable({}, {
    __call = trusted(function(_, where) return row_view(result, find_row(result, where), seen) end),
    __index = trusted(function(_, column)
      fail(("%s has several rows: ask for one, %s{…}.%s"):format(experiment, name, tostring(column)))
    end),
    __newindex = function() fail("results cannot be changed") end,
    __metatable = false,
  })
  result_of[view] = result
  return view
end

--- Adds a function that expressions may call, but not within a row. It returns a value, or nil and a message.
function expression.define(name, action)
  functions[name] = trusted(function(...)
    local value, problem = action(...)
    if value == nil then fail(problem) end
    return value
  end)
end

-- A function of numbers that gives one, or says that there is none.
local function defined(name, f)
  return function(...)
    local value = f(...)
    if type(value) == "number" and (value ~= value or value == math.huge or value == -math.huge) then
      fail(name .. " of these gives no number")
    end
    return value
  end
end

local safe_math = {}
for name, value in pairs(math) do
  if name ~= "random" and name ~= "randomseed" then
    safe_math[name] = type(value) == "function" and defined(name, value) or value
  end
end

-- What every expression knows.
local known = {
  math = safe_math,
  abs = math.abs, ceil = math.ceil, floor = math.floor, max = math.max, min = math.min,
  sqrt = safe_math.sqrt, log = safe_math.log, exp = safe_math.exp,
  log2 = defined("log2", function(x) return math.log(x, 2) end),
  round = function(x) return math.floor(x + 0.5) end,
  begins = function(text, start)
    if type(start) ~= "string" then fail("begins wants two texts") end
    return string.sub(tostring(text), 1, string.len(start)) == start
  end,
}

local summary_names = { count = true, largest = true, smallest = true }

local function environment(variables, used, seen, is_inner)
  local result_of = {}
  local of_rows
  return setmetatable({}, {
    __index = trusted(function(_, name)
      local value = variables and variables[name]
      if value == nil then value = known[name] end
      if value == nil and not is_inner then value = functions[name] end
      if value == nil and not is_inner and summary_names[name] then
        of_rows = of_rows or summaries(result_of, seen)
        value = of_rows[name]
      end
      -- Within a row there are no other results: each row of each row would take too long.
      if value == nil and is_inner then fail("missing column: " .. name) end
      if value == nil then value = experiment_view(name, used, seen, result_of) end
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

local function fault_of(value)
  if value == nil then return "expression gives nothing" end
  if type(value) == "table" then return "expression gives a row, not one of its columns" end
  if type(value) == "function" then return "expression gives a function, not what it gives" end
  if type(value) == "string" and #value > text_limit then return "expression gives too long a text" end
  if value ~= value or value == math.huge or value == -math.huge then return "expression gives no finite number" end
end

local function compile(text)
  local good, problem = pcall(check_words, text)
  if not good then return nil, message_of(problem) end
  local chunk, syntax = load("return " .. watch_divisors(text), "=expression", "t")
  return chunk, not chunk and "error in expression: " .. syntax:gsub("^expression:%d+: ", "") or nil
end

-- An expression as a function, or nil and what is wrong with it. The same one is evaluated for many rows.
local compiled = {}

local function compiled_for(text, names)
  compiled[text] = compiled[text] or table.pack(compile(text))
  local chunk, problem = table.unpack(compiled[text], 1, 2)
  -- An expression holds no other that is the same, so nobody else runs it meanwhile.
  if chunk then debug.setupvalue(chunk, 1, names) end
  return chunk, problem
end

--- Evaluates an expression. options.variables: names seen first (a row's columns); options.is_inner: no
-- results; options.choose: "low" or "high" by
-- the key of a figure, for its quartile in place of the median. Returns value, used ({experiment = result}), nil and
-- what was seen, { order = keys of the figures that have a spread, remark = of a row, or nil }; or nil, used, message.
function expression.evaluate(text, options)
  options = options or {}
  local used, seen = {}, { figures = {}, order = {}, choose = options.choose }
  local chunk, problem = compiled_for(text, environment(options.variables, used, seen, options.is_inner))
  if not chunk then return nil, used, problem end
  local done, value = run(chunk)
  if not done then return nil, used, message_of(value) end
  local fault = fault_of(value)
  if fault then return nil, used, fault end
  return value, used, nil, seen
end

return expression
