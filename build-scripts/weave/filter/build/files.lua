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

--- Writes all of a file or none of it. `suffix` ends its name until it is whole.
function files.write(path, text, suffix)
  local temporary = path .. (suffix or ".new")
  local file = assert(io.open(temporary, "wb"))
  assert(file:write(text))
  assert(file:close())
  assert(os.rename(temporary, path))
end

--- The same, but leaves a file with the same text alone.
function files.write_if_changed(path, text, suffix)
  if files.read(path) == text then return false end
  files.write(path, text, suffix)
  return true
end

return files
