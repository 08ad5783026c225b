-- Numbers in sentences: `expression`{.value format="%.3f" unit="ms"}.

local expression = require("expression")
local number = require("number")
local provenance = require("provenance")
local marks = require("marks")
local html = require("html")
local report = require("report")
local machines = require("machines")
local remarks = require("remarks")

local values = {}

--- Warns of a value in doubled backticks, which Markdown takes for a quotation of one.
function values.check_quoted(code)
  if code.text:match("^`.*`{%.value.*}$") then
    report.warn("a value in doubled backticks is shown as it is written: use single ones", code.text)
  end
end

local function markup(code)
  local attributes = code.attributes
  local value, used, problem, seen = expression.evaluate(code.text)
  local scale = tonumber(attributes.scale or "1")
  if type(value) == "number" and scale then value = value * scale end
  local shown
  if value ~= nil then
    shown, problem = number.show(value, attributes.format, attributes.unit)
  end
  if not shown then return marks.missing(problem, code.text) end
  local text = ('<span class="value" data-value="%s" title="%s">%s</span>'):format(
    html.escape(value),
    html.escape(provenance.text(used)),
    shown
  )
  text = text .. remarks.signs(seen.remark)
  if provenance.any_stale(used) then text = text .. " " .. marks.stale(used, code.text) end
  return text
end

--- The inlines that take the place of a value's code.
function values.render(code)
  return machines.inlines(machines.variants(function() return markup(code) end))
end

return values
