-- Whether a test holds, wherever the figures that it rests on lie between their quartiles.

local expression = require("results.expressions.expression")
local grammar = require("results.expressions.grammar")
local machines = require("results.machines")
local provenance = require("results.provenance")

local verdicts = {}

-- More figures than these are more than a sentence can compare.
local most_figures = 10

-- A verdict outweighs those before it in the list: that of several conditions which have to hold all, and of such of
-- which one has to.
local of_all = { "held", "undecided", "refuted", "missing" }
local of_any = { "refuted", "undecided", "held", "missing" }

local function heaviest(order, verdicts_of)
  local heavy = 1
  for _, verdict in ipairs(verdicts_of) do
    for place, name in ipairs(order) do
      if verdict == name then heavy = math.max(heavy, place) end
    end
  end
  return order[heavy]
end

-- Calls `action` with each way to put figures at their lower or their upper quartiles.
local function each_corner(figures, action)
  for corner = 0, 2 ^ #figures - 1 do
    local choice = {}
    for i, figure in ipairs(figures) do
      choice[figure] = (corner >> (i - 1)) & 1 == 0 and figure.low or figure.high
    end
    action(choice)
  end
end

-- A side of a comparison as { value, low, high, remark, stale }: its value, its range where the figures lie at their
-- quartiles, what is remarked of their rows, and whether they are outdated.
local function side(node, scope)
  local value, run, problem = expression.value(node, scope)
  if problem then return nil end
  local figure =
    { value = value, low = value, high = value, remark = run.seen.remark, stale = provenance.any_stale(run.used) }
  if type(value) == "number" and #run.seen.order <= most_figures then
    each_corner(run.seen.order, function(choice)
      local other = expression.value(node, scope, choice)
      if type(other) == "number" then
        figure.low, figure.high = math.min(figure.low, other), math.max(figure.high, other)
      end
    end)
  end
  return figure
end

-- The figures that a condition shows: both sides of a comparison and its sign, or the value of the whole.
local function figures_of(node, scope)
  if node.kind ~= "comparison" then return { side(node, scope) } end
  local left, right = side(node[1], scope), side(node[2], scope)
  return left and right and { left, node.sign, right } or {}
end

local function note(used, more)
  for name, result in pairs(more) do
    used[name] = result
  end
end

-- Adds a step to the list of an outcome.
local function add(outcome, step)
  table.insert(outcome.steps, step)
  return step.verdict
end

local function missing(outcome, problem)
  return add(outcome, { verdict = "missing", reason = machines.lacking(problem), figures = {} })
end

-- The verdict on a condition of which no part is judged by itself: decided only where it is the same at all corners.
local function corner_verdict(node, scope, used)
  local value, run, problem = expression.value(node, scope)
  note(used, run.used)
  if problem then return nil, problem end
  if type(value) ~= "boolean" then return nil, "a test wants a condition" end
  if #run.seen.order > most_figures then
    return nil, ("it rests on more than %d figures"):format(most_figures)
  end
  -- quote: verdict
  local verdict = value and "held" or "refuted"
  each_corner(run.seen.order, function(choice)
    if expression.value(node, scope, choice) ~= value then verdict = "undecided" end
  end)
  -- end quote
  return verdict
end

local judge

local function judge_alone(node, scope, outcome)
  local verdict, problem = corner_verdict(node, scope, outcome.used)
  if problem then return missing(outcome, problem) end
  return add(outcome, { verdict = verdict, figures = figures_of(node, scope), case = scope.bound })
end

local function judge_conjunction(node, scope, outcome)
  local found = {}
  for i, part in ipairs(node) do
    found[i] = judge(part, scope, outcome)
  end
  return heaviest(of_all, found)
end

local function judge_within(node, scope, outcome)
  local inner, run, problem = expression.guarded(function(run) return node.enter(scope, run) end)
  note(outcome.used, run.used)
  if problem then return missing(outcome, problem) end
  return judge(node.body, inner, outcome)
end

-- The cases of a quantifier: scopes.
local function cases_of(node, scope, used)
  local _, run, problem = expression.guarded(function(run)
    run.scopes = {}
    node.each(scope, run, function(case) table.insert(run.scopes, case) end)
  end)
  note(used, run.used)
  return run.scopes, problem
end

-- A case that may belong to those that are meant, or not, can spoil a verdict, and not make one.
local function judge_cases(node, scope, outcome)
  local cases, problem = cases_of(node, scope, outcome.used)
  if problem then return missing(outcome, problem) end
  local order = node.kind == "all" and of_all or of_any
  local found = {}
  for _, case in ipairs(cases) do
    local meant = "held"
    if node.filter then
      meant, problem = corner_verdict(node.filter, case, outcome.used)
      if problem then return missing(outcome, problem) end
    end
    if meant ~= "refuted" then
      local verdict = judge(node.body, case, outcome)
      if meant == "undecided" and verdict ~= order[1] and verdict ~= "missing" then verdict = "undecided" end
      found[#found + 1] = verdict
    end
  end
  if #found == 0 then return missing(outcome, ("there is no case of '%s'"):format(node.kind)) end
  return heaviest(order, found)
end

local judges = {
  ["and"] = judge_conjunction, scope = judge_within, all = judge_cases, any = judge_cases,
}

function judge(node, scope, outcome)
  return (judges[node.kind] or judge_alone)(node, scope, outcome)
end

--- The verdict on a test (held, refuted, undecided, missing), what it rests on and how it came to be: { used =
-- {experiment = result}, parts = texts of what has to hold, steps = { { verdict, figures, case (values by the names
-- that `all` and `any` bind), reason (where missing) } … } }.
function verdicts.of(test)
  local outcome = { used = {}, parts = {}, steps = {} }
  local tree, problem = expression.tree(test)
  if not tree then
    outcome.parts[1] = test
    return missing(outcome, problem), outcome
  end
  for i, part in ipairs(tree.kind == "and" and tree or { tree }) do
    outcome.parts[i] = grammar.text_of(part, test)
  end
  return judge(tree, {}, outcome), outcome
end

return verdicts
