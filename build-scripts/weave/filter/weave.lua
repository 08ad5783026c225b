-- Pandoc filter: makes a page of a chapter (or, with the metadata `front`, the front page of book.md;
-- with `supplement`, a page that is no chapter).

package.path = pandoc.path.join({ pandoc.path.directory(PANDOC_SCRIPT_FILE), "modules", "?.lua" })
  .. ";"
  .. package.path

local settings = require("settings")
local outline = require("outline")
local book = require("book")
local page = require("page")
local front = require("front")
local supplement = require("supplement")
local navigation = require("navigation")
local results = require("results")
local machines = require("machines")
local sources = require("sources")
local store = require("store")
local report = require("report")
local facts = require("facts")
local depfile = require("depfile")
local description = require("description")
local labels = require("labels")
local html = require("html")

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

function Pandoc(doc)
  local options = settings.read(doc.meta)
  report.open(options.source)
  results.open(options)
  machines.open(options)
  sources.open(doc.meta)
  store.open(options.store, options.name)
  local the_book = book.open(options)
  if doc.meta.front then
    front.render(doc, the_book)
  elseif doc.meta.supplement then
    supplement.render(doc, the_book)
  else
    chapter(doc, options, the_book)
  end
  if machines.several() then doc.meta.machines = for_attribute(machines.json()) end
  local text = description.of_blocks(doc.blocks)
  doc.meta.description = doc.meta.description or text and for_attribute(text)
  if options.facts then facts.write(options.facts, facts.collect(options, doc.meta.pagetitle)) end
  if options.depfile then depfile.write(options.depfile, options.target) end
  report.close(options.strict)
  return doc
end
