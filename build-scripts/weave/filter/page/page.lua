-- A chapter's or the front page's blocks, from Markdown's tree to what the reader sees.

local html = require("page.html")
local labels = require("page.labels")
local chunks = require("code.chunks")
local references = require("page.references")
local equations = require("page.equations")
local expression = require("results.expressions.expression")
local figures = require("figures.figures")
local figure_data = require("figures.figure_data")
local players = require("figures.players")
local tables = require("results.tables")
local values = require("results.values")
local claims = require("results.claims")
local boxes = require("page.boxes")
local quizzes = require("page.quizzes")
local aids = require("page.aids")
local folds = require("page.folds")
local results = require("results.results")
local machines = require("results.machines")
local quotations = require("code.quotations")
local sessions = require("code.sessions")
local scrollable = require("page.scrollable")
local contents = require("page.contents")
local places = require("build.places")
local report = require("build.report")

local page = {}

local function caption(kind, entry, content, id)
  local blocks = pandoc.List()
  local opening = ('<span class="caption-number">%s%s.</span> '):format(
    labels.noun(kind), entry and ("\u{A0}" .. entry.number) or ""
  )
  local inlines = pandoc.List({ html.inline((id and ('<span id="%s">'):format(id) or "") .. opening) })
  inlines:extend(content)
  if id then inlines:insert(html.inline("</span>")) end
  blocks:insert(pandoc.Plain(inlines))
  return blocks
end

-- What differs between machines: the blocks that `render` gives on each.
local function by_machine(render)
  local variants = machines.variants(render, html.write)
  if #variants == 1 then variants[1].value = tables.not_compared(variants[1].value) end
  return machines.blocks(variants)
end

local function figure_blocks(record, book)
  local label = record.label ~= "" and record.label or ("fig:" .. record.name)
  local anchor = labels.anchor(label)
  local entry = book:find(label)
  record.number = entry and entry.number
  record.place = places.next("figure", record.name)
  local thing = { kind = "figure", anchor = anchor, number = entry and entry.number or "" }
  local explored = figures.explored(record, book.settings)
  -- Not all that is below the picture is its name.
  local blocks = pandoc.List({ html.block(
    ('<figure class="figure" id="%s" aria-labelledby="%s-caption"%s>'):format(
      anchor,
      anchor,
      explored and (' data-explore="%s"'):format(html.escape(explored)) or ""
    ),
    thing
  ) })
  blocks:extend(by_machine(function(machine)
    return pandoc.List({ html.block(figures.picture(record, book.settings, anchor, machine)) })
  end))
  local player = players.render(record, book.settings)
  if player then blocks:insert(html.block(player)) end
  blocks:insert(html.block("<figcaption>"))
  blocks:extend(caption("fig", entry, record.caption, anchor .. "-caption"))
  blocks:extend(by_machine(function()
    local used = {}
    for _, name in ipairs(figures.experiments(record, book.settings)) do
      local result = results.find((name:gsub("_", "-")))
      if result then used[name] = result end
    end
    return tables.provenance(used, record.place)
  end))
  blocks:extend(by_machine(function()
    local name = entry and labels.noun("fig") .. " " .. entry.number or "the figure"
    local text = figure_data.render(figures.experiments(record, book.settings), name, record.attributes.where)
    return pandoc.List(text ~= "" and { html.block(text) } or {})
  end))
  blocks:insert(html.block("</figcaption></figure>"))
  return blocks
end

local function results_blocks(div, book)
  local entry = div.identifier ~= "" and book:find(div.identifier)
  local anchor = div.identifier ~= "" and labels.anchor(div.identifier)
  local thing = anchor and { kind = "table", anchor = anchor, number = entry and entry.number or "" } or nil
  local blocks = pandoc.List({
    html.block(('<figure class="table"%s><figcaption>'):format(anchor and (' id="%s"'):format(anchor) or ""), thing),
  })
  local first = div.content[1]
  if first and (first.t == "Para" or first.t == "Plain") then
    blocks:extend(caption("tbl", entry, first.content))
  else
    blocks:extend(caption("tbl", entry, {}))
  end
  for i = 2, #div.content do
    blocks:insert(div.content[i])
  end
  blocks:insert(html.block("</figcaption>"))
  local region = scrollable.named(("Table%s, scrollable"):format(entry and (" " .. entry.number) or ""))
  local attributes = div.attributes
  local at = {
    div = places.next("data", attributes.data or ""),
    lines = attributes.lines and places.next("block", attributes.lines),
  }
  report.unknown_attributes(attributes, tables.attributes, at.div)
  blocks:extend(by_machine(function()
    local text, used = tables.render(attributes, at)
    local shown = pandoc.List({ html.block(('<div class="scroll" %s>%s</div>'):format(region, text)) })
    shown:extend(tables.provenance(used, at.div))
    return shown
  end))
  blocks:insert(html.block("</figure>"))
  return blocks
