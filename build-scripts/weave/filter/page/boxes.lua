-- Exercises with folded answers, goals, notes, summaries.

local html = require("page.html")
local labels = require("page.labels")

local boxes = {}

local titles = {
  note = "Note",
  warning = "Mind this",
  goals = "In this chapter",
  summary = "In short",
}

local function wrap(before, said, content, after)
  local blocks = pandoc.List({ html.block(before, said) })
  blocks:extend(content)
  blocks:insert(html.block(after))
  return blocks
end

-- An exercise that is judged: one for which its chapter makes something to begin with.
local function judged(name, book)
  local chapter = book.settings.name
  return name and book:chunk(("file:%s/exercises/%s/skeleton.cu"):format(chapter, name), chapter)
    and chapter .. "/" .. name
end

-- What a reader types, after the task and before the answer.
local function with_commands(content, name)
  local text = "Type %sbuild-scripts/exercise " .. name .. "%s to get the file, and %sbuild-scripts/grade "
    .. name .. "%s to have your answer judged."
  local commands = html.block(
    ('<p class="judged">' .. text .. "</p>"):format("<kbd>", "</kbd>", "<kbd>", "</kbd>"),
    text:format("", "", "", "")
  )
  local blocks = pandoc.List({})
  for _, block in ipairs(content) do
    if commands and block.t == "RawBlock" and block.text:find('^<details class="answer"') then
      blocks:insert(commands)
      commands = nil
    end
    blocks:insert(block)
  end
  if commands then blocks:insert(commands) end
  return blocks
end

local function exercise(div, book)
  local entry = div.identifier ~= "" and book:find(div.identifier)
  local anchor = div.identifier ~= "" and labels.anchor(div.identifier) or nil
  local title = "Exercise" .. (entry and (" " .. entry.number) or "")
  local topic = div.attributes.title
  local name = judged(div.identifier:match("^ex:(.+)"), book)
  local opening = ('<section class="box exercise"%s%s aria-label="%s">\n<p class="box-title">%s%s</p>'):format(
    anchor and (' id="%s"'):format(anchor) or "",
    name and (' data-exercise="%s"'):format(html.escape(name)) or "",
    html.escape(title),
    html.escape(title),
    topic and (' <span class="box-topic">%s</span>'):format(html.label(topic)) or ""
  )
  local thing = anchor and {
    kind = "exercise", anchor = anchor, number = entry and entry.number or "",
    caption = topic and html.plain(html.label(topic)),
  }
  return wrap(opening, thing, name and with_commands(div.content, name) or div.content, "</section>")
end

local function answer(div)
  local title = html.label(div.attributes.title or "Answer")
  return wrap(
    ('<details class="answer">\n<summary>%s</summary>\n<div>'):format(title),
    html.plain(title),
    div.content,
    "</div></details>"
  )
end

local function box(div, class)
  local title = div.attributes.title or titles[class]
  local anchor = div.identifier ~= "" and (' id="%s"'):format(labels.anchor(div.identifier)) or ""
  return wrap(
    ('<section class="box %s"%s aria-label="%s">\n<p class="box-title">%s</p>'):format(
      class,
      anchor,
      html.escape(title),
      html.label(title)
    ),
    html.plain(html.label(title)),
    div.content,
    "</section>"
  )
end

--- Blocks that take the place of a box's div, or nil where the div is none.
function boxes.render(div, book)
  if div.classes:includes("exercise") then return exercise(div, book) end
  if div.classes:includes("answer") then return answer(div) end
  for class in pairs(titles) do
    if div.classes:includes(class) then return box(div, class) end
  end
end

return boxes
