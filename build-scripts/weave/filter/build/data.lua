-- Tables as Lua source, and back: the format of outlines and of the tangler's index.

local files = require("build.files")

local data = {}

local function key_text(key)
  if type(key) == "number" then return "" end
  if key:match("^[%a_][%w_]*$") then return key .. " = " end
  return ("[%q] = "):format(key)
end

local function sorted_keys(value)
  local keys = {}
  for key in pairs(value) do
    keys[#keys + 1] = key
  end
  table.sort(keys, function(a, b)
    if type(a) == type(b) then return a < b end
    return type(a) == "number"
  end)
  return keys
end

--- Lua source of a tree of tables, strings, numbers and booleans; the same tree gives the same text.
function data.write(value, indent)
  indent = indent or ""
  if type(value) ~= "table" then
    if type(value) == "string" then return (("%q"):format(value):gsub("\\\n", "\\n")) end
    return tostring(value)
  end
  local inner = indent .. "  "
  local lines = {}
  for _, key in ipairs(sorted_keys(value)) do
    lines[#lines + 1] = inner .. key_text(key) .. data.write(value[key], inner) .. ",\n"
  end
  return "{\n" .. table.concat(lines) .. indent .. "}"
end

--- The value that Lua source of a tree of tables stands for.
function data.parse(text)
  return assert(load("return " .. text, "=data", "t", {}))()
end

--- Reads a file that returns a table; nothing in it can call anything. Nil if there is no such file.
function data.read(path)
  if not files.exists(path) then return nil end
  local chunk, message = loadfile(path, "t", {})
  if not chunk then error(message, 0) end
  return chunk()
end

return data
