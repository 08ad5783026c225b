-- Finding results by the name of their experiment.

local csv = require("csv")
local files = require("files")
local depfile = require("depfile")

local results = {}

local folders, chapters, keys_folder
local shown, records, cache

-- The order of the search; a result counted or measured here goes before a recorded one.
local origins = { "counted", "measured", "recorded", "published" }

--- Sets where to look: the folders of `settings`, the machine that is shown, the folder of all machines' records,
-- and the chapters whose programs made the results.
function results.open(settings)
  folders, cache = {}, {}
  shown, records = settings.machine or "", settings.records
  chapters, keys_folder = settings.chapters, settings.keys
  for _, origin in ipairs(origins) do
    folders[origin] = settings[origin]
  end
end

--- What `action` returns while results are those recorded on another machine.
function results.on(other, action)
  local before = { folders, shown }
  folders = { counted = folders.counted, published = folders.published }
  folders.recorded, shown = pandoc.path.join({ records, other }), other
  local outcome = table.pack(pcall(action))
  folders, shown = before[1], before[2]
  if not outcome[1] then error(outcome[2], 0) end
  return table.unpack(outcome, 2, outcome.n)
end

-- The program that made an experiment: the longest chapter's name that begins the experiment's.
local function program_of(experiment)
  local best
  for _, chapter in ipairs(chapters) do
    if experiment:sub(1, #chapter) == chapter and (not best or #chapter > #best) then best = chapter end
  end
  return best
end

-- Why a result is outdated; nil if it is current, or nobody can tell.
local function staleness(result)
  local stale = result.metadata.stale
  if stale == "yes" or stale == "true" then return "its record says so" end
  local program = result.metadata.program or program_of(result.experiment)
  if result.origin == "counted" or not (keys_folder and program and result.metadata.key) then
    return nil
  end
  local path = pandoc.path.join({ keys_folder, program .. ".key" })
  local key = files.read(path)
  depfile.add(path)
  key = key and key:match("^%s*(.-)%s*$")
  if key and key ~= result.metadata.key then
    return ("made with key %s, the code of %s now has %s"):format(result.metadata.key, program, key)
  end
end

-- Counted results are no dependencies themselves: they change together with the stamp of their program.
local function note_dependency(result)
  if result.origin ~= "counted" then
    depfile.add(result.path)
  else
    local program = program_of(result.experiment)
    if program then
      depfile.add(pandoc.path.join({ pandoc.path.directory(result.folder), program .. ".counted" }))
    end
  end
end

local function load(experiment)
  for _, origin in ipairs(origins) do
    local folder = folders[origin]
    local path = folder and pandoc.path.join({ folder, experiment .. ".csv" })
    local text = path and files.read(path)
    if text then
      local result, problem = csv.parse(text)
      if not result then return nil, "damaged result: " .. experiment .. " (" .. problem .. ")" end
      result.experiment, result.origin, result.path, result.folder = experiment, origin, path, folder
      note_dependency(result)
      local machine = files.read(pandoc.path.join({ folder, "machine.txt" }))
      if machine then
        result.machine, result.machine_keys = csv.record(machine)
        depfile.add(pandoc.path.join({ folder, "machine.txt" }))
      end
      result.cause = staleness(result)
      result.stale = result.cause ~= nil
      return result
    end
  end
  return nil, "missing result: " .. experiment
end

--- The result of an experiment, or nil and what is wrong. Besides csv.parse's fields it has experiment, origin,
-- path, machine (its record, if there is one), stale (boolean) and cause (why it is, or nil).
function results.find(experiment)
  if not experiment:match("^[%w][%w._-]*$") or experiment:find("..", 1, true) then
    return nil, "bad name of a result: " .. experiment
  end
  cache[shown] = cache[shown] or {}
  if cache[shown][experiment] == nil then
    local result, problem = load(experiment)
    cache[shown][experiment] = { result, problem }
  end
  return table.unpack(cache[shown][experiment], 1, 2)
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
  local list = {}
  for place, found in pairs(cache) do
    for experiment, outcome in pairs(found) do
      local state, cause = state_of(outcome[1], outcome[2])
      local anywhere = outcome[1] and (outcome[1].origin == "counted" or outcome[1].origin == "published")
      local foreign = place ~= shown
      -- Another machine need not have everything, and what is the same everywhere is told once.
      if not (foreign and (anywhere or state == "missing")) then
        list[#list + 1] =
          { experiment = experiment, machine = anywhere and "" or place, state = state, cause = cause }
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
