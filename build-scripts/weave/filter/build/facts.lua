-- What a page rests on, for those who sum up the book: the results that it asks for and the claims that it makes.

local results = require("results.results")
local claims = require("results.claims")
local files = require("build.files")
local json = require("build.json")

local facts = {}

--- Collects them; before the depfile is written, for the records of other machines are read here.
function facts.collect(settings, title)
  local made = claims.facts()
  return {
    page = settings.name,
    source = settings.source,
    title = title,
    machine = settings.machine,
    claims = made,
    verdicts = claims.verdicts,
    results = results.asked(),
  }
end

--- Writes them to `path` as JSON, if they changed.
function facts.write(path, collected)
  files.write_if_changed(path, json.write(collected) .. "\n")
end

return facts
