-- Expressions over results: what values, tables and claims compute. grammar.lua tells how they are written.
--
-- Each node of the tree becomes a function of a scope and a run. A scope is what names mean: { variables (of a table's
-- row), result and row (whose columns are names), result and where (`in`), bound (by `all` and `any`) }. A run is one
-- evaluation: { used, seen, cases }.

local grammar = require("results.expressions.grammar")
local lookup = require("results.expressions.lookup")
local operations = require("results.expressions.operations")
local results = require("results.results")

local expression = {}

local fail, known, number_of, truth_of = lookup.fail, operations.functions, operations.number, operations.truth
local most_cases = 100000

-- Functions that other modules add.
local functions = {}

local quartiles = { low = "lower_quartile", high = "upper_quartile" }

-- The quartile that belongs to a column: `ms` has the plain names, as programs write them.
local function quartile_of(row, column, bound)
  return row[column .. "_" .. quartiles[bound]] or (column == "ms" and row[quartiles[bound]]) or nil
end

-- The figures with a spread that were seen, by row and column.
local figures = setmetatable({}, { __mode = "k" })

local function figure_of(row, column, low, high)
  figures[row] = figures[row] or {}
  figures[row][column] = figures[row][column] or { low = low, high = high }
  return figures[row][column]
end

-- A column of a row: its median, or the quartile that `run.choose` wants. Notes a figure with a spread, and what is
-- remarked of its row.
local function column_of(result, row, column, run)
  lookup.need_column(result, column)
  local low, high = quartile_of(row, column, "low"), quartile_of(row, column, "high")
  if not (math.type(low) and math.type(high)) then return row[column] end
  if row.remark and row.remark ~= "ok" then run.seen.remark = row.remark .. "+" .. (run.seen.remark or "") end
  if low == high then return row[column] end
  local figure = figure_of(row, column, low, high)
  if not run.seen.figures[figure] then
    run.seen.figures[figure] = true
    table.insert(run.seen.order, figure)
  end
  return run.choose and run.choose[figure] or row[column]
end

local function use(name, run)
  local result = lookup.result(name)
  run.used[result.experiment] = result
  return result
end

local function count_case(run)
  run.cases = run.cases + 1
  if run.cases > most_cases then fail("expression takes too long") end
end

-- What rows of the result of `in` have in common: the values given there, and those bound to columns of it.
local function common(scope)
  local where = {}
  for column, value in pairs(scope.where) do
    where[column] = value
  end
  for column, value in pairs(scope.bound or {}) do
    if results.has_column(scope.result, column) then where[column] = value end
  end
  return where
end

local function within(scope, changes)
  return setmetatable(changes, { __index = scope })
end

-- A table with one entry more, or another.
local function with(entries, key, value)
  local new = { [key] = value }
  for other, before in pairs(entries or {}) do
    if other ~= key then new[other] = before end
  end
  return new
end

local compile

local function compile_all(parts)
  local made = {}
  for i, part in ipairs(parts) do
    made[i] = compile(part)
  end
  return made
end

