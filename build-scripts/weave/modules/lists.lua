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

return lists
