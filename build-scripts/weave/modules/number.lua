-- How numbers are shown.

local html = require("html")

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
  return text
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

--- Makes the texts of a column alike: padded with spaces as wide as digits, so that right-aligned decimal points stand
-- below one another, and grouped in the same way.
function number.align(texts)
  texts = group_alike(texts)
  local widest = -1
  local function decimals(text)
    return text:match("^[\u{2212}%d\u{202F}]+$") and -1 or #(text:match("^[\u{2212}%d\u{202F}]+%.(%d+)$") or "")
  end
  for _, text in ipairs(texts) do
    widest = math.max(widest, decimals(text))
  end
  local aligned = {}
  for i, text in ipairs(texts) do
    local missing = widest - decimals(text)
    local padding = ""
    if decimals(text) == -1 and widest >= 0 then
      padding = "\u{2008}" .. ("\u{2007}"):rep(widest)
    elseif decimals(text) > 0 then
      padding = ("\u{2007}"):rep(missing)
    end
    aligned[i] = text .. padding
  end
  return aligned
end

return number
