-- `![Caption](figure:NAME){#fig:NAME alt="…"}`, in the tree of Pandoc before and after 3.0.

local html = require("page.html")
local files = require("build.files")
local scrollable = require("page.scrollable")
local report = require("build.report")
local depfile = require("build.depfile")
local data = require("build.data")
local lists = require("page.lists")
local marks = require("page.marks")
local machines = require("results.machines")
local results = require("results.results")

local figures = {}

local function record(image, identifier, caption, alt)
  local name = image.src:match("^figure:(.+)$")
  if not name then return nil end
  return {
    name = name,
    label = identifier,
    caption = caption,
    alt = alt,
    attributes = image.attributes,
    classes = image.classes,
  }
end

--- What a paragraph shows, if it is a figure of before 3.0: an image alone in it.
function figures.of_paragraph(block)
  if #block.content ~= 1 or block.content[1].t ~= "Image" then return nil end
  local image = block.content[1]
  return record(image, image.identifier, image.caption, image.attributes.alt)
end

--- What a Figure block (3.0 and later) shows; there the alternative text is the image's own.
function figures.of_figure(block)
  local inner = block.content[1]
  local image = inner and inner.content and inner.content[1]
  if not image or image.t ~= "Image" then return nil end
  local long = block.caption.long or block.caption
  local caption = long and long[1] and long[1].content or pandoc.List()
  local identifier = block.identifier ~= "" and block.identifier or image.identifier
  local alt = image.attributes.alt
  if not alt and #image.caption > 0 then
    local text, same = pandoc.utils.stringify(image.caption), pandoc.utils.stringify(caption)
    if text ~= same then alt = text end
  end
  return record(image, identifier, caption, alt)
end

-- Letters of fewer units than these are too small where a narrow page shows the picture for a wide one.
local legible = 12

local function is_fine(svg)
  for size in svg:gmatch('<text[^>]-%sfont%-size="([%d.]+)"') do
    if tonumber(size) < legible then return true end
  end
  return false
end

--- SVG text made fit to stand in a page: no prologue, ids unique by `prefix`, a name for readers who do not see it.
-- `width` is "wide" or "narrow" where there is one for columns of either kind.
function figures.inline_svg(svg, prefix, alt, width)
  local classes = { width }
  if width ~= "narrow" and is_fine(svg) then classes[#classes + 1] = "fine" end
  local class = #classes > 0 and (' class="%s"'):format(table.concat(classes, " ")) or ""
  svg = svg:gsub("^.-(<svg[%s>])", "%1", 1):gsub("<!%-%-.-%-%->", "")
  svg = svg:gsub("<title>.-</title>%s*", ""):gsub("<desc>.-</desc>%s*", "")
  svg = svg:gsub("(%sid=)([\"'])(.-)%2", "%1%2" .. prefix .. "-%3%2")
  svg = svg:gsub("url%(#", "url(#" .. prefix .. "-")
  svg = svg:gsub("(href=[\"'])#", "%1#" .. prefix .. "-")
  return (
    svg:gsub("^<svg([^>]*)>", function(attributes)
      for _, name in ipairs({ "width", "height", "role", "aria%-label", "class" }) do
        attributes = attributes:gsub("%s" .. name .. "=([\"']).-%1", "", 1)
      end
      return ('<svg%s%s role="img" aria-label="%s">'):format(attributes, class, html.escape(alt))
    end, 1)
  )
end

-- What the plotter says of a figure: { data = { experiment … }, narrow, machines = { [name] = { svg, narrow } or
-- { lacking } } }; machines are those on which its picture is not the first one's.
local function description(figure, settings)
  local path = settings.figures and pandoc.path.join({ settings.figures, figure.name .. ".lua" })
  depfile.add(path)
  return path and data.read(path) or { data = {}, machines = {} }
end

--- What a line "# explore: {…}" of a figure's script says of it, as JSON, for the page's plot of its data; or nil.
function figures.explored(figure, settings)
  local script = settings.root and pandoc.path.join({ settings.root, "figures", figure.name .. ".gp" })
  local text = script and files.read(script)
  if not text then return nil end
  depfile.add(script)
  return ("\n" .. text):match("\n# explore: (%b{})\n")
end

-- The picture, and the one for narrow columns, if there is one.
local function both(svg, narrow, prefix, alt)
  if not narrow then return figures.inline_svg(svg, prefix, alt) end
  return figures.inline_svg(svg, prefix, alt, "wide") .. figures.inline_svg(narrow, prefix .. "-narrow", alt, "narrow")
end

--- The experiments that a figure shows.
function figures.experiments(figure, settings)
  return figure.attributes.data and lists.items(figure.attributes.data) or description(figure, settings).data
end

local function missing(figure, settings)
  local message = "missing figure: " .. figure.name .. (results.not_lent(figure.name) or "")
  local script = settings.root and pandoc.path.join({ settings.root, "figures", figure.name .. ".gp" })
  if script and files.exists(script) then
    message = message .. ": its script is new, so configure again: meson setup --reconfigure FOLDER"
  end
  return '<p>' .. marks.missing(message, figure.place) .. "</p>"
end

--- The picture on a machine as HTML: the drawing in a region of its own, or a box that names what is missing.
function figures.picture(figure, settings, anchor, machine)
  local path = settings.figures and pandoc.path.join({ settings.figures, figure.name .. ".svg" })
  local svg = path and not results.not_lent(figure.name) and files.read(path)
  if not svg then return missing(figure, settings) end
  depfile.add(path)
  local told = description(figure, settings)
  local other = machines.is_other() and told.machines[machine.name]
  local narrow = told.narrow
  if other then
    if other.lacking then return "<p>" .. marks.missing("missing result: " .. other.lacking, figure.place) .. "</p>" end
    svg, narrow, anchor = other.svg, other.narrow, anchor .. "-" .. machine.name
  end
  local alt = figure.alt
  if not alt or alt == "" then
    report.warn("figure without alt text: " .. figure.name, figure.place)
    alt = pandoc.utils.stringify(figure.caption)
  end
  local region = scrollable.named(("Figure%s, scrollable"):format(figure.number and (" " .. figure.number) or ""))
  return ('<div class="picture" %s>%s</div>'):format(region, both(svg, narrow, anchor, alt))
end

return figures
