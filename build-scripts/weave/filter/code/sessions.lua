-- Sessions at a terminal: what is typed, and what was answered, by the simulator at build or by a GPU as recorded.

local html = require("page.html")
local marks = require("page.marks")
local code = require("code.code")
local chunk_parts = require("code.chunk_parts")
local data = require("build.data")
local depfile = require("build.depfile")
local files = require("build.files")
local places = require("build.places")
local report = require("build.report")
local results = require("results.results")

local sessions = {}

local transcripts

-- What list_transcripts.py gathered for the page, by the session's name.
local function of_page(settings)
  local path = settings.transcripts
  if not transcripts then
    transcripts = path and files.exists(path) and data.read(path) or {}
    if path then depfile.add(path) end
  end
  return transcripts
end

local function typed(command)
  local lines = {}
  for i, line in ipairs(code.split(command)) do
    lines[i] = ('<span class="prompt" aria-hidden="true">%s</span><kbd>%s</kbd>'):format(
      i == 1 and "$ " or "  ", html.escape(line)
    )
  end
  return lines
end

local function lines_of(steps)
  local lines, read = {}, {}
  for _, step in ipairs(steps) do
    for _, line in ipairs(typed(step.command)) do
      lines[#lines + 1] = line
    end
    read[#read + 1] = step.command
    for _, line in ipairs(step.printed) do
      lines[#lines + 1] = '<samp>' .. html.escape(line) .. "</samp>"
      read[#read + 1] = line
    end
  end
  return lines, table.concat(read, "\n")
end

-- What was typed, where there is no transcript of it.
local function steps_of(text)
  local steps = {}
  for _, line in ipairs(code.split(text)) do
    if not line:find("^# says: ") then steps[#steps + 1] = { command = line:gsub("^! ", ""), printed = {} } end
  end
  return steps
end

local function provenance(name, entry, place)
  if entry.place == "simulator" then return "Run on the simulator, at build." end
  local record = entry.metadata
  if not record then
    results.ask(name, "missing", "not recorded")
    return "Not run yet: " .. marks.missing("missing result: " .. name, place)
  end
  if entry.cause then
    report.warn(("outdated result: %s (%s)"):format(name, entry.cause), place)
    results.ask(name, "outdated", entry.cause)
  else
    results.ask(name, "current")
  end
  local changed = record.dirty ~= "no" and " with changes" or ""
  return html.escape(("Run on an %s, CUDA %s, %s, commit %s%s."):format(
    record.gpu, record.CUDA, record.date:sub(1, 10), record.commit:sub(1, 10), changed
  )) .. (entry.cause and " " .. marks.outdated or "")
end

--- The HTML block that takes the place of a session's; nil where a block is none.
function sessions.render(block, settings)
  if not block.classes:includes("session") then return nil end
  local file = block.attributes.file or ""
  local chapter, kind, name = file:match("^([^/]+)/(%a+)/([^/]+)%.sh$")
  local place = places.next("file", file)
  if not name or chapter ~= settings.name or kind ~= "simulator" and kind ~= "gpu" then
    local form = "a session's file is %s/simulator/NAME.sh or %s/gpu/NAME.sh"
    report.fail(form:format(settings.name, settings.name), place)
    return html.block("")
  end
  name = ("%s-%s-%s"):format(chapter, kind, name)
  local entry = of_page(settings)[name]
  if not entry then
    report.warn("missing result: " .. name .. " (meson setup --reconfigure finds a chapter's first session)", place)
    entry = { place = kind, steps = steps_of(block.text) }
  end
  local lines, read = lines_of(entry.steps)
  local title = kind == "gpu" and "On a GPU" or "On the simulator"
  return html.block(
    ('<div class="chunk session" id="%s">\n%s\n%s\n%s</div>'):format(
      chunk_parts.anchor("file:" .. file, 1),
      ('<p class="chunk-head"><span class="chunk-name">%s</span></p>'):format(title),
      code.region(lines, "A session at a terminal", "terminal"),
      ('<p class="chunk-foot">%s</p>'):format(provenance(name, entry, place))
    ),
    read
  )
end

return sessions
