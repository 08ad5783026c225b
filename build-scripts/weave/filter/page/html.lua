-- Small pieces of HTML.

local contents = require("page.contents")

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

--- Blocks as HTML text.
function html.write(blocks)
  local title = { pagetitle = "piece" } -- without one Pandoc warns, although the piece has no place for it
  return pandoc.write(pandoc.Pandoc(blocks, title), "html", writer_options())
end

--- Inlines as HTML text.
function html.write_inlines(inlines)
  return html.write({ pandoc.Plain(inlines) })
end

--- A span only screen readers see.
function html.hidden(text)
  return '<span class="hidden">' .. html.escape(text) .. "</span>"
end

return html
