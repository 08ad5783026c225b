-- `::: {.results data=… }`: tables made from results, as a listing (select=, or a block of lines, see columns.lua) or a
-- pivot (rows=, columns=, value=).

local html = require("page.html")
local number = require("results.number")
local lists = require("page.lists")
local columns_of = require("results.columns")
local rows = require("results.rows")
local marks = require("page.marks")
local provenance = require("results.provenance")
local remarks = require("results.remarks")
local machines = require("results.machines")
local places = require("build.places")

local tables = {}

--- The attributes of a results div (and `lines`, which take_lines adds), as a set.
tables.attributes = {
  data = true, where = true, select = true, rows = true, columns = true, value = true, format = true, unit = true,
  lines = true,
}

-- How the columns of a table are shown: by their lines, and by its attributes what values have in common.
local function style_of(attributes, columns)
  local function of(column) return columns.by_name[column] or {} end
  return {
    heading = function(column) return of(column).heading end,
    label = function(column, value) return (of(column).labels or {})[tostring(value)] end,
    has_labels = function(column) return next(of(column).labels or {}) ~= nil end,
    format = function(column, is_value) return of(column).format or (is_value and attributes.format) or nil end,
    unit = function(is_value) return is_value and attributes.unit or nil end,
  }
end

local function show(style, column, value, is_value)
  if value == nil or value == "" then return '<span title="no result">\u{2013}</span>' end
  local label = style.label(column, value)
  if label and not is_value then return html.label(label) end
  local text, problem = number.show(value, style.format(column, is_value))
  return text or marks.missing(problem, style.place)
end

local function with_unit(text, unit)
  return unit and text .. ' <span class="unit">' .. html.escape(unit) .. "</span>" or text
end

local function heading(style, column, is_value)
  return with_unit(html.label(style.heading(column) or column), style.unit(is_value))
end

local function element(name, class, text, extra)
  local attribute = class and (' class="%s"'):format(class) or ""
  return ("<%s%s%s>%s</%s>"):format(name, attribute, extra or "", text, name)
end

-- The attribute that lets the page's script compare a cell's number with another machine's, of which it shows three
-- digits: where the text is no number, or one that is not exact enough for that.
local function raw_number(cell)
  if not (machines.several() and math.type(cell.raw)) then return "" end
  local text, shown = ((cell.raw % 1 == 0) and "%.0f" or "%.5g"):format(cell.raw), tonumber(cell.text)
  local enough = math.max(math.abs(tonumber(text) - cell.raw), 5e-4 * math.abs(cell.raw))
  return shown and math.abs(shown - cell.raw) <= enough and "" or (' data-v="%s"'):format(text)
end

-- How far a number's digits end before its cell does, in digits: its sign stands behind them.
local function padded(text)
  local padding = text:match("[\u{2007}\u{2008}]*$")
  local digits, points = select(2, padding:gsub("\u{2007}", "")), select(2, padding:gsub("\u{2008}", ""))
  return #padding > 0 and (' style="--pad:%g"'):format(digits + points / 2) or ""
end

