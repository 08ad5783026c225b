-- Reading files, and writing them only when they change.

local files = {}

--- The text of a file, or nil.
function files.read(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local text = file:read("a")
  file:close()
  return text
end

function files.exists(path)
  local file = io.open(path, "rb")
  if file then file:close() end
  return file ~= nil
end

--- Writes all of a file or none of it; leaves one with the same text alone. `suffix` ends its name until it is whole.
function files.write_if_changed(path, text, suffix)
  if files.read(path) == text then return false end
  local temporary = path .. (suffix or ".new")
  local file = assert(io.open(temporary, "wb"))
  assert(file:write(text))
  assert(file:close())
  assert(os.rename(temporary, path))
  return true
end

return files
