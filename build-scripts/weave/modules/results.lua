-- Finding results by the name of their experiment.

local csv = require("csv")
local files = require("files")
local depfile = require("depfile")

local results = {}

local folders, chapters, keys_folder, cache

-- The order of the search; a result counted or measured here goes before a recorded one.
local origins = { "counted", "measured", "recorded", "published" }

--- Sets where to look: the folders of `settings`, and the chapters whose programs made the results.
function results.open(settings)
  folders, cache = {}, {}
  chapters, keys_folder = settings.chapters, settings.keys
  for _, origin in ipairs(origins) do
    folders[origin] = settings[origin]
  end
end

-- The program that made an experiment: the longest chapter's name that begins the experiment's.
local function program_of(experiment)
  local best
  for _, chapter in ipairs(chapters) do
    if experiment:sub(1, #chapter) == chapter and (not best or #chapter > #best) then best = chapter end
  end
  return best
end

local function is_stale(result)
  local stale = result.metadata.stale
  if stale == "yes" or stale == "true" then return true end
  local program = result.metadata.program or program_of(result.experiment)
  if result.origin == "counted" or not (keys_folder and program and result.metadata.key) then
    return false
  end
  local path = pandoc.path.join({ keys_folder, program .. ".key" })
  local key = files.read(path)
  depfile.add(path)
  return key ~= nil and key:match("^%s*(.-)%s*$") ~= result.metadata.key
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
      result.stale = is_stale(result)
      return result
    end
  end
  return nil, "missing result: " .. experiment
end

--- The result of an experiment, or nil and what is wrong. Besides csv.parse's fields it has experiment, origin,
-- path, machine (its record, if there is one) and stale (boolean).
function results.find(experiment)
  if not experiment:match("^[%w][%w._-]*$") or experiment:find("..", 1, true) then
    return nil, "bad name of a result: " .. experiment
  end
  if cache[experiment] == nil then
    local result, problem = load(experiment)
    cache[experiment] = { result, problem }
  end
  return cache[experiment][1], cache[experiment][2]
end

--- Whether a result has a column.
function results.has_column(result, name)
  for _, column in ipairs(result.columns) do
    if column == name then return true end
  end
  return false
end

return results
