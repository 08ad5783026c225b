-- Complaints: one line each on stderr, with the chapter's line where it can be found; fatal at the end if strict.

local files = require("files")

local report = { count = 0 }

local source, lines

function report.open(path)
  source, lines = path, nil
  report.count = 0
end

local function source_lines()
  if not lines then
    lines = {}
    for line in ((files.read(source) or "") .. "\n"):gmatch("(.-)\r?\n") do
      lines[#lines + 1] = line
    end
  end
  return lines
end

-- Pandoc's tree has no lines; the first one that holds the offending text is where the author has to look.
local function line_of(text)
  if not text or text == "" then return nil end
  for number, line in ipairs(source_lines()) do
    if line:find(text, 1, true) then return number end
  end
end

--- Complains of `message`; `text` is the piece of the chapter's source that caused it.
function report.warn(message, text)
  report.count = report.count + 1
  local line = line_of(text)
  local place = line and (source .. ":" .. line) or source
  io.stderr:write(place, ": warning: ", message, "\n")
end

--- Ends the run with an error if anything was reported and the run is strict.
function report.close(strict)
  if strict and report.count > 0 then
    error(("%s: %d warning(s), and strict is on"):format(source, report.count), 0)
  end
end

return report
