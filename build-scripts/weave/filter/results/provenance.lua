-- Where results come from: a short line for captions, and the record on demand.

local html = require("page.html")
local lists = require("page.lists")
local remarks = require("results.remarks")

local provenance = {}

local function first(result, ...)
  for _, key in ipairs({ ... }) do
    local value = result.metadata[key] or (result.machine and result.machine[key])
    if value and value ~= "" then return value end
  end
end

local function commit_text(result)
  local commit = first(result, "commit")
  if not commit then return nil end
  local dirty = first(result, "dirty")
  local changed = dirty and dirty ~= "no" and dirty ~= "false" and dirty ~= "0"
  return "commit " .. commit:sub(1, 10) .. (changed and " with changes" or "")
end

-- Where it was measured, and what one asks for to check it.
local function measured_at(result)
  local cuda = first(result, "CUDA", "cuda", "toolkit")
  local date = first(result, "date")
  local gpu = first(result, "gpu", "device") or first(result, "machine") or "unknown machine"
  local devices = first(result, "devices")
  local parts = {}
  if cuda then parts[#parts + 1] = cuda:match("^%d") and ("CUDA " .. cuda) or cuda end
  if date then parts[#parts + 1] = date:match("^%d+%-%d+%-%d+") or date end
  parts[#parts + 1] = commit_text(result)
  return devices and ("%s × %s"):format(devices, gpu) or gpu, parts
end

--- One line on a result, as inlines: who counted, measured or published it. Published ones cite their source.
function provenance.line(result)
  local inlines = pandoc.List()
  local function add(text)
    inlines:insert(pandoc.Str(text))
  end
  if result.origin == "counted" then
    add("Counted by the simulator at build.")
  elseif result.origin == "published" then
    add("Published")
    if result.metadata.machine then add(", " .. result.metadata.machine) end
    local source = result.metadata.source
    if source then
      add(": ")
      local citation = pandoc.Citation(source, "NormalCitation")
      inlines:insert(pandoc.Cite({ pandoc.Str("[@" .. source .. "]") }, { citation }))
    end
    add(".")
  else
    local verb = result.metadata.kind == "profiled" and "Read by a profiler" or "Measured"
    local place = result.origin == "measured" and " here: " or ": "
    local gpu, details = measured_at(result)
    add(verb .. place .. gpu)
    if #details > 0 then
      inlines:insert(pandoc.Span({ pandoc.Str(", " .. table.concat(details, ", ")) }, pandoc.Attr("", { "audit" })))
    end
    add(".")
  end
  local discarded = tonumber(result.metadata["discarded samples"]) or 0
  if discarded > 0 then
    local samples = discarded == 1 and "sample" or "samples"
    add((" %d %s discarded, throttled or at another clock."):format(discarded, samples))
  end
  local summary = remarks.summary(result.rows)
  if summary ~= "" then add(" " .. summary .. ".") end
  if result.stale then
    add(" ")
    inlines:insert(html.inline('<strong class="stale">outdated</strong>'))
  end
  return inlines
end

-- Hashes by which the tools tell whether a record is damaged or outdated: the file has them.
local for_tools = { checksum = true, key = true }

-- `said`: values by key that the reader has just seen, which are left out where they are the same.
local function definitions(keys, values, said)
  local items = {}
  for _, key in ipairs(keys or {}) do
    if not for_tools[key] and values[key] ~= said[key] then
      items[#items + 1] = ("<dt>%s</dt><dd>%s</dd>"):format(html.escape(key), html.escape(values[key]))
    end
  end
  return table.concat(items)
end

-- Results of a set {experiment = result}, in order of their names.
local function sorted(used)
  local list = {}
  for _, result in pairs(used) do
    list[#list + 1] = result
  end
  table.sort(list, function(a, b) return a.experiment < b.experiment end)
  return list
end

--- Results of a set {experiment = result} by where they come from: { line = inlines, results = { … } } for each line
-- that there is, in the order of their names.
function provenance.groups(used)
  local groups = {}
  local function text(result) return pandoc.utils.stringify(provenance.line(result)) end
  for i, results in ipairs(lists.grouped(sorted(used), text)) do
    groups[i] = { line = provenance.line(results[1]), results = results }
  end
  return groups
end

--- The records of some results, folded, as HTML text.
function provenance.record(results)
  local names, bodies = {}, {}
  for _, result in ipairs(results) do
    local body = definitions(result.keys, result.metadata, {})
      .. definitions(result.machine_keys, result.machine or {}, result.metadata)
    if body ~= "" then
      names[#names + 1] = "<code>" .. html.escape(result.experiment) .. "</code>"
      bodies[#bodies + 1] = "<dl>" .. body .. "</dl>"
    end
  end
  if #names == 0 then return "" end
  return ('<details class="record"><summary>Record%s of %s</summary>%s</details>'):format(
    #names > 1 and "s" or "",
    table.concat(names, ", "),
    table.concat(bodies)
  )
end

--- Short text for a tooltip.
function provenance.text(used)
  local parts = {}
  for _, group in ipairs(provenance.groups(used)) do
    local names = {}
    for i, result in ipairs(group.results) do
      names[i] = result.experiment
    end
    local line = group.line:filter(function(item) return item.t == "Str" or item.t == "Span" end)
    parts[#parts + 1] = table.concat(names, ", ") .. ": " .. pandoc.utils.stringify(line)
  end
  return table.concat(parts, " ")
end

--- Whether any of a set of results is stale.
function provenance.any_stale(used)
  for _, result in pairs(used) do
    if result.stale then return true end
  end
  return false
end

return provenance
