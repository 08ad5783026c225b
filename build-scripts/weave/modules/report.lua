-- Complaints: one line each on stderr, with the chapter's line where it can be found; fatal at the end if strict.

local files = require("files")

local report = { count = 0 }

local source, text

function report.open(path)
  source, text = path, nil
  report.count = 0
end

-- Pandoc's tree has no lines; where the offending piece begins first is where the author has to look. Pandoc has
-- put a space where the piece's lines broke.
local function line_of(piece)
  if not piece or not piece:find("%S") then return nil end
  text = text or files.read(source) or ""
  local place = text:find((piece:gsub("%p", "%%%0"):gsub("%s+", "%%s+")))
  return place and select(2, text:sub(1, place - 1):gsub("\n", "\n")) + 1
end

--- Complains of `message`; `piece` is the part of the chapter's source that caused it.
function report.warn(message, piece)
  report.count = report.count + 1
  local line = line_of(piece)
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
