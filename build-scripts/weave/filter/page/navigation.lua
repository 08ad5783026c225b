-- Contents, previous and next.

local html = require("page.html")

local navigation = {}

local function link(address, text, current)
  return ('<a href="%s"%s>%s</a>'):format(
    html.escape(address),
    current and ' aria-current="page"' or "",
    text
  )
end

local function numbered(number, title)
  if not number then return title end
  return ('<span class="number">%s</span> %s'):format(number, title)
end

local function section_list(book, chapter, depth)
  local items = {}
  for i, section in ipairs(book:sections(chapter, depth)) do
    items[i] = ('<li class="level-%d">%s</li>'):format(
      section.level,
      link(book:address(chapter, section.anchor), numbered(section.number, section.title))
    )
  end
  if #items == 0 then return "" end
  return "<ol>" .. table.concat(items, "\n") .. "</ol>"
end

-- The pages of the book that are no chapters.
local supplement_titles = {
  { setting = "scoreboard", title = "Scoreboard" },
  { setting = "figure_list", title = "Figures and tables" },
  { setting = "name_list", title = "Names in the code" },
  { setting = "guide", title = "Guide" },
}

local function supplements(settings)
  local items = {}
  for _, each in ipairs(supplement_titles) do
    local address = settings[each.setting]
    if address then
      items[#items + 1] = "<li>" .. link(address, each.title, address == settings.name .. ".html") .. "</li>"
    end
  end
  if #items == 0 then return "" end
  return '<ul class="supplements">' .. table.concat(items, "\n") .. "</ul>"
end

--- Some `chapters` of the book, with the sections of those that `with_sections(chapter)` gives a depth for, as HTML
-- text.
function navigation.chapters(book, chapters, with_sections)
  local items = {}
  for _, chapter in ipairs(chapters) do
    local current = chapter.name == book.settings.name
    local depth = with_sections(chapter)
    items[#items + 1] = ("<li>%s%s</li>"):format(
      link(chapter.name .. ".html", numbered(chapter.number, chapter.title), current),
      depth and section_list(book, chapter.name, depth) or ""
    )
  end
  return '<ol class="chapters">' .. table.concat(items, "\n") .. "</ol>"
end

--- All chapters and the pages that are no chapters, as HTML text.
function navigation.contents(book, with_sections)
  return navigation.chapters(book, book:chapters(), with_sections) .. supplements(book.settings)
end

local function turn(chapter, word, rel)
  return ('<a class="%s" rel="%s" href="%s.html"><span>%s</span> %s</a>'):format(
    rel, rel, chapter.name, word, numbered(chapter.number, chapter.title)
  )
end

--- Links to the chapters before and after, as HTML text.
function navigation.turns(book)
  local chapters, place = book:chapters(), 0
  for i, chapter in ipairs(chapters) do
    if chapter.name == book.settings.name then place = i end
  end
  local before, after = chapters[place - 1], chapters[place + 1]
  local parts = {}
  if before then
    parts[1] = turn(before, "Previous", "prev")
  elseif place > 0 then
    parts[1] = '<a class="prev" rel="prev" href="index.html"><span>Previous</span> Front page</a>'
  end
  if after then parts[#parts + 1] = turn(after, "Next", "next") end
  return table.concat(parts, "\n")
end

return navigation
