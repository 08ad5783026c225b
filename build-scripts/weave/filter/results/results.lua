-- Finding results by the name of their experiment, among those that list_results has read and judged.

local data = require("build.data")
local depfile = require("build.depfile")
local report = require("build.report")

local results = {}

local listed, others, files, machine, cache, read, told, besides

--- Sets where to look: in `settings.lists`, for the machine that is shown. All of them name the same machines, in any
--- order.
function results.open(settings)
  machine = settings.machine or ""
  local lists = pandoc.List(settings.lists or {}):map(data.read)
  listed = pandoc.List(lists[1] and lists[1].machines or {})
  local _, place = listed:find_if(function(each) return each.name == machine end)
  table.insert(listed, 1, place and listed:remove(place) or { name = machine, label = machine, results = {} })
  files, cache, read, told, besides = {}, {}, {}, {}, {}
  others = pandoc.List(settings.chapters or {})
  for _, list in ipairs(lists) do
    others = list.of and others:filter(function(name) return name ~= list.of end) or pandoc.List()
    for _, each in ipairs(list.machines) do
      files[each.name] = files[each.name] or {}
      for experiment, path in pairs(each.results) do
        files[each.name][experiment] = path
      end
    end
  end
end

--- What to do where a page is not given the results and figures of the chapter that `name` is of, in words; else nil.
function results.not_lent(name)
  local lender = others:find_if(function(each) return (name .. "-"):sub(1, #each + 1) == each .. "-" end)
  local advice = " (of %s, which this page did not name before, so configure again: meson setup --reconfigure FOLDER)"
  return lender and advice:format(lender)
end

--- The machines that there are results of, that which is shown first: { name, label } each.
function results.machines()
  return listed
end

--- What `action` returns while results are those of another machine.
function results.on(other, action)
  local before = machine
  machine = other
  local outcome = table.pack(pcall(action))
  machine = before
  if not outcome[1] then error(outcome[2], 0) end
  return table.unpack(outcome, 2, outcome.n)
end

--- The name of the machine whose results are found now.
function results.machine()
  return machine
end

-- Says once of a file that it is damaged, and where; returns that.
local function damaged(damage)
  local place = ("%s:%d: %s"):format(damage.path, damage.line, damage.words)
  if not told[place] then
    told[place] = true
    report.fail_at(damage.path, damage.line, damage.words)
  end
  return place
end

-- Each row as { column = value }.
local function by_columns(result)
  for place, fields in ipairs(result.rows) do
    local row = {}
    for i, column in ipairs(result.columns) do
      row[column] = fields[i]
    end
    result.rows[place] = row
  end
end

-- What was found in a file of a result, which several machines may share.
local function result_in(path)
  if not read[path] then
    local result = data.read(path)
    for _, source in ipairs(result.from) do
      depfile.add(source)
    end
    if not result.damage then by_columns(result) end
    result.stale = result.cause ~= nil
    read[path] = result
  end
  return read[path]
end

local function load(experiment)
  local path = files[machine] and files[machine][experiment]
  if not path then return nil, "missing result: " .. experiment .. (results.not_lent(experiment) or "") end
  local result = result_in(path)
  if not result.damage then return result end
  return nil, "damaged result: " .. experiment .. " (" .. damaged(result.damage) .. ")"
end

--- The result of an experiment, or nil and what is wrong. It has experiment, origin (counted, measured, recorded or
-- published), path, metadata (what it says of itself, by keys) and keys (in order), columns (names), rows
-- ({ column = value } …), machine and machine_keys (likewise of its machine's description, if there is one), stale
-- (boolean) and cause (why it is, or nil).
function results.find(experiment)
  if not experiment:match("^[%w][%w._-]*$") or experiment:find("..", 1, true) then
    return nil, "bad name of a result: " .. experiment
  end
  cache[machine] = cache[machine] or {}
  if cache[machine][experiment] == nil then
    local result, problem = load(experiment)
    cache[machine][experiment] = { result, problem }
  end
  return table.unpack(cache[machine][experiment], 1, 2)
end

--- What to call another machine that has a result of the experiment, or nil.
function results.elsewhere(experiment)
  local _, place = listed:find_if(function(each)
    return each.name ~= machine and files[each.name] and files[each.name][experiment]
  end)
  return place and listed[place].label
end

--- Notes that something else was asked for which is recorded as results are: see results.asked.
function results.ask(name, state, cause)
  table.insert(besides, { experiment = name, machine = machine, state = state, cause = cause })
end

local function state_of(result, problem)
  if not result then
    local damage = problem:match("^damaged result: [^(]*%((.*)%)$")
    return damage and "damaged" or "missing", damage or "not counted, measured or recorded"
  end
  return result.stale and "outdated" or "current", result.cause
end

--- Every result that was asked for: { experiment, machine, state (current, outdated, missing, damaged), cause }, in
-- order of machine and name. What does not depend on the machine has none.
function results.asked()
  local list = pandoc.List(besides):clone()
  for name, found in pairs(cache) do
    for experiment, outcome in pairs(found) do
      local state, cause = state_of(outcome[1], outcome[2])
      local anywhere = outcome[1] and (outcome[1].origin == "counted" or outcome[1].origin == "published")
      local foreign = name ~= machine
      -- Another machine need not have everything, and what is the same everywhere is told once.
      if not (foreign and (anywhere or state == "missing")) then
        list[#list + 1] =
          { experiment = experiment, machine = anywhere and "" or name, state = state, cause = cause }
      end
    end
  end
  table.sort(list, function(a, b)
    return a.machine .. "\0" .. a.experiment < b.machine .. "\0" .. b.experiment
  end)
  return list
end

--- Whether a result has a column.
function results.has_column(result, name)
  for _, column in ipairs(result.columns) do
    if column == name then return true end
  end
  return false
end

return results
