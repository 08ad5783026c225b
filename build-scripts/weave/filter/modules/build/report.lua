-- Complaints: one line each on stderr, with the chapter's line where it can be found. Errors are fatal at the end, and
-- so are warnings if strict.

local files = require("files")

local report = { count = 0 }

local source, text, failures
local quiet = false

function report.open(path)
  source, text = path, nil
  report.count, failures = 0, 0
end

local function pattern(piece)
  return (piece:gsub("%p", "%%%0"):gsub("%s+", "%%s+"))
end

-- The first line that holds all of several names.
local function line_with(names)
  local number = 0
  for line in (text .. "\n"):gmatch("(.-)\n") do
    number = number + 1
    local all = true
    for _, name in ipairs(names) do
      all = all and line:find("%f[%w_./-]" .. pattern(name) .. "%f[^%w_./-]") ~= nil
    end
    if all then return number end
  end
end

-- Pandoc's tree has no lines; where the offending piece begins first is where the author has to look. Pandoc has
-- put a space where the piece's lines broke.
local function line_of(piece)
  text = text or files.read(source) or ""
  if type(piece) == "table" then return line_with(piece) end
  if not piece or not piece:find("%S") then return nil end
  local place = text:find(pattern(piece))
  return place and select(2, text:sub(1, place - 1):gsub("\n", "\n")) + 1
end

local function tell(kind, message, piece)
  local line = line_of(piece)
  local place = line and (source .. ":" .. line) or source
  io.stderr:write(place, ": ", kind, ": ", message, "\n")
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

--- Complains of `message`; `piece` is the part of the chapter's source that caused it, or a list of names that its
-- line holds.
function report.warn(message, piece)
  if quiet then return end
  report.count = report.count + 1
  tell("warning", message, piece)
end

--- Complains like `warn` of what is fatal always.
function report.fail(message, piece)
  failures = failures + 1
  tell("error", message, piece)
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
