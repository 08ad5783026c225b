-- Small pieces of HTML.

local contents = require("page.contents")
local mathematics = require("page.mathematics")

local html = {}

local entities = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

local characters = { amp = "&", lt = "<", gt = ">", quot = '"' }

--- Text that is safe in HTML content and in a double-quoted attribute.
function html.escape(text)
  return (tostring(text):gsub('[&<>"]', entities))
end

--- Escaped text with `code` in backticks shown as code.
function html.label(text)
  return (html.escape(text):gsub("`([^`]+)`", "<code>%1</code>"))
end

--- The text of a small piece of HTML.
function html.plain(markup)
  return (markup:gsub("<[^>]*>", ""):gsub("&(%a+);", characters))
end

--- A block of HTML. `said` is what one reads there, if that belongs to the page's text: see page.contents.
function html.block(text, said)
  contents.say(text, said)
  return pandoc.RawBlock("html", text)
end

--- A block of HTML as another text, of which one reads the same.
function html.altered(block, text)
  contents.say_again(text, block.text)
  return pandoc.RawBlock("html", text)
end

function html.inline(text, said)
  contents.say(text, said)
  return pandoc.RawInline("html", text)
end

local options

-- The page's own options, so that highlighting and mathematics are the same, without its template.
local function writer_options()
  if not options then
    options = PANDOC_WRITER_OPTIONS
    options.template = pandoc.template.compile("$body$")
  end
  return options
end

local function write(blocks)
  local title = { pagetitle = "piece" } -- without one Pandoc warns, although the piece has no place for it
  return pandoc.write(pandoc.Pandoc(blocks, title), "html", writer_options())
end

local function write_formula(math)
  return mathematics.tidy(write({ pandoc.Plain({ math }) }))
end

--- Blocks as HTML text.
function html.write(blocks)
  return write(pandoc.walk_block(pandoc.Div(blocks), {
    Math = function(math) return pandoc.RawInline("html", write_formula(math)) end,
  }).content)
end

--- Inlines as HTML text.
function html.write_inlines(inlines)
  return html.write({ pandoc.Plain(inlines) })
end

--- The inline that takes the place of a formula.
function html.formula(math)
  return html.inline(write_formula(math), { math = math.text })
end

--- A span only screen readers see.
function html.hidden(text)
  return '<span class="hidden">' .. html.escape(text) .. "</span>"
end

return html