-- A grid of { head = rows of cells, body = rows of cells }, cells { text, header, number, span, raw (its value),
-- remark }; columns of numbers are aligned at the decimal point.
local function write(grid)
  local widths = #(grid.body[1] or {})
  for column = 1, widths do
    local texts = {}
    for i, row in ipairs(grid.body) do
      texts[i] = row[column].text
    end
    if grid.body[1][column].number then
      for i, text in ipairs(number.align(texts)) do
        grid.body[i][column].text = text
      end
    end
  end
  local function write_row(row, scope)
    local cells = {}
    for _, cell in ipairs(row) do
      local class = cell.number and "number" or nil
      local extra = (cell.span and (' colspan="%d"'):format(cell.span) or "") .. raw_number(cell)
      local flags, remark = remarks.of_cell(cell.remark)
      if flags then
        class = (class and class .. " " or "") .. flags
        extra = extra .. remark .. padded(cell.text)
      end
      if cell.header then
        cells[#cells + 1] =
          element("th", class, cell.text, extra .. (' scope="%s"'):format(cell.span and "colgroup" or scope))
      else
        cells[#cells + 1] = element("td", class, cell.text, extra)
      end
    end
    return "<tr>" .. table.concat(cells) .. "</tr>\n"
  end
  local parts = { "<table>\n<thead>\n" }
  for _, row in ipairs(grid.head) do
    parts[#parts + 1] = write_row(row, "col")
  end
  parts[#parts + 1] = "</thead>\n<tbody>\n"
  for _, row in ipairs(grid.body) do
    parts[#parts + 1] = write_row(row, "row")
  end
  parts[#parts + 1] = "</tbody>\n</table>"
  return table.concat(parts)
end

local function is_numeric(list, column)
  for _, row in ipairs(list) do
    if row[column] ~= nil and row[column] ~= "" and type(row[column]) ~= "number" then return false end
  end
  return true
end

-- The columns that may hold times, which a remark on a row is about: those with numbers that are not whole; else the
-- first.
local function remarked(list, columns)
  local found, any = {}, false
  for i, column in ipairs(columns) do
    for _, row in ipairs(list) do
      local value = row[column]
      if i > 1 and type(value) == "number" and not math.tointeger(value) then found[i], any = true, true end
    end
  end
  return any and found or { true }
end

local function listing(list, attributes, style)
  local columns = lists.items(attributes.select)
  local has_remark = remarked(list, columns)
  local grid = { head = { {} }, body = {} }
  for i, column in ipairs(columns) do
    local numeric = is_numeric(list, column) and not style.has_labels(column)
    grid.head[1][i] = { header = true, number = numeric, text = heading(style, column, true) }
    for r, row in ipairs(list) do
      grid.body[r] = grid.body[r] or {}
      local is_label = i == 1 and not numeric
      grid.body[r][i] = {
        header = i == 1,
        number = numeric,
        text = show(style, column, row[column], numeric and not is_label),
        raw = i > 1 and row[column] or nil,
        remark = has_remark[i] and row.remark or nil,
      }
    end
  end
  return write(grid)
end

local function key_of(row, columns)
  local parts = {}
  for i, column in ipairs(columns) do
    parts[i] = tostring(row[column])
  end
  return table.concat(parts, "\0")
end

-- Rows that are alike in some columns together.
local function group(list, columns)
  return lists.grouped(list, function(row) return key_of(row, columns) end)
end

local function value_cell(style, members, columns, key, value)
  local found
  for _, row in ipairs(members) do
    if key_of(row, columns) == key and row[value] ~= nil then
      if found then
        return { number = true, text = marks.missing("several rows for one cell of " .. value, style.place) }
      end
      found = row
    end
  end
  local raw = found and found[value]
  return { number = true, text = show(style, value, raw, true), raw = raw, remark = found and found.remark }
end

local function pivot(list, attributes, style)
  local row_columns, columns = lists.items(attributes.rows), lists.items(attributes.columns)
  local values = lists.items(attributes.value)
  local groups, across = group(list, row_columns), group(list, columns)
  local top, second, body = {}, {}, {}
  local function has_numbers(column) return is_numeric(list, column) and not style.has_labels(column) end
  for i, column in ipairs(row_columns) do
    local cell = { header = true, number = has_numbers(column), text = heading(style, column) }
    top[i] = cell
    second[i] = cell
  end
  for _, item in ipairs(across) do
    local label = {}
    for _, column in ipairs(columns) do
      local text = show(style, column, item[1][column])
      if type(item[1][column]) == "number" then
        text = heading(style, column) .. '\u{202F}=\u{202F}' .. text
      end
      label[#label + 1] = text
    end
    local text = with_unit(table.concat(label, ", "), #values == 1 and style.unit(true))
    top[#top + 1] = { header = true, number = true, text = text, span = #values > 1 and #values or nil }
    for _, value in ipairs(values) do
      second[#second + 1] = { header = true, number = true, text = heading(style, value, true) }
    end
  end
  for r, item in ipairs(groups) do
    body[r] = {}
    for i, column in ipairs(row_columns) do
      body[r][i] = {
        header = i == 1,
        number = has_numbers(column),
        text = show(style, column, item[1][column]),
      }
    end
    for _, other in ipairs(across) do
      local key = key_of(other[1], columns)
      for _, value in ipairs(values) do
        table.insert(body[r], value_cell(style, item, columns, key, value))
      end
    end
  end
  if #values == 1 then return write({ head = { top }, body = body }) end
  for i = 1, #row_columns do
    top[i] = { text = "" }
  end
  return write({ head = { top, second }, body = body })
end

local function wanted_columns(attributes)
  local names = {}
  for _, attribute in ipairs({ "select", "rows", "columns", "value" }) do
    for _, name in ipairs(lists.items(attributes[attribute])) do
      names[#names + 1] = name
    end
  end
  return names
end

-- The columns' lines, and the attributes with those that follow from the lines.
local function described(given)
  local attributes = {}
  for name, text in pairs(given) do
    attributes[name] = text
  end
  local columns, problem, line = columns_of.parse(given.lines)
  if columns and #columns > 0 and not (given.select or given.rows) then
    local names = {}
    for i, column in ipairs(columns) do
      names[i] = column.name
    end
    attributes.select = table.concat(names, ",")
  end
  return attributes, columns, problem, line
end

local function below(place, line)
  return place and line and places.below(place, line - 1)
end

-- The rows of a table and the results used, or what is wrong and where.
local function read(attributes, columns, at)
  local filters = { columns.condition }
  if attributes.where then table.insert(filters, { formula = attributes.where }) end
  local list, used, problem, source = rows.read(attributes.data, filters, columns)
  if problem then return list, used, problem, below(at.lines, source and source.line) or at.div end
  if #list == 0 then
    local reason = filters[1] and filters[1].formula or attributes.data or "data= is missing"
    return list, used, "no rows: " .. reason, at.div
  end
  local missing = rows.missing_column(list, wanted_columns(attributes))
  if not missing then return list, used end
  local entry = columns.by_name[missing]
  return list, used, ("missing column: %s in %s"):format(missing, attributes.data),
    below(at.lines, entry and entry.line) or at.div
end

local function fault(problem, place)
  return "<p>" .. marks.missing(problem, place) .. "</p>"
end

--- HTML text of the table for a results block's attributes, the results it used, and how many rows there are. `lines`
-- is the text of its columns' lines, `most` how many rows of it are shown. `at` has the places of div and lines.
function tables.render(given, at)
  at = at or {}
  local attributes, columns, problem, line = described(given)
  if not columns then return fault(problem, below(at.lines, line)), {} end
  local list, used, trouble, place = read(attributes, columns, at)
  if trouble then return fault(trouble, place), used end
  local count = #list
  if attributes.most then list = table.move(list, 1, math.min(count, tonumber(attributes.most)), 1, {}) end
  local style = style_of(attributes, columns)
  style.place = at.div
  if attributes.select then return listing(list, attributes, style), used, count end
  if not (attributes.rows and attributes.columns and attributes.value) then
    return fault("a results table wants columns, or rows=, columns= and value=", at.div), used
  end
  return pivot(list, attributes, style), used, count
end

--- Blocks whose tables are the same on all machines, without the numbers for a comparison.
function tables.not_compared(blocks)
  return pandoc.Blocks(blocks):walk({
    RawBlock = function(raw)
      local text, removed = raw.text:gsub(' data%-v="[^"]*"', "")
      return removed > 0 and pandoc.RawBlock(raw.format, text) or nil
    end,
  })
end

--- Puts the lines of a results div's columns, a block of code, into its attribute `lines`.
function tables.take_lines(div)
  local content = pandoc.List()
  for _, block in ipairs(div.content) do
    if block.t == "CodeBlock" and block.classes:includes("columns") then
      div.attributes.lines = block.text
    else
      content:insert(block)
    end
  end
  div.content = content
  return div
end

--- Short lines and records for a caption, as blocks. `place` is that of what asked for the results.
function tables.provenance(used, place)
  local blocks = pandoc.List()
  marks.stale(used, place)
  for _, origin in ipairs(provenance.groups(used)) do
    blocks:insert(html.block('<div class="provenance">', { silent = true }))
    blocks:insert(pandoc.Plain(origin.line))
    blocks:insert(html.block(provenance.record(origin.results) .. "</div>"))
  end
  return blocks
end

return tables
