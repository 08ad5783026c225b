-- Results as the programs write them: `# key: value` lines, a header row, rows of fields without quotes.

local csv = {}

local function fields(line)
  local items = {}
  for item in (line .. ","):gmatch("([^,]*),") do
    items[#items + 1] = item:match("^%s*(.-)%s*$")
  end
  return items
end

local function value(text)
  if text:match("^[-+]?[%d.]") or text == "inf" or text == "nan" then
    return math.tointeger(text) or tonumber(text) or text
  end
  return text
end

--- Parses CSV text to { metadata = {key = text}, keys = {key …} in order, columns = {name …},
-- rows = {{name = value} …} }.
-- Numbers become numbers. On a damaged file returns nil and what is wrong.
function csv.parse(text)
  local result = { metadata = {}, keys = {}, columns = nil, rows = {} }
  local number = 0
  for line in (text:gsub("^\239\187\191", "") .. "\n"):gmatch("(.-)\r?\n") do
    number = number + 1
    local is_data = line:match("%S") and not line:match("^#")
    local key, content = line:match("^#%s*([^:]-)%s*:%s*(.-)%s*$")
    if key then
      if result.metadata[key] == nil then result.keys[#result.keys + 1] = key end
      result.metadata[key] = content
    elseif is_data and not result.columns then
      result.columns = fields(line)
    elseif is_data then
      local items, row = fields(line), {}
      if #items ~= #result.columns then
        return nil, ("line %d: %d fields, %d expected"):format(number, #items, #result.columns)
      end
      for i, column in ipairs(result.columns) do
        row[column] = value(items[i])
      end
      result.rows[#result.rows + 1] = row
    end
  end
  if not result.columns then return nil, "no header row" end
  return result
end

--- Lines `key: value` (a machine's record) as a table and the list of its keys in order.
function csv.record(text)
  local record, keys = {}, {}
  for line in (text .. "\n"):gmatch("(.-)\r?\n") do
    local key, content = line:match("^#?%s*([^:#]-)%s*:%s*(.-)%s*$")
    if key and key ~= "" then
      if record[key] == nil then keys[#keys + 1] = key end
      record[key] = content
    end
  end
  return record, keys
end

return csv
