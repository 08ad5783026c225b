-- `::: {.aid #aid:NAME scripts="rule,NAME" title="…"}`: a place that scripts fill. Its content stays where none run.

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

--- Blocks that take the place of an aid's div, or nil where the div is none. Its scripts run in their order; the last
-- one, whose name the element has in data-aid, fills it. `folder`: where scripts lie.
function aids.render(div, folder)
  if not div.classes:includes("aid") then return nil end
  local names = lists.items(div.attributes.scripts)
  local title = div.attributes.title or "Try it"
  local anchor = div.identifier ~= "" and (' id="%s"'):format(labels.anchor(div.identifier)) or ""
  local opening = '<section class="aid"%s data-aid="%s" aria-label="%s">\n<p class="aid-title">%s</p>\n'
    .. '<div class="aid-fallback">'
  local blocks = pandoc.List({
    html.block(
      opening:format(anchor, html.escape(names[#names] or ""), html.escape(title), html.label(title)),
      html.plain(html.label(title))
    ),
  })
  blocks:extend(div.content)
  local place = places.next("scripts", div.attributes.scripts or "")
  local closing = "</div>\n</section>\n"
  if #names == 0 then report.warn("an aid without scripts", places.next("title", title)) end
  for _, name in ipairs(names) do
    closing = closing .. load(name, folder, place)
  end
  blocks:insert(html.block(closing))
  return blocks
end

return aids
