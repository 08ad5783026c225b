-- What a page rests on, for those who sum up the book: the results that it asks for and the claims that it makes.

local results = require("results")
local claims = require("claims")
local files = require("files")
local json = require("json")

local facts = {}

-- The machines that there are records of, except the one that is shown: folders in the list of results.
local function other_machines(settings)
  local found = {}
  if not (settings.list and settings.records) then return {} end
  local prefix = settings.records .. "/"
  for path in (files.read(settings.list) or ""):gmatch("[^\n]+") do
    local machine = path:sub(1, #prefix) == prefix and path:sub(#prefix + 1):match("^([^/]+)/[^/]+%.csv$")
    if machine and machine ~= settings.machine then found[machine] = true end
  end
  local list = {}
  for machine in pairs(found) do
    list[#list + 1] = machine
  end
  table.sort(list)
  return list
end

--- Collects them; before the depfile is written, for the records of other machines are read here.
function facts.collect(settings, title)
  local made = claims.facts(other_machines(settings))
  return {
    page = settings.name,
    source = settings.source,
    title = title,
    machine = settings.machine,
    claims = made,
    results = results.asked(),
  }
end

--- Writes them to `path` as JSON, if they changed.
function facts.write(path, collected)
  files.write_if_changed(path, json.write(collected) .. "\n")
end

return facts
