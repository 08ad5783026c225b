-- Pandoc filter: makes a page of a chapter (or, with the metadata `front`, the front page of book.md;
-- with `supplement`, a page that is no chapter).

package.path = pandoc.path.join({ pandoc.path.directory(PANDOC_SCRIPT_FILE), "?.lua" })
  .. ";"
  .. package.path

local settings = require("build.settings")
local outline = require("build.outline")
local book = require("build.book")
local page = require("page.page")
local front = require("page.front")
local supplement = require("page.supplement")
local navigation = require("page.navigation")
local results = require("results.results")
local machines = require("results.machines")
local sources = require("build.sources")
local store = require("build.store")
local report = require("build.report")
local facts = require("build.facts")
local depfile = require("build.depfile")
local description = require("page.description")
local labels = require("page.labels")
local html = require("page.html")
local contents = require("page.contents")

local function raw(text)
  return pandoc.MetaBlocks({ html.block(text) })
end

-- Text for an attribute in the template, where Pandoc would leave its quotation marks.
local function for_attribute(text)
  return pandoc.MetaInlines({ html.inline(html.escape(text)) })
end

local function chapter(doc, options, the_book)
  local title, _, blocks = outline.split_title(doc)
  page.fill(doc, title, page.render(blocks, the_book))
  doc.meta.number, doc.meta.part = options.number, labels.noun("ch", options.number)
  doc.meta.contents = raw(navigation.contents(the_book, function(other)
    return other.name == options.name and 3 or nil
  end))
  doc.meta.turns = raw(navigation.turns(the_book))
end

-- What lists say of the page as a whole.
local function about(options, doc)
  local number = doc.meta.number and doc.meta.part .. " " .. options.number or ""
  return { path = options.holds, name = options.name, number = number, title = pandoc.utils.stringify(doc.meta.title) }
end

function Pandoc(doc)
  local options = settings.read(doc.meta)
  report.open(options.source)
  results.open(options)
  machines.open()
  sources.open(doc.meta)
  store.open(options.store, options.name)
  contents.open()
  local the_book = book.open(options)
  if doc.meta.front then
    front.render(doc, the_book)
  elseif doc.meta.supplement then
    supplement.render(doc, the_book)
  else
    chapter(doc, options, the_book)
  end
  if doc.meta.booktitle then doc.meta.book = for_attribute(pandoc.utils.stringify(doc.meta.booktitle)) end
  if machines.several() then doc.meta.machines = for_attribute(machines.json()) end
  local text = description.of_blocks(doc.blocks)
  doc.meta.description = doc.meta.description or text and for_attribute(text)
  if options.facts then facts.write(options.facts, facts.collect(options, doc.meta.pagetitle)) end
  if options.holds then contents.pass(doc, about(options, doc)) end
  if options.asked then the_book:keep_asked(options.asked) end
  if options.depfile then depfile.write(options.depfile, options.target) end
  report.close(options.strict)
  return doc
end
