-- What expressions do with values: signs, comparisons, functions. Each wants values of its kind, and gives finite
-- numbers.

local fail = require("results.expressions.lookup").fail

local operations = {}

--- A value that has to be a number.
function operations.number(value)
  if math.type(value) then return value end
  fail("%s is no number", type(value) == "string" and "'" .. value .. "'" or tostring(value))
end

--- A value that has to be a condition's.
function operations.truth(value)
  if type(value) ~= "boolean" then fail("%s is no condition", tostring(value)) end
  return value
end

--- A value that is no infinite number; `what` gave it.
function operations.finite(value, what)
  if type(value) == "number" and (value ~= value or value == math.huge or value == -math.huge) then
    fail("%s gives no finite number", what)
  end
  return value
end

-- A function of numbers.
local function numeric(name, action, least, most)
  return function(...)
    local count = select("#", ...)
    if count < least or count > (most or least) then fail("%s wants another number of arguments", name) end
    for i = 1, count do
      operations.number((select(i, ...)))
    end
    return operations.finite(action(...), name)
  end
end

--- The functions that every expression knows.
operations.functions = {
  abs = numeric("abs", math.abs, 1),
  ceil = numeric("ceil", math.ceil, 1),
  floor = numeric("floor", math.floor, 1),
  round = numeric("round", function(x) return math.floor(x + 0.5) end, 1),
  max = numeric("max", math.max, 1, math.huge),
  min = numeric("min", math.min, 1, math.huge),
  sqrt = numeric("sqrt", math.sqrt, 1),
  exp = numeric("exp", math.exp, 1),
  log = numeric("log", math.log, 1, 2),
  log2 = numeric("log2", function(x) return math.log(x, 2) end, 1),
  begins = function(text, start)
    if type(start) ~= "string" then fail("begins wants two texts") end
    return tostring(text):sub(1, #start) == start
  end,
}

local comparisons = {
  ["<"] = function(a, b) return a < b end,
  [">"] = function(a, b) return a > b end,
  ["<="] = function(a, b) return a <= b end,
  [">="] = function(a, b) return a >= b end,
}

--- The function of two values that compares them by a sign.
function operations.comparison(sign)
  if sign == "==" then return function(a, b) return a == b end end
  if sign == "~=" then return function(a, b) return a ~= b end end
  local compare = comparisons[sign]
  return function(a, b)
    if type(a) ~= "string" or type(b) ~= "string" then a, b = operations.number(a), operations.number(b) end
    return compare(a, b)
  end
end

local function divisor(value)
  if value == 0 then fail("division by zero") end
  return value
end

local signs = {
  ["+"] = function(a, b) return a + b end,
  ["-"] = function(a, b) return a - b end,
  ["*"] = function(a, b) return a * b end,
  ["/"] = function(a, b) return a / divisor(b) end,
  ["//"] = function(a, b) return a // divisor(b) end,
  ["%"] = function(a, b) return a % divisor(b) end,
  ["^"] = function(a, b) return a ^ b end,
}

--- The function of two numbers that a sign stands for.
function operations.arithmetic(sign)
  local action = signs[sign]
  return function(a, b) return operations.finite(action(operations.number(a), operations.number(b)), "expression") end
end

return operations
