-- What a record's column `remark` says of a row: unstable, throttled, in-L2, some of these with + between, or ok.

local html = require("page.html")

local remarks = {}

-- `words` are of one row, `one` and `many` of some of a record's.
local kinds = {
  {
    name = "unstable",
    class = "unstable",
    sign = "\u{2020}",
    words = "unstable: its times scatter beyond the bound",
    one = "%d of the record’s %d rows is unstable: its times scatter beyond the bound",
    many = "%d of the record’s %d rows are unstable: their times scatter beyond the bound",
  },
  {
    name = "throttled",
    class = "throttled",
    sign = "\u{00A7}",
    words = "measured while the GPU was held back",
    one = "%d of the record’s %d rows was measured while the GPU was held back",
    many = "%d of the record’s %d rows were measured while the GPU was held back",
  },
  {
    name = "in-L2",
    class = "in-cache",
    sign = "\u{2021}",
    words = "its data fit into the L2 cache",
    one = "for %d of the record’s %d rows the data fit into the L2 cache",
    many = "for %d of the record’s %d rows the data fit into the L2 cache",
  },
}

local function has(remark, kind)
  return type(remark) == "string" and ("+" .. remark .. "+"):find("+" .. kind.name .. "+", 1, true) ~= nil
end

local function collect(remark, field, separator)
  local found = {}
  for _, kind in ipairs(kinds) do
    if has(remark, kind) then found[#found + 1] = kind[field] end
  end
  return #found > 0 and table.concat(found, separator) or nil
end

--- Classes and attributes for a cell of a row with that remark, or nil.
function remarks.of_cell(remark)
  local classes, signs = collect(remark, "class", " "), collect(remark, "sign", "")
  return classes, classes and (' data-sign="%s" title="%s"'):format(signs, remarks.words(remark))
end

--- The remark in words, or nil where there is nothing to say.
function remarks.words(remark)
  return collect(remark, "words", "; ")
end

--- HTML text of signs that follow a number in a sentence.
function remarks.signs(remark)
  local signs = collect(remark, "sign", "")
  return signs and ('<sup class="remark" title="%s">%s</sup>'):format(html.escape(remarks.words(remark)), signs) or ""
end

--- What the rows of a result have remarks of, as text; "" if there is nothing to say.
function remarks.summary(rows)
  local parts = {}
  for _, kind in ipairs(kinds) do
    local count = 0
    for _, row in ipairs(rows) do
      if has(row.remark, kind) then count = count + 1 end
    end
    if count > 0 then
      parts[#parts + 1] = kind.sign .. " " .. (count == 1 and kind.one or kind.many):format(count, #rows)
    end
  end
  return table.concat(parts, "; ")
end

return remarks
