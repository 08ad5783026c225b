-- Visible marks for what is not as it should be.

local html = require("page.html")
local report = require("build.report")
local machines = require("results.machines")
local results = require("results.results")

local marks = {}

--- HTML text of a mark that says what is missing; reported as well. `place` is that of what asked for it.
-- That a machine which the reader may choose lacks something is no fault.
function marks.missing(message, place)
  report.warn(message, place)
  if machines.is_other() then
    return ('<span class="absent">%s</span>'):format(html.escape(machines.lacking(message)))
  end
  local experiment = message:match("^missing result: (%S+)$")
  local elsewhere = experiment and results.elsewhere(experiment)
  if elsewhere then
    message = ("not measured on this machine; choose %s under \u{201C}Machine\u{201D}"):format(elsewhere)
    return ('<span class="absent">%s</span>'):format(html.escape(message))
  end
  return ('<span class="missing">%s</span>'):format(html.escape(message))
end

--- HTML text of a mark on what rests on outdated results.
marks.outdated = '<span class="stale">outdated</span>'

--- HTML text of a mark on what rests on outdated ones among the results `used`, each of which is reported; nothing
-- if all are current.
function marks.stale(used, place)
  local names = {}
  for name, result in pairs(used) do
    if result.stale then names[#names + 1] = name end
  end
  table.sort(names)
  for _, name in ipairs(names) do
    report.warn(("outdated result: %s (%s)"):format(name, used[name].cause), place)
  end
  return #names > 0 and marks.outdated or ""
end

return marks
