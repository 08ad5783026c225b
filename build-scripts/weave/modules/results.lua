-- Finding results by the name of their experiment.

local csv = require("csv")
local files = require("files")
local depfile = require("depfile")
local report = require("report")

local results = {}

local places, chapters, keys_folder
local machine, cache, told

-- The order of the search; a result counted or measured here goes before a recorded one.
local origins = { "counted", "measured", "recorded", "published" }

--- Sets where to look: the folders of `settings`, the machine that is shown, and the chapters whose programs made
-- the results. In the folders `measured` and `recorded` each machine has one of its own.
function results.open(settings)
  places, cache, told = {}, {}, {}
  machine = settings.machine or ""
  chapters, keys_folder = settings.chapters, settings.keys
  for _, origin in ipairs(origins) do
    places[origin] = settings[origin]
  end
end

--- What `action` returns while results are those of another machine; NAME~recorded is machine NAME without what was
-- measured here.
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

-- The folder of an origin, and the machine whose it is.
local function folder_of(origin)
  local folder = places[origin]
  if not folder or origin == "counted" or origin == "published" then return folder end
  local name, only = machine:match("^(.-)~(.*)$")
  if only and origin ~= only then return nil end
  return pandoc.path.join({ folder, name or machine }), name or machine
end

-- The program that made an experiment: the longest chapter's name that begins the experiment's.
local function program_of(experiment)
  local best
  for _, chapter in ipairs(chapters) do
    if experiment:sub(1, #chapter) == chapter and (not best or #chapter > #best) then best = chapter end
  end
  return best
end

-- The parts of a key, `launches:… source:… method:…`.
local function parts_of(key)
  local parts = {}
  for name, hash in key:gmatch("(%a+):(%x+)") do
    parts[name] = hash
  end
  return parts
end

-- Why a record is outdated, by the keys that its program's experiments have now.
local function outdated_by(result, keys)
  if not result.metadata.schema then return "recorded in an older format" end
  local now
  for experiment, key in ("\n" .. keys):gmatch("\n([^%s]+) ([^\n]*)") do
    if experiment == result.experiment then now = parts_of(key) end
  end
  if not now then return "the program has no such experiment any more" end
  local was = parts_of(result.metadata.key or "")
  if was.method ~= now.method then return "timing method changed" end
  if was.launches and was.launches == now.launches then return nil end
  if was.source and was.source == now.source then return nil end
  return "code changed"
end

-- Why a result is outdated; nil if it is current, or nobody can tell.
local function staleness(result)
  local stale = result.metadata.stale
  if stale == "yes" or stale == "true" then return "its record says so" end
  local program = result.metadata.program or program_of(result.experiment)
  if result.origin == "counted" or result.origin == "published" or not (keys_folder and program) then return nil end
  local path = pandoc.path.join({ keys_folder, program .. ".keys" })
  depfile.add(path)
  local keys = files.read(path)
  return keys and outdated_by(result, keys)
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

-- Says once of a file that it is damaged, and where.
local function damaged(path, problem, line)
  if not told[path] then
    told[path] = true
    report.fail_at(path, line or 1, problem)
  end
  return nil, ("%s:%d: %s"):format(path, line or 1, problem)
end

local function add_description(result, owner)
  local path = pandoc.path.join({ result.folder, "machine.txt" })
  local text = files.read(path)
  if not text then return end
  depfile.add(path)
  local record, keys, line = csv.record(text, owner)
  if record then
    result.machine, result.machine_keys = record, keys
  else
    damaged(path, keys, line)
  end
end

local function load(experiment)
  for _, origin in ipairs(origins) do
    local folder, owner = folder_of(origin)
    local path = folder and pandoc.path.join({ folder, experiment .. ".csv" })
    local text = path and files.read(path)
    if text then
      local result, problem, line = csv.parse(text, experiment, owner)
      if not result then
        local _, place = damaged(path, problem, line)
        return nil, "damaged result: " .. experiment .. " (" .. place .. ")"
      end
      result.experiment, result.origin, result.path, result.folder = experiment, origin, path, folder
      note_dependency(result)
      add_description(result, owner)
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
  cache[machine] = cache[machine] or {}
  if cache[machine][experiment] == nil then
    local result, problem = load(experiment)
    cache[machine][experiment] = { result, problem }
  end
  return table.unpack(cache[machine][experiment], 1, 2)
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