-- Values by column, as written in braces.
local function compile_where(pairs_of)
  local columns, values = {}, {}
  for i = 1, #(pairs_of or {}), 2 do
    columns[#columns + 1] = pairs_of[i]
    values[#values + 1] = compile(pairs_of[i + 1])
  end
  return function(scope, run, where)
    for i, column in ipairs(columns) do
      where[column] = values[i](scope, run)
    end
    return where
  end
end

local makers = {}

local function constant(node)
  return function() return node.value end
end

makers.text, makers.boolean = constant, constant

function makers.number(node)
  return function() return operations.finite(node.value, "expression") end
end

makers["not"] = function(node)
  local part = compile(node[1])
  return function(scope, run) return not truth_of(part(scope, run)) end
end

-- `and` and `or`: all parts up to one that is `decisive`.
local function junction(decisive)
  return function(node)
    local parts = compile_all(node)
    return function(scope, run)
      for _, part in ipairs(parts) do
        if truth_of(part(scope, run)) == decisive then return decisive end
      end
      return not decisive
    end
  end
end

makers["and"], makers["or"] = junction(false), junction(true)

function makers.comparison(node)
  local left, right, compare = compile(node[1]), compile(node[2]), operations.comparison(node.sign)
  return function(scope, run) return compare(left(scope, run), right(scope, run)) end
end

function makers.among(node)
  local value, options = compile(node[1]), compile_all(node.options)
  return function(scope, run)
    local wanted = value(scope, run)
    for _, option in ipairs(options) do
      if option(scope, run) == wanted then return true end
    end
    return false
  end
end

-- Parts with signs between them, from left to right.
function makers.arithmetic(node)
  local first, signs, parts = compile(node[1]), {}, {}
  for i = 2, #node, 2 do
    signs[#signs + 1], parts[#parts + 1] = operations.arithmetic(node[i]), compile(node[i + 1])
  end
  return function(scope, run)
    local value = first(scope, run)
    for i, part in ipairs(parts) do
      value = signs[i](value, part(scope, run))
    end
    return value
  end
end

function makers.negative(node)
  local part = compile(node[1])
  return function(scope, run) return -number_of(part(scope, run)) end
end

function makers.call(node)
  local arguments = compile_all(node)
  return function(scope, run)
    local action = known[node.name] or functions[node.name] or fail("there is no function '%s'", node.name)
    local values = {}
    for i, argument in ipairs(arguments) do
      values[i] = argument(scope, run)
    end
    return action(table.unpack(values, 1, #arguments))
  end
end

function makers.name(node)
  local name = node.name
  return function(scope, run)
    if scope.bound and scope.bound[name] ~= nil then return scope.bound[name] end
    if scope.row then return column_of(scope.result, scope.row, name, run) end
    if scope.variables then
      if scope.variables[name] ~= nil then return scope.variables[name] end
    elseif scope.result and results.has_column(scope.result, name) then
      return column_of(scope.result, lookup.row(scope.result, common(scope)), name, run)
    end
    if known[name] or functions[name] then fail("%s is a function: it wants arguments in brackets", name) end
    lookup.result(name)
    fail("expression gives a row, not one of its columns")
  end
end

-- Of a row that is called by one of its values, the result, and what the row has.
local function called(node, scope, run)
  if scope.result then
    local where = common(scope)
    local column, value = lookup.called(scope.result, node.called)
    if not column then fail("no row of %s is called '%s'", scope.result.experiment, node.called) end
    where[column] = value
    return scope.result, where
  end
  local result = use(node.called, run)
  fail("%s has several rows: ask for one, %s{…}.%s", result.experiment, node.called, node.column)
end

function makers.row(node)
  local where_of = compile_where(node.where)
  return function(scope, run)
    local result, where
    if node.called then
      result, where = called(node, scope, run)
    elseif node.result then
      result, where = use(node.result, run), where_of(scope, run, {})
    elseif scope.result then
      result, where = scope.result, where_of(scope, run, common(scope))
    else
      fail("a row without a result: write RESULT{…}, or in RESULT: {…}")
    end
    local row = lookup.row(result, where)
    if not node.column then fail("expression gives a row, not one of its columns") end
    return column_of(result, row, node.column, run)
  end
end

local picks = { largest = math.max, smallest = math.min }

-- `count`, `largest` and `smallest`: of all rows of a result.
function makers.summary(node)
  local where_of = compile_where(node.where)
  local filter, body = node.filter and compile(node.filter), node.body and compile(node.body)
  local pick = picks[node.name]
  return function(scope, run)
    local result, found, count = use(node.result, run), nil, 0
    for _, row in ipairs(lookup.rows(result, where_of(scope, run, {}))) do
      count_case(run)
      local of_row = within(scope, { result = result, row = row, where = {} })
      if not filter or truth_of(filter(of_row, run)) then
        count = count + 1
        local value = body and number_of(body(of_row, run))
        found = found and pick(found, value) or value
      end
    end
    if not body then return count end
    return found or fail("no such row in %s", result.experiment)
  end
end

function makers.scope(node)
  local where_of, body = compile_where(node.where), compile(node.body)
  node.enter = function(scope, run)
    local result, where = use(node.result, run), where_of(scope, run, {})
    for column in pairs(where) do
      lookup.need_column(result, column)
    end
    return within(scope, { result = result, row = false, where = where })
  end
  return function(scope, run) return body(node.enter(scope, run), run) end
end

local function values_between(values, first, last, result, name)
  local found, ends = {}, 0
  for _, value in ipairs(values) do
    if math.type(value) and value >= first and value <= last then
      found[#found + 1] = value
      if value == first or value == last then ends = ends + 1 end
    end
  end
  if ends < (first == last and 1 or 2) then
    fail("%s has no rows with %s=%.14g and %s=%.14g", result.experiment, name, first, name, last)
  end
  return found
end

-- The values that a name is bound to, one after the other.
local function compile_binding(binding)
  local name = binding.name
  if binding.options then
    local options = compile_all(binding.options)
    return function(scope, run)
      local values = {}
      for i, option in ipairs(options) do
        values[i] = option(scope, run)
      end
      return values
    end
  end
  local from, to = binding.from and compile(binding.from), binding.to and compile(binding.to)
  return function(scope, run)
    if not scope.result then fail("'%s' has no values: say in which result, in RESULT, all %s: …", name, name) end
    lookup.need_column(scope.result, name)
    local values = lookup.values(lookup.rows(scope.result, common(scope)), name)
    if not from then return values end
    return values_between(values, number_of(from(scope, run)), number_of(to(scope, run)), scope.result, name)
  end
end

-- Whether a condition holds for all values that names are bound to, or for any. `node.each` calls an action with the
-- scope of each case.
local function quantifier(decisive)
  return function(node)
    local bindings, body = {}, compile(node.body)
    for i, binding in ipairs(node.bindings) do
      bindings[i] = { name = binding.name, values = compile_binding(binding) }
    end
    if node.filter then compile(node.filter) end
    local function bind(place, scope, run, action)
      local binding = bindings[place]
      if not binding then
        count_case(run)
        return action(scope)
      end
      for _, value in ipairs(binding.values(scope, run)) do
        bind(place + 1, within(scope, { bound = with(scope.bound, binding.name, value) }), run, action)
      end
    end
    node.each = function(scope, run, action) bind(1, scope, run, action) end
    return function(scope, run)
      local outcome, cases = not decisive, 0
      node.each(scope, run, function(case)
        if node.filter and not truth_of(node.filter.value_in(case, run)) then return end
        cases = cases + 1
        if truth_of(body(case, run)) == decisive then outcome = decisive end
      end)
      if cases == 0 then fail("there is no case of '%s'", node.kind) end
      return outcome
    end
  end
end

makers.all, makers.any = quantifier(false), quantifier(true)

function compile(node)
  node.value_in = node.value_in or makers[node.kind](node)
  return node.value_in
end

local function fault_of(value)
  if value == nil then return "expression gives nothing" end
end

-- Trees by their text, or what is wrong with it: the same one is evaluated for many rows.
local trees = {}

--- The tree of an expression, whose nodes `outcome` takes; or nil and what is wrong with it.
function expression.tree(text)
  if not trees[text] then
    local tree, problem = grammar.parse(text)
    if tree then compile(tree) end
    trees[text] = { tree, problem }
  end
  return table.unpack(trees[text], 1, 2)
end

--- What `action(run)` returns, or nil and a message. The run is { used = {experiment = result}, seen = { order = the
-- figures that have a spread ({ low, high }), remark = of their rows, or nil } }; `choose` gives for a figure what is
-- to stand for its median.
function expression.guarded(action, choose)
  local run = { used = {}, seen = { figures = {}, order = {} }, cases = 0, choose = choose }
  local outcome = table.pack(pcall(action, run))
  if outcome[1] then return outcome[2], run end
  local problem = outcome[2]
  if type(problem) ~= "table" then error(problem, 0) end
  return nil, run, problem.message
end

--- The value of a node in a scope, and the run; or nil, the run and a message.
function expression.value(node, scope, choose)
  local value, run, problem = expression.guarded(function(run) return node.value_in(scope, run) end, choose)
  return value, run, problem or fault_of(value)
end

--- Evaluates an expression; `variables` are names (a table's row's columns), of a row of `result`. Returns value, used
-- ({experiment = result}), nil and what was seen; or nil, used, message.
function expression.evaluate(text, variables, result)
  local tree, problem = expression.tree(text)
  if not tree then return nil, {}, problem end
  local value, run, fault = expression.value(tree, { variables = variables, result = result, where = {} })
  return value, run.used, fault, run.seen
end

--- Adds a function that expressions may call. It returns a value, or nil and a message.
function expression.define(name, action)
  functions[name] = function(...)
    local value, problem = action(...)
    return value ~= nil and value or fail("%s", problem)
  end
end

return expression
