-- The files and folders that a page or an outline was made from, the weaver's own modules among them, for Ninja.

local files = require("build.files")

local depfile = {}

local seen, order = {}, {}

--- Notes that the page depends on `path`; a path that does not exist would make Ninja run for ever, so it is left out.
function depfile.add(path)
  if path and not seen[path] and files.exists(path) then
    seen[path] = true
    order[#order + 1] = path
  end
end

-- Notes the modules that are in use.
local function add_modules()
  for name in pairs(package.loaded) do
    depfile.add((package.searchpath(name, package.path)))
  end
end

local function escaped(path)
  return (path:gsub("[ #]", "\\%0"):gsub("%$", "$$$$"))
end

--- Writes the dependencies of `target` to `path`.
function depfile.write(path, target)
  add_modules()
  table.sort(order)
  local parts = { escaped(target) .. ":" }
  for _, name in ipairs(order) do
    parts[#parts + 1] = " \\\n  " .. escaped(name)
  end
  local file = assert(io.open(path, "wb"))
  assert(file:write(table.concat(parts), "\n"))
  assert(file:close())
end

return depfile
