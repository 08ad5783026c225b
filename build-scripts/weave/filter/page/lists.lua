-- Attributes that hold lists: `a,b,c` and `key=text; key=text`.

local lists = {}

local function trim(text)
  return text:match("^%s*(.-)%s*$")
end

--- Items between commas, trimmed.
function lists.items(text)
  local items = {}
  for item in (text or ""):gmatch("[^,]+") do
    items[#items + 1] = trim(item)
  end
  return items
end

--- Pairs `key=text` between semicolons: a table, and the keys in order. Text may hold further equals signs.
function lists.pairs(text)
  local map, keys = {}, {}
  for item in (text or ""):gmatch("[^;]+") do
    local key, content = item:match("^%s*(.-)%s*=%s*(.-)%s*$")
    if key and key ~= "" then
      map[key] = content
      keys[#keys + 1] = key
    end
  end
  return map, keys
end

--- Lists of the items with the same `key(item)`, in the order in which each key comes first.
function lists.grouped(items, key)
  local groups, by_key = {}, {}
  for _, item in ipairs(items) do
    local of_item = key(item)
    if not by_key[of_item] then
      by_key[of_item] = {}
      groups[#groups + 1] = by_key[of_item]
    end
    table.insert(by_key[of_item], item)
  end
  return groups
end

return lists
