-- Numbers of everything in a chapter that can be referred to.
--
-- An outline is { name, number, title (HTML), plain_title, anchor?,
--   sections = { { level, anchor, number, title } … },
--   labels = { ["fig:x"] = { number, anchor, title? } … },
--   chunks = { [name] = { { number, anchor } … } } }, the parts of a chunk in order.

local html = require("page.html")
local labels = require("page.labels")
local equations = require("page.equations")
local figures = require("figures.figures")
local chunk_parts = require("code.chunk_parts")

local outline = {}

local function top_level(blocks)
  local top = 7
  pandoc.walk_block(pandoc.Div(blocks), {
    Header = function(header)
      top = math.min(top, header.level)
    end,
  })
  return top
end

--- Takes the title out of a document: title in the metadata, or the first header if it is alone on its level.
-- Returns the title's inlines, its label or "", and the blocks that follow, with sections from level 2.
function outline.split_title(doc)
  local title, label = doc.meta.title, ""
  local blocks = pandoc.List()
  for i, block in ipairs(doc.blocks) do
    if not title and block.t == "Header" and block.level == 1 then
      title, label = block.content, block.identifier
    else
      blocks[#blocks + 1] = doc.blocks[i]
    end
  end
  local shift = 2 - top_level(blocks)
  local shifted = pandoc.walk_block(pandoc.Div(blocks), {
    Header = function(header)
      header.level = math.min(6, header.level + shift)
      return header
    end,
  })
  return title or pandoc.Inlines({}), label, shifted.content
end

local function counter(prefix)
  local count = 0
  return function()
    count = count + 1
    return prefix .. "." .. count
  end
end

local function plain_title(inlines)
  return html.write_inlines(inlines):gsub("<span[^>]*></span>", "")
end

-- Numbers the blocks of chapter `number`, whose sections begin at level 2. Changes nothing.
local function of_blocks(blocks, name, number)
  local result = { name = name, number = number, sections = {}, labels = {}, chunks = {} }
  local function add(label, text, title)
    result.labels[label] = { number = text, anchor = labels.anchor(label), title = title }
  end

  local section, subsection = 0, 0
  local next_of = {}
  for _, kind in ipairs({ "fig", "tbl", "eq", "ex", "quiz", "chunk" }) do
    next_of[kind] = counter(number)
  end

  local function figure(record)
    if record then
      local text = next_of.fig()
      add(record.label ~= "" and record.label or ("fig:" .. record.name), text)
    end
  end

  local function number_equations(block)
    equations.replace(block, function(label)
      add(label, next_of.eq())
      return {}
    end)
  end

  pandoc.walk_block(pandoc.Div(blocks), {
    Header = function(header)
      local text
      if header.classes:includes("unnumbered") then
        text = nil
      elseif header.level == 2 then
        section, subsection = section + 1, 0
        text = number .. "." .. section
      elseif header.level == 3 then
        subsection = subsection + 1
        text = number .. "." .. section .. "." .. subsection
      end
      local title = plain_title(header.content)
      local anchor = labels.anchor(header.identifier)
      result.sections[#result.sections + 1] =
        { level = header.level, anchor = anchor, number = text, title = title }
      local kind = labels.parse(header.identifier)
      local label = kind and header.identifier or ("sec:" .. header.identifier)
      add(label, text, title)
      result.labels[label].anchor = anchor
    end,
    CodeBlock = function(block)
      local chunk = chunk_parts.name(block)
      if not chunk then return end
      local parts = result.chunks[chunk] or {}
      result.chunks[chunk] = parts
      parts[#parts + 1] =
        { number = next_of.chunk(), anchor = chunk_parts.anchor(chunk, #parts + 1) }
    end,
    Div = function(div)
      if div.classes:includes("exercise") and div.identifier ~= "" then
        add(div.identifier, next_of.ex())
      elseif div.classes:includes("quiz") and div.identifier ~= "" then
        add(div.identifier, next_of.quiz())
      elseif div.classes:includes("results") and div.identifier ~= "" then
        add(div.identifier, next_of.tbl())
      end
    end,
    Table = function(block)
      if block.identifier ~= "" then add(block.identifier, next_of.tbl()) end
    end,
    Para = function(block)
      figure(figures.of_paragraph(block))
      number_equations(block)
    end,
    Plain = number_equations,
    Figure = function(block)
      figure(figures.of_figure(block))
    end,
  })
  return result
end

--- What every page shows of a chapter: its name, number and title.
function outline.head(whole)
  return { name = whole.name, number = whole.number, title = whole.title, plain_title = whole.plain_title }
end

--- The outline of a whole document.
function outline.of_document(doc, name, number)
  local title, label, blocks = outline.split_title(doc)
  local result = of_blocks(blocks, name, number)
  result.title = plain_title(title)
  result.plain_title = pandoc.utils.stringify(title)
  if labels.parse(label) then result.labels[label] = { number = number, anchor = "top", chapter = true } end
  result.labels["ch:" .. name] = { number = number, anchor = "top", chapter = true }
  return result
end

return outline
