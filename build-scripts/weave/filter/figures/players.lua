-- `![Caption](figure:NAME){.player trace="A, B" labels="A=…; B=…" warp="0" arrays="x, y" …}`: traces that a script
-- plays in the place of a figure. Without scripts the figure is all there is.

local files = require("build.files")
local lists = require("page.lists")
local json = require("build.json")
local marks = require("page.marks")
local results = require("results.results")
local figures = require("figures.figures")
local traces = require("figures.traces")

local players = {}

local script = '<script src="players.js" defer></script>\n'

local loaded

--- Forgets that the page has loaded the script.
function players.open()
  loaded = false
end

-- The traces that a figure names, or else those that it is drawn from.
local function names_of(figure, settings)
  if figure.attributes.trace then return lists.items(figure.attributes.trace) end
  local names = {}
  for _, name in ipairs(figures.experiments(figure, settings)) do
    if name:find("trace$") then names[#names + 1] = (name:gsub("_", "-")) end
  end
  return names
end

local function trace_of(name, figure, settings, labels)
  local result, problem = results.find(name)
  if not result then return nil, problem end
  local names_of_arrays = figure.attributes.arrays and lists.items(figure.attributes.arrays)
  local steps, fault = traces.steps(result, math.tointeger(tonumber(figure.attributes.warp)), names_of_arrays)
  if not steps then return nil, ("trace that cannot be played: %s (%s)"):format(name, fault) end
  local file = pandoc.path.filename(settings.source)
  local program = settings.index and files.read(pandoc.path.join({ settings.index, settings.name .. ".cu" }))
  local code = traces.code(steps, program or "", file)
  for _, step in ipairs(steps) do
    if step.file ~= file then step.line = nil end
    step.file = nil
  end
  return { label = labels[name] or name, steps = steps, code = code }
end

--- HTML text of a figure's player, or nil where it has none.
function players.render(figure, settings)
  if not figure.classes:includes("player") then return nil end
  local labels, list = lists.pairs(figure.attributes.labels), {}
  local names = names_of(figure, settings)
  if #names == 0 then return marks.missing("a player without a trace: " .. figure.name, figure.place) end
  for _, name in ipairs(names) do
    local trace, problem = trace_of(name, figure, settings, labels)
    if not trace then return marks.missing(problem, figure.place) end
    list[#list + 1] = trace
  end
  local data = { memory = figure.attributes.memory or "shared", traces = list }
  local loading = loaded and "" or script
  loaded = true
  return ('<div class="player"><script type="application/json">%s</script></div>\n%s'):format(
    (json.line(data):gsub("</", "<\\/")),
    loading
  )
end

return players
