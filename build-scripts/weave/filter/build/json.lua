-- Plain data as JSON, for the build's other tools.

local json = {}

local escapes = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

local function quoted(text)
  return '"' .. text:gsub('[%c"\\]', function(character)
    return escapes[character] or ("\\u%04x"):format(character:byte())
  end) .. '"'
end

--- JSON text of a tree of tables, strings, numbers and booleans; the same tree gives the same text. A table with
-- nothing in it is an array.
function json.write(value, indent)
  if type(value) == "string" then return quoted(value) end
  if type(value) ~= "table" then return tostring(value) end
  indent = indent or ""
  local inner, items = indent .. "  ", {}
  for i, item in ipairs(value) do
    items[i] = inner .. json.write(item, inner)
  end
  local is_object = #items == 0 and next(value) ~= nil
  if is_object then
    for key, item in pairs(value) do
      items[#items + 1] = inner .. quoted(key) .. ": " .. json.write(item, inner)
    end
    table.sort(items)
  end
  if #items == 0 then return "[]" end
  local open, close = table.unpack(is_object and { "{", "}" } or { "[", "]" })
  return open .. "\n" .. table.concat(items, ",\n") .. "\n" .. indent .. close
end

--- The same without white space between the parts.
function json.line(value)
  return (json.write(value):gsub("\n *", ""))
end

return json
