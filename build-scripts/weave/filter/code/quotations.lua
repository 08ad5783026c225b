-- Code of the project shown where a chapter speaks of it: an empty block {.cpp quote="code/x.cpp" region="name"}.
-- In the source, comments `quote: name` and `end quote` enclose the region.

local html = require("page.html")
local code = require("code.code")
local files = require("build.files")
local depfile = require("build.depfile")
local places = require("build.places")
local report = require("build.report")

local quotations = {}

local function fail(...)
  error({ message = string.format(...) }, 0)
end

-- What a line says to those who quote: the name of the region that begins, or "" where one ends.
local function marker(line)
  local comment = line:match("^%s*[/*#;%%%-]+%s*(.-)[%s*/]*$")
  if not comment then return nil end
  return comment:match("^quote:%s*([%a][%w_.-]*)$") or (comment == "end quote" and "" or nil)
end

-- The regions of a source, by name: lists of { first, last }, lines in between the markers; their names in order.
local function regions(lines, path)
  local found, names, open = {}, {}, {}
  for number, line in ipairs(lines) do
    local name = marker(line)
    if name == "" then
      local region = table.remove(open)
      if not region then fail("%s:%d: 'end quote' ends nothing", path, number) end
      region.last = number - 1
    elseif name then
      if not found[name] then names[#names + 1] = name end
      found[name] = found[name] or {}
      local region = { first = number + 1 }
      table.insert(found[name], region)
      open[#open + 1] = region
    end
  end
  if open[1] then fail("%s:%d: this region does not end", path, open[#open].first - 1) end
  return found, names
end

local function region_of(lines, path, name)
  local found, names = regions(lines, path)
  if not name then return { first = 1, last = #lines } end
  if not found[name] then
    local known = #names > 0 and "it has " .. table.concat(names, ", ") or "it has none"
    fail("there is no region '%s' in %s: %s", name, path, known)
  end
  if found[name][2] then
    fail("region '%s' begins twice in %s, lines %d and %d", name, path,
      found[name][1].first - 1, found[name][2].first - 1)
  end
  return found[name][1]
end

-- The lines from `first` to `last` without markers, and without blank ones around.
local function visible(lines, first, last)
  local function is_bare(number) return not lines[number]:find("%S") or marker(lines[number]) end
  while first <= last and is_bare(first) do
    first = first + 1
  end
  while last >= first and is_bare(last) do
    last = last - 1
  end
  local kept = {}
  for number = first, last do
    if not marker(lines[number]) then kept[#kept + 1] = lines[number] end
  end
  return kept, first, last
end

local function dedented(lines)
  local least = math.huge
  for _, line in ipairs(lines) do
    if line:find("%S") then least = math.min(least, #line:match("^ *")) end
  end
  local result = {}
  for i, line in ipairs(lines) do
    result[i] = line:sub(least + 1)
  end
  return result
end

-- The text that a block asks for, and the numbers of its first and last line.
local function quoted(block, root)
  local path, name = block.attributes.quote, block.attributes.region
  if block.text:find("%S") then fail("a quotation is left empty: its text comes from %s", path) end
  if path:find("^/") or ("/" .. path .. "/"):find("/%.%.?/") then
    fail("cannot quote %s: name a file by its path from the top of the project", path)
  end
  local place = pandoc.path.join({ root, path })
  local text = files.read(place)
  if not text then fail("cannot quote %s: there is no such file", path) end
  depfile.add(place)
  local lines = code.split((text:gsub("\r\n", "\n")))
  local region = region_of(lines, path, name)
  local kept, first, last = visible(lines, region.first, region.last)
  if #kept == 0 then
    fail("there is nothing to quote in %s", name and ("region '%s' of %s"):format(name, path) or path)
  end
  return table.concat(dedented(kept), "\n"), first, last
end

local function head(path, first, last)
  local name = '<span class="chunk-name"><code>' .. html.escape(path) .. "</code></span>"
  local lines = first == last and ("line %d"):format(first) or ("lines %d\u{2013}%d"):format(first, last)
  return ('<p class="chunk-head">%s <span class="chunk-number">%s</span></p>'):format(name, lines)
end

--- The HTML block that takes the place of a code block that quotes; nil where it does not. `root` is the folder that
-- paths are relative to. What cannot be quoted is an error at the chapter's line.
function quotations.render(block, root)
  local path = block.attributes.quote
  if not path then return nil end
  local place = places.next("quote", path)
  local good, text, first, last = pcall(quoted, block, root or ".")
  if not good then
    if type(text) ~= "table" then error(text, 0) end
    report.fail(text.message, place)
    return html.block(('<p class="missing">%s</p>'):format(html.escape(text.message)))
  end
  local region = code.region(code.highlight(text, code.language(block.classes)), path)
  return html.block(('<div class="chunk quotation">\n%s\n%s</div>'):format(head(path, first, last), region), text)
end

return quotations
