-- The rows of a table: from one or several results, chosen, with computed columns, in order.

local results = require("results")
local expression = require("expression")
local lists = require("lists")

local rows = {}

local function number_or_text(text)
  return math.tointeger(text) or tonumber(text) or text
end

local function add_computed(row, columns, formulas, used)
  for _, name in ipairs(columns) do
    local value, seen, problem = expression.evaluate(formulas[name], { variables = row })
    for experiment, result in pairs(seen) do
      used[experiment] = result
    end
    if value == nil then return problem, formulas[name] end
    row[name] = value
  end
end

local function copy(row, result)
  local new = {}
  for key, value in pairs(row) do
    new[key] = value
  end
  new.experiment = new.experiment or result.experiment
  new.machine = new.machine or (result.machine and result.machine.gpu) or result.metadata.machine
  return new
end

local function sort_by_list(list, column, wanted)
  local rank = {}
  for i, value in ipairs(wanted) do
    rank[tostring(number_or_text(value))] = i
  end
  for i, row in ipairs(list) do
    row["\0place"] = i
  end
  table.sort(list, function(a, b)
    local first, second = rank[tostring(a[column])] or math.huge, rank[tostring(b[column])] or math.huge
    if first ~= second then return first < second end
    return a["\0place"] < b["\0place"]
  end)
end

--- Rows for the attributes of a results block: data (experiments), where (expression over a row's columns), compute
-- (`name=expression; …` over a row's columns and all results), order (values of column `ordered`).
-- Returns rows, used ({experiment = result}), problem (message or nil), its source text.
function rows.read(attributes, ordered)
  local list, used = {}, {}
  local formulas, columns = lists.pairs(attributes.compute)
  for _, name in ipairs(lists.items(attributes.data)) do
    local experiment = name:gsub("_", "-")
    local result, problem = results.find(experiment)
    if not result then return list, used, problem, name end
    used[experiment] = result
    for _, original in ipairs(result.rows) do
      local row = copy(original, result)
      local chosen = true
      if attributes.where then
        local value, _, trouble = expression.evaluate(attributes.where, { variables = row })
        if value == nil then return list, used, trouble, attributes.where end
        chosen = value
      end
      if chosen then
        local trouble, text = add_computed(row, columns, formulas, used)
        if trouble then return list, used, trouble, text end
        list[#list + 1] = row
      end
    end
  end
  if attributes.order and ordered then sort_by_list(list, ordered, lists.items(attributes.order)) end
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
