-- The rows of a table: from one or several results, chosen, with computed columns.

local results = require("results.results")
local expression = require("results.expressions.expression")
local lists = require("page.lists")

local rows = {}

local function copy(row, result)
  local new = {}
  for key, value in pairs(row) do
    new[key] = value
  end
  new.experiment = new.experiment or result.experiment
  new.machine = new.machine or (result.machine and result.machine.gpu) or result.metadata.machine
  return new
end

-- What a formula gives for a row, whose columns are names in it; or nil and a message.
local function evaluated(formula, row, result, used)
  local value, seen, problem = expression.evaluate(formula, row, result)
  for experiment, each in pairs(seen) do
    used[experiment] = each
  end
  return value, problem
end

local function is_chosen(row, result, filters, used)
  for _, filter in ipairs(filters) do
    local value, problem = evaluated(filter.formula, row, result, used)
    if type(value) ~= "boolean" then return nil, problem or "where wants a condition", filter end
    if not value then return false end
  end
  return true
end

--- Rows for a results block: of the experiments `names` those for which all `filters` hold, with `columns` computed
-- that have a formula (see columns.parse). Returns rows, used ({experiment = result}), and nil; or what there is of
-- them, a message and the filter or column that is to blame, or the name of the result.
function rows.read(names, filters, columns)
  local list, used = {}, {}
  for _, name in ipairs(lists.items(names)) do
    local result, missing = results.find((name:gsub("_", "-")))
    if not result then return list, used, missing end
    used[result.experiment] = result
    for _, original in ipairs(result.rows) do
      local row = copy(original, result)
      -- What only chooses rows is not named below the table.
      local chosen, problem, filter = is_chosen(row, result, filters, {})
      if problem then return list, used, problem, filter end
      for _, column in ipairs(chosen and columns or {}) do
        if column.formula then
          row[column.name], problem = evaluated(column.formula, row, result, used)
          if problem then return list, used, problem, column end
        end
      end
      if chosen then list[#list + 1] = row end
    end
  end
  return list, used
end

--- Whether every row lacks a column; the name of the first such among `names`.
function rows.missing_column(list, names)
  for _, name in ipairs(names) do
    local found = #list == 0
    for _, row in ipairs(list) do
      found = found or row[name] ~= nil
    end
    if not found then return name end
  end
end

return rows
