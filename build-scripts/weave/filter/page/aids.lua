-- `::: {.aid #aid:NAME scripts="rule,NAME" title="…"}`: a place that scripts fill. Its content stays where none run.
-- With `experiment="NAME"` in the place of `scripts` the reader runs the experiment of that name of the chapter; where
-- the build has no simulator for pages, a page says so.

local html = require("page.html")
local files = require("build.files")
local labels = require("page.labels")
local lists = require("page.lists")
local places = require("build.places")
local report = require("build.report")
local depfile = require("build.depfile")

local aids = {}

local loaded

--- Forgets which scripts the page has loaded.
function aids.open()
  loaded = {}
end

local function load(name, folder, place)
  if loaded[name] then return "" end
  loaded[name] = true
  local path = folder and pandoc.path.join({ folder, name .. ".js" })
  if not (path and files.read(path)) then
    report.warn("missing script of an aid: " .. name, place)
    return ('<p class="missing">missing script: %s</p>\n'):format(html.escape(name))
  end
  depfile.add(path)
  return ('<script src="aids/%s.js" defer></script>\n'):format(html.escape(name))
end

-- The aid's content in its frame. `data`: the attribute by which scripts find it; `class`: of its content; `rest`: what
-- follows that.
local function framed(div, data, class, rest)
  local title = div.attributes.title or "Try it"
  local anchor = div.identifier ~= "" and (' id="%s"'):format(labels.anchor(div.identifier)) or ""
  local opening = '<section class="aid"%s %s aria-label="%s">\n<p class="aid-title">%s</p>\n<div class="%s">'
  local blocks = pandoc.List({
    html.block(
      opening:format(anchor, data, html.escape(title), html.label(title), class),
      html.plain(html.label(title))
    ),
  })
  blocks:extend(div.content)
  blocks:insert(html.block("</div>\n" .. rest))
  return blocks
end

-- In the place of the first experiment of a page.
local without = "Here a kernel could be tried in the page, but this copy of the book was made without emscripten."

local function experiment(div, settings)
  local name = settings.name .. "/" .. div.attributes.experiment
  local place = places.next("experiment", div.attributes.experiment)
  if not settings.experiments then
    local is_told = loaded.experiments
    loaded.experiments = true
    return pandoc.List({ not is_told and html.block("<p>" .. without .. "</p>", without) or nil })
  end
  if not settings.experiments:includes(name) then
    report.warn("no experiment " .. name .. " in code/experiments", place)
    return pandoc.List()
  end
  if div.identifier == "" then report.warn("an experiment without a label has no links to its settings", place) end
  local script = loaded.experiments and "" or '<script src="experiments.js" defer></script>\n'
  loaded.experiments = true
  local rest = "<noscript><p>It runs where scripts do.</p></noscript>\n</section>\n" .. script
  return framed(div, ('data-experiment="%s"'):format(html.escape(name)), "aid-prompt", rest)
end

--- Blocks that take the place of an aid's div, or nil where the div is none. Its scripts run in their order; the last
-- one, whose name the element has in data-aid, fills it. Of the settings: aids, where scripts lie, and experiments, the
-- names of those that pages can run.
function aids.render(div, settings)
  if not div.classes:includes("aid") then return nil end
  if div.attributes.experiment then return experiment(div, settings) end
  local names = lists.items(div.attributes.scripts)
  local place = places.next("scripts", div.attributes.scripts or "")
  if #names == 0 then report.warn("an aid without scripts", places.next("title", div.attributes.title or "Try it")) end
  local scripts = ""
  for _, name in ipairs(names) do
    scripts = scripts .. load(name, settings.aids, place)
  end
  local data = ('data-aid="%s"'):format(html.escape(names[#names] or ""))
  return framed(div, data, "aid-fallback", "</section>\n" .. scripts)
end

return aids
