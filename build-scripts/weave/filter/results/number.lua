-- How numbers are shown.

local html = require("page.html")

local number = {}

local thin = "\u{202F}" -- narrow no-break space
local minus = "\u{2212}"

local function grouped(digits)
  if #digits < 5 then return digits end
  local head = #digits % 3
  local parts = head > 0 and { digits:sub(1, head) } or {}
  for i = head + 1, #digits, 3 do
    parts[#parts + 1] = digits:sub(i, i + 2)
  end
  return table.concat(parts, thin)
end

--- The exponent of a power of two, or nil.
function number.log2(value)
  if type(value) ~= "number" or value < 1 then return nil end
  local exponent = math.floor(math.log(value, 2) + 0.5)
  return 2.0 ^ exponent == value and exponent or nil
end

-- Of a number of which some digits are wanted: 2330 rather than 2.33e+03.
local function without_small_power(text)
  local sign, first, rest, exponent = text:match("^(%-?)(%d)%.?(%d*)e%+0*([1-4])$")
  local zeros = exponent and math.tointeger(exponent) - #rest
  return zeros and zeros >= 0 and sign .. first .. rest .. ("0"):rep(zeros) or text
end

local function raw_text(value, format)
  if not format or format == "" then
    if math.tointeger(value) then return ("%d"):format(value) end
    return (math.abs(value) >= 1000 and "%.0f" or "%.4g"):format(value)
  end
  local good, text = pcall(function()
    if format:match("%%[^%a%%]*[dixX]") then return format:format(math.floor(value + 0.5)) end
    return format:format(value)
  end)
  if not good or text == format then return nil, "bad format: " .. format end
  return format:find("g", 1, true) and without_small_power(text) or text
end

-- Groups digits, and writes signs and powers of ten as they are set in print.
local function typeset(text)
  text = html.escape(text)
  text = text:gsub("(%d+)([%d.]*)", function(integer, rest) return grouped(integer) .. rest end, 1)
  text = text:gsub("^(%s*)%-", "%1" .. minus)
  return (
    text:gsub("(%d)e([-+])0*(%d+)", function(digit, sign, exponent)
      return ("%s\u{D7}10<sup>%s%s</sup>"):format(digit, sign == "-" and minus or "", exponent)
    end)
  )
end

--- A value as HTML text. `format` is one of C's for one number, or `2^` for a power of two; strings are shown as they
-- are. Returns nil and a message where the format is wrong.
function number.show(value, format, unit)
  local text
  if type(value) == "boolean" then
    text = value and "yes" or "no"
  elseif type(value) ~= "number" then
    text = html.escape(value)
  elseif value ~= value or value == math.huge or value == -math.huge then
    return nil, "not a number"
  elseif format == "2^" then
    local exponent = number.log2(value)
    text = exponent and ("2<sup>%d</sup>"):format(exponent) or typeset(raw_text(value))
  else
    local raw, problem = raw_text(value, format)
    if not raw then return nil, problem end
    -- Nothing has no power of ten.
    text = value == 0 and raw:find("e", 1, true) and "0" or typeset(raw)
  end
  if unit and unit ~= "" then
    local space = (unit == "×" or unit == "°") and "" or thin
    text = text .. space .. html.escape(unit)
  end
  return text
end

-- Where one number of a column is grouped, those with four digits are too.
local function group_alike(texts)
  local any = false
  for _, text in ipairs(texts) do
    any = any or text:find(thin, 1, true) ~= nil
  end
  if not any then return texts end
  local alike = {}
  for i, text in ipairs(texts) do
    alike[i] = text:gsub("^(%d)(%d%d%d)$", "%1" .. thin .. "%2"):gsub("^(%d)(%d%d%d)%.", "%1" .. thin .. "%2.")
  end
  return alike
end

-- The parts of a number's text: how many digits stand behind its point, -1 where it has none, and the sign and the
-- digits of its power of ten. Nil for what is no number.
local function parts_of(text)
  local mantissa, sign, power = text:match("^(.-)\u{D7}10<sup>([^%d]*)(%d+)</sup>$")
  local decimals = (mantissa or text):match("^[\u{2212}%d\u{202F}]+%.?(%d*)$")
  if not decimals then return nil end
  return { decimals = #decimals > 0 and #decimals or -1, sign = sign or "", power = power or "" }
end

-- What takes the room that one text has behind its point and another has not; a reader neither sees nor hears it.
local function unseen(text)
  return '<span class="unseen" aria-hidden="true">' .. text .. "</span>"
end

-- The room of a power of ten that is missing, or shorter than the longest.
local function power_padding(parts, sign, digits)
  local missing = (parts.sign == "" and sign or "") .. ("\u{2007}"):rep(digits - #parts.power)
  if digits == 0 or missing == "" then return "" end
  return unseen((parts.power == "" and "\u{D7}10" or "") .. "<sup>" .. missing .. "</sup>")
end

--- Makes the texts of a column alike: padded with spaces as wide as digits, so that right-aligned decimal points stand
-- below one another, and grouped in the same way.
function number.align(texts)
  texts = group_alike(texts)
  local all, decimals, sign, digits = {}, -1, "", 0
  for i, text in ipairs(texts) do
    local parts = parts_of(text)
    all[i] = parts or false
    if parts then
      decimals = math.max(decimals, parts.decimals)
      digits = math.max(digits, #parts.power)
      if parts.sign ~= "" then sign = parts.sign end
    end
  end
  local aligned = {}
  for i, text in ipairs(texts) do
    local parts, padding = all[i], ""
    if parts and parts.decimals < decimals then
      padding = (parts.decimals < 0 and "\u{2008}" or "") .. ("\u{2007}"):rep(decimals - math.max(parts.decimals, 0))
    end
    aligned[i] = parts
        and text:gsub("^([^\u{D7}]*)(.*)$", "%1" .. padding .. "%2") .. power_padding(parts, sign, digits)
      or text
  end
  return aligned
end

return number
