-- What a chapter's code defines, by the list that lies beside its outline: `find_names` wrote it from the program.

local data = require("build.data")
local depfile = require("build.depfile")

local names = {}

local function list(settings)
  local path = settings.outlines and pandoc.path.join({ settings.outlines, settings.name .. ".names.lua" })
  depfile.add(path)
  return path and data.read(path) or {}
end

--- The names that a piece of the page's code defines, each once, in the order of their lines.
function names.defined(text, settings)
  names.known = names.known or list(settings)
  local found, order = {}, {}
  for line in (text .. "\n"):gmatch("%s*(.-)\n") do
    for _, each in ipairs(names.known) do
      if not found[each.name] and line:sub(1, #each.line) == each.line then
        found[each.name] = true
        order[#order + 1] = each.name
      end
    end
  end
  return order
end

return names
