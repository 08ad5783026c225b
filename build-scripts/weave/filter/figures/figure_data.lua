-- What a figure was drawn from, as tables behind a fold: for those who do not see the figure, and for those who want
-- to know.

local html = require("page.html")
local number = require("results.number")
local scrollable = require("page.scrollable")
local results = require("results.results")
local tables = require("results.tables")

local figure_data = {}

local most = 160

-- What says how a row was measured is the record's.
local unshown = { samples = true, remark = true, file = true }

-- Addresses and masks, of which one wants to see the bits, and integrals, which are nearly right: all digits of a float
-- count.
local formats = { active = "0x%x", address = "0x%x", integral = "%.9g" }

local function shown_value(column, value)
  return number.show(value, formats[column]) or value
end

-- The columns in which something differs, and what is the same in all rows, as text.
local function columns_of(result)
  local shown, same = {}, {}
  for _, column in ipairs(result.columns) do
    local first, differs = result.rows[1] and result.rows[1][column], false
    for _, row in ipairs(result.rows) do
      differs = differs or row[column] ~= first
    end
    if not unshown[column] then
      if differs or #result.rows == 1 then
        shown[#shown + 1] = column
      elseif first ~= nil and first ~= "" then
        same[#same + 1] = ("%s = %s"):format(html.escape(column), shown_value(column, first))
      end
    end
  end
  return shown, same
end

local function table_of(name, figure, where)
  local result = results.find(name)
  if not result or #result.rows == 0 then return "" end
  local shown, same = columns_of(result)
  if #shown == 0 then return "" end
  local lines = {}
  for i, column in ipairs(shown) do
    lines[i] = column .. " " .. (formats[column] or "")
  end
  local asked = { data = name, lines = table.concat(lines, "\n"), most = tostring(most), where = where }
  local text, _, count = tables.render(asked)
  local note = "<code>" .. html.escape(name) .. "</code>"
  if #same > 0 then note = note .. ", all with " .. table.concat(same, ", ") end
  if where then note = note .. ", where <code>" .. html.escape(where) .. "</code>" end
  local is_cut = count and count > most
  if is_cut then note = ("%s: the first %d of %d rows"):format(note, most, count) end
  return ('<p>%s</p>\n<div class="scroll"%s %s>%s</div>\n'):format(
    note,
    is_cut and (' data-first="%d"'):format(most) or "",
    scrollable.named(("Data of %s: %s, scrollable"):format(figure, name)),
    text
  )
end

--- HTML text: the results named, as they are on the machine at hand; empty where there is none. `figure` is what the
-- figure is called; `where` chooses rows of the first result, where it draws only some.
function figure_data.render(names, figure, where)
  local found = {}
  for i, name in ipairs(names) do
    found[i] = table_of((name:gsub("_", "-")), figure, i == 1 and where or nil)
  end
  local text = table.concat(found)
  if text == "" then return "" end
  return ('<details class="figure-data"><summary>Data of %s as %s</summary>\n%s</details>'):format(
    html.escape(figure),
    #names == 1 and "a table" or "tables",
    text
  )
end

return figure_data
