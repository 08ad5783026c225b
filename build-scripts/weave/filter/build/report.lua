-- Complaints: one line each on stderr, with the chapter's line where it can be found. Errors are fatal at the end, and
-- so are warnings if strict.

local files = require("build.files")
local places = require("build.places")

local report = { count = 0 }

local source, failures
local quiet = false

function report.open(path)
  source = path
  places.open(function() return files.read(path) or "" end)
  report.count, failures = 0, 0
end

local function tell(kind, message, place)
  local line = place and places.line(place)
  io.stderr:write(source, line and (":" .. line) or "", ": ", kind, ": ", message, "\n")
end

--- What `action` returns; of what it complains meanwhile nobody hears, but for what is fatal always.
function report.quietly(action)
  local before = quiet
  quiet = true
  local outcome = table.pack(pcall(action))
  quiet = before
  if not outcome[1] then error(outcome[2], 0) end
  return table.unpack(outcome, 2, outcome.n)
end

--- Complains of `message`; `place` is that of the piece of the chapter that caused it.
function report.warn(message, place)
  if quiet then return end
  report.count = report.count + 1
  tell("warning", message, place)
end

--- Complains like `warn` of what is fatal always.
function report.fail(message, place)
  failures = failures + 1
  tell("error", message, place)
end

--- Complains of attributes that are not among the `known` ones (a set of names): nothing heeds them.
function report.unknown_attributes(attributes, known, place)
  for name in pairs(attributes) do
    if not known[name] then report.fail(("there is no attribute '%s' here"):format(name), place) end
  end
end

--- Complains like `fail`, at a line of another file.
function report.fail_at(path, line, message)
  failures = failures + 1
  io.stderr:write(("%s:%d: error: %s\n"):format(path, line, message))
end

--- Ends the run with an error if anything fatal was reported, or anything at all and the run is strict.
function report.close(strict)
  if failures > 0 then error(("%s: %d error(s)"):format(source, failures), 0) end
  if strict and report.count > 0 then
    error(("%s: %d warning(s), and strict is on"):format(source, report.count), 0)
  end
end

return report
