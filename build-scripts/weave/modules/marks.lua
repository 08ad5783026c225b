-- Visible marks for what is not as it should be.

local html = require("html")
local report = require("report")

local marks = {}

--- HTML text of a mark that says what is missing; reported as well. `source` is the author's text that asked for it.
function marks.missing(message, source)
  report.warn(message, source)
  return ('<span class="missing">%s</span>'):format(html.escape(message))
end

--- HTML text of a mark on an outdated result.
function marks.stale(names)
  report.warn("outdated result: " .. names, nil)
  return '<span class="stale">outdated</span>'
end

return marks
