-- `::: {.quiz #quiz:NAME title="…"}`: a question, then a list of answers `- [ ]`, of which one is `- [x]`. What follows
-- an answer tells why it is wrong, or right; it is folded until the reader chooses the answer.

local html = require("page.html")
local labels = require("page.labels")
local places = require("build.places")
local report = require("build.report")

local quizzes = {}

-- Pandoc's boxes of task lists.
local boxes = { ["\u{2610}"] = "wrong", ["\u{2612}"] = "right" }
local words = { wrong = "No.", right = "Right." }

-- Whether an answer is right or wrong, its inlines, and the blocks that tell why; nil where the item is no answer.
local function parse(item)
  local first = item[1]
  if not first or (first.t ~= "Para" and first.t ~= "Plain") then return nil end
  local kind = boxes[first.content[1] and first.content[1].text]
  if not kind then return nil end
  local inlines, why = pandoc.List(), pandoc.List()
  for i = 3, #first.content do
    inlines:insert(first.content[i])
  end
  for i = 2, #item do
    why:insert(item[i])
  end
  return kind, inlines, why
end

local function choice(kind, inlines, why)
  local blocks = pandoc.List({ html.block(('<li><details class="choice %s"><summary>'):format(kind)) })
  blocks:insert(pandoc.Plain(inlines))
  blocks:insert(html.block("</summary><div>"))
  local word = html.inline(('<strong class="judgement">%s</strong> '):format(words[kind]), words[kind] .. " ")
  if why[1] and why[1].t == "Para" then
    local opening = pandoc.List({ word })
    opening:extend(why[1].content)
    why[1] = pandoc.Para(opening)
  else
    why:insert(1, pandoc.Para({ word }))
  end
  blocks:extend(why)
  blocks:insert(html.block("</div></details></li>"))
  return blocks
end

local function choices(list, place)
  local blocks, right = pandoc.List({ html.block('<ul class="choices">') }), 0
  for _, item in ipairs(list.content) do
    local kind, inlines, why = parse(item)
    if not kind then
      report.fail("an answer of a quiz begins with [ ] or [x]", place)
    else
      if #why == 0 then
        report.fail("an answer of a quiz does not tell why: " .. pandoc.utils.stringify(inlines), place)
      end
      if kind == "right" then right = right + 1 end
      blocks:extend(choice(kind, inlines, why))
    end
  end
  if right ~= 1 then report.fail(("a quiz has one right answer, not %d"):format(right), place) end
  blocks:insert(html.block("</ul>"))
  return blocks
end

--- Blocks that take the place of a quiz's div, or nil where the div is none.
function quizzes.render(div, book)
  if not div.classes:includes("quiz") then return nil end
  local label = div.identifier
  local place = places.next("#", label)
  local entry = label ~= "" and book:find(label)
  local title = "Question" .. (entry and (" " .. entry.number) or "")
  local topic = div.attributes.title
  local thing = label ~= "" and {
    kind = "quiz", anchor = labels.anchor(label), number = entry and entry.number or "",
    caption = topic and html.plain(html.label(topic)) or "",
  } or nil
  local blocks = pandoc.List({ html.block(
    ('<section class="box quiz"%s aria-label="%s">\n<p class="box-title">%s%s</p>'):format(
      label ~= "" and (' id="%s"'):format(labels.anchor(label)) or "",
      html.escape(title),
      html.escape(title),
      topic and (' <span class="box-topic">%s</span>'):format(html.label(topic)) or ""
    ),
    thing
  ) })
  local content = div.content:clone()
  local last = content:remove()
  blocks:extend(content)
  if last and last.t == "BulletList" then
    blocks:extend(choices(last, place))
  else
    report.fail("a quiz ends with a list of answers", place)
  end
  blocks:insert(html.block("</section>"))
  return blocks
end

return quizzes
