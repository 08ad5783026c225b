-- Numbers in sentences: `expression`{.value format="%.3f" unit="ms"}.

local expression = require("results.expressions.expression")
local number = require("results.number")
local provenance = require("results.provenance")
local marks = require("page.marks")
local html = require("page.html")
local places = require("build.places")
local report = require("build.report")
local machines = require("results.machines")
local remarks = require("results.remarks")

local values = {}

--- Warns of a value in doubled backticks, which Markdown takes for a quotation of one.
function values.check_quoted(code)
  if code.text:match("^`.*`{%.value.*}$") then
    local place = places.next("bare", code.text)
    report.warn("a value in doubled backticks is shown as it is written: use single ones", place)
  end
end

-- For scripts that compare values: more digits would only make pages heavier.
local function for_scripts(value)
  if math.type(value) == "float" and value % 1 ~= 0 then return ("%.6g"):format(value) end
  return html.escape(value)
end

local function markup(code, place)
  local attributes = code.attributes
  local value, used, problem, seen = expression.evaluate(code.text)
  local shown
  if value ~= nil then
    shown, problem = number.show(value, attributes.format, attributes.unit)
  end
  if not shown then return marks.missing(problem, place) end
  local text = ('<span class="value" data-value="%s" title="%s">%s</span>'):format(
    for_scripts(value),
    html.escape(provenance.text(used)),
    shown
  )
  text = text .. remarks.signs(seen.remark)
  if provenance.any_stale(used) then text = text .. " " .. marks.stale(used, place) end
  return text
end

local known = { format = true, unit = true }

--- The inlines that take the place of a value's code.
function values.render(code)
  local place = places.next("code", code.text)
  report.unknown_attributes(code.attributes, known, place)
  return machines.inlines(machines.variants(function() return markup(code, place) end), html.plain)
end

return values
