-- Results as the programs write them: `# key: value` lines, a header row, rows of fields without quotes.
--
-- A record has the line `# schema: 2` first and `# checksum: …` last above the table, and is read strictly. What is
-- counted at every build or typed off a publication has neither.

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

local function fail(line, ...)
  error({ line = line, message = string.format(...) }, 0)
end

-- A record says what wrote it, of which machine it is, and that nobody changed it since.
local function check_record(result, text, machine)
  local metadata, lines = result.metadata, result.lines
  if metadata.schema ~= "2" then fail(lines.schema, "schema %s is not known", metadata.schema) end
  for _, key in ipairs({ "experiment", "machine", "checksum" }) do
    if not metadata[key] then fail(1, "there is no line '# %s: …'", key) end
  end
  if machine and metadata.machine ~= machine then
    fail(lines.machine, "it is of machine '%s' and lies in the folder of '%s'", metadata.machine, machine)
  end
  for key, content in pairs(metadata) do
    if content:find("[<>&`%c]") then fail(lines[key], "a character that no record has") end
  end
  local sum = pandoc.utils.sha1((text:gsub("# checksum:[^\n]*\n", "", 1)))
  if sum ~= metadata.checksum then
    fail(lines.checksum, "the checksum differs: it was changed after it was written, or is not whole")
  end
end

local function add_comment(result, key, content, number)
  if result.columns then fail(number, "a comment below the table") end
  if result.metadata[key] ~= nil then fail(number, "'%s' is said twice", key) end
  result.keys[#result.keys + 1] = key
  result.metadata[key], result.lines[key] = content, number
end

local function add_columns(result, line, number)
  result.columns, result.table_line = fields(line), number
  local seen = {}
  for _, name in ipairs(result.columns) do
    if seen[name] then fail(number, "two columns '%s'", name) end
    if result.metadata.schema and not name:find("^%a[%w_]*$") then fail(number, "no name of a column: '%s'", name) end
    seen[name] = true
  end
end

local function add_row(result, line, number)
  local items, row = fields(line), {}
  if #items ~= #result.columns then
    fail(number, "%d fields, %d expected", #items, #result.columns)
  end
  for i, column in ipairs(result.columns) do
    if result.metadata.schema and items[i]:find("[^%w ._+:;/()=%%^@-]") then
      fail(number, "a character that no record has")
    end
    row[column] = value(items[i])
  end
  result.rows[#result.rows + 1] = row
end

local function parse(text, name, machine)
  local result = { metadata = {}, keys = {}, lines = {}, columns = nil, rows = {} }
  local number = 0
  for line in (text:gsub("^\239\187\191", "") .. "\n"):gmatch("(.-)\r?\n") do
    number = number + 1
    local key, content = line:match("^#%s*([^:]-)%s*:%s*(.-)%s*$")
    if key then
      add_comment(result, key, content, number)
    elseif line:find("%S") and not line:find("^#") then
      if result.columns then add_row(result, line, number) else add_columns(result, line, number) end
    end
  end
  local metadata = result.metadata
  if metadata.schema then check_record(result, text, machine) end
  if not result.columns then fail(number - 1, "no header row") end
  if name and metadata.experiment and metadata.experiment ~= name then
    fail(result.lines.experiment, "it calls itself experiment '%s'", metadata.experiment)
  end
  if metadata.schema and #result.rows == 0 then fail(result.table_line, "no rows") end
  return result
end

--- Parses CSV text to { metadata = {key = text}, keys = {key …} in order, columns = {name …},
-- rows = {{name = value} …} }. `name` is the experiment that the file is named after, `machine` the one whose folder
-- it lies in. Numbers become numbers. On a damaged file returns nil, what is wrong, and its line.
function csv.parse(text, name, machine)
  local good, result = pcall(parse, text, name, machine)
  if good then return result end
  if type(result) ~= "table" then error(result, 0) end
  return nil, result.message, result.line
end

--- Lines `key: value` (a machine's description) as a table and the list of its keys in order. Where one with a schema
-- is damaged returns nil, what is wrong, and its line.
function csv.record(text, machine)
  local record, keys, lines, number = {}, {}, {}, 0
  for line in (text .. "\n"):gmatch("(.-)\r?\n") do
    number = number + 1
    local key, content = line:match("^#?%s*([^:#]-)%s*:%s*(.-)%s*$")
    if key and key ~= "" then
      if record[key] == nil then keys[#keys + 1] = key end
      record[key], lines[key] = content, number
    end
  end
  if not record.schema then return record, keys end
  if record.machine ~= machine then
    return nil, ("it is of machine '%s' and lies in the folder of '%s'"):format(record.machine, machine), lines.machine
  end
  if pandoc.utils.sha1((text:gsub("checksum:[^\n]*\n", "", 1))) ~= record.checksum then
    return nil, "the checksum differs: it was changed after it was written, or is not whole", lines.checksum or number
  end
  return record, keys
end

return csv