end

local function equation_inlines(label, math, rest, book)
  local entry = book:find(label)
  local anchor, number = labels.anchor(label), entry and entry.number or "?"
  local inlines = pandoc.List({
    html.inline(('<span class="equation" id="%s">'):format(anchor)),
    math,
    html.inline(('<span class="equation-number">(%s)</span></span>'):format(number), "(" .. number .. ")"),
  })
  if rest ~= "" then inlines:insert(pandoc.Str(rest)) end
  return inlines
end

local function header(block, book)
  local kind = labels.parse(block.identifier)
  local entry = book:find(kind and block.identifier or ("sec:" .. block.identifier))
  block.identifier = labels.anchor(block.identifier)
  if entry and entry.number and not block.classes:includes("unnumbered") then
    local number = { number = entry.number }
    block.content:insert(1, html.inline(('<span class="number">%s</span> '):format(entry.number), number))
  end
  if block.identifier ~= "" then
    block.content:insert(html.inline(
      (' <a class="anchor" href="#%s" aria-label="Link to this section">#</a>'):format(block.identifier)
    ))
  end
  return block
end

local function wide_table(block)
  local place = places.next("table", "")
  for _, row in ipairs(block.head.rows) do
    for _, cell in ipairs(row.cells) do
      if #cell.contents == 0 then report.fail("a column of this table has no head", place) end
    end
  end
  return {
    html.block(('<div class="scroll plain" %s>'):format(scrollable.attributes("Table, scrollable"))),
    block,
    html.block("</div>"),
  }
end

--- Blocks of a page, ready for the writer.
function page.render(blocks, book)
  chunks.open(book, blocks)
  expression.define("lines", chunks.lines)
  claims.open(book.settings)
  aids.open()
  players.open()
  -- Inlines first and everywhere, so that captions and titles have theirs too.
  local function with_equations(block)
    return equations.replace(block, function(label, math, rest) return equation_inlines(label, math, rest, book) end)
  end
  local inner = pandoc.walk_block(pandoc.Div(blocks), {
    Para = with_equations,
    Plain = with_equations,
    Div = function(div)
      if div.classes:includes("results") then return tables.take_lines(div) end
    end,
  })
  inner = pandoc.walk_block(inner, {
    Code = function(code)
      if code.classes:includes("value") then return values.render(code) end
      values.check_quoted(code)
    end,
    Cite = function(cite)
      return references.render(cite, book)
    end,
    LineBreak = function()
      report.fail("a line that ends in a backslash or two spaces is broken there on the page", places.next("break", ""))
    end,
  })
  inner = pandoc.walk_block(inner, {
    Span = function(span)
      if span.classes:includes("claim") then return claims.render(span) end
    end,
  })
  return pandoc.walk_block(inner, {
    CodeBlock = function(block)
      return quotations.render(block, book.settings.root) or sessions.render(block, book.settings)
        or chunks.render(block)
    end,
    Header = function(block) return header(block, book) end,
    Para = function(block)
      local record = figures.of_paragraph(block)
      if record then return figure_blocks(record, book) end
    end,
    Figure = function(block)
      local record = figures.of_figure(block)
      if record then return figure_blocks(record, book) end
    end,
    Math = html.formula,
    Table = wide_table,
    Div = function(div)
      if div.classes:includes("results") then return results_blocks(div, book) end
      return aids.render(div, book.settings) or quizzes.render(div, book)
        or boxes.render(div, book)
    end,
  }).content
end

local function cites_sources(blocks)
  local found = false
  pandoc.walk_block(pandoc.Div(blocks), {
    Cite = function()
      found = true
    end,
  })
  return found
end

-- What stands after the text: claims with their figures, and the sources cited.
local function back_matter(blocks)
  local back = pandoc.walk_block(pandoc.Div(claims.section()), { Math = html.formula }).content
  local all = pandoc.List(blocks):clone()
  all:extend(back)
  if cites_sources(all) then
    back:insert(pandoc.Header(2, { pandoc.Str("Sources") }, pandoc.Attr("sources", { "unnumbered" })))
    back:insert(pandoc.Div({}, pandoc.Attr("refs")))
  end
  return back
end

--- Makes `blocks`, which were rendered, the page's text, with what follows it, under its title.
function page.fill(doc, title, blocks)
  blocks = folds.render(blocks)
  contents.text_ends(#blocks)
  blocks:extend(back_matter(blocks))
  doc.blocks = blocks
  doc.meta.title = pandoc.MetaInlines(title)
  doc.meta.pagetitle = pandoc.utils.stringify(title)
end

return page
