-- The front page: title, preface, and contents in the place of book.md's lists of chapters.

local outline = require("build.outline")
local page = require("page.page")
local navigation = require("page.navigation")
local labels = require("page.labels")
local html = require("page.html")
local depfile = require("build.depfile")
local files = require("build.files")

local front = {}

-- The chapters that a list links to; none where it is no list of chapters.
local function chapters_in(block, book)
  local by_name, found = {}, {}
  for _, chapter in ipairs(book:chapters()) do
    by_name[chapter.name] = chapter
  end
  if block.t == "BulletList" or block.t == "OrderedList" then
    pandoc.walk_block(block, {
      Link = function(link)
        local name = link.target:match("^chapters/(.+)%.md$")
        if name then found[#found + 1] = by_name[name] end
      end,
    })
  end
  return found
end

local function contents_of(chapters, book)
  local list = navigation.chapters(book, chapters, function() return 2 end)
  local label = labels.noun("ch", chapters[1].number) == "Appendix" and "Appendices" or "Chapters"
  return html.block(('<nav class="book-contents" aria-label="%s">%s</nav>'):format(label, list))
end

-- Where the book's claims are summed up.
local function scoreboard(settings)
  local text = 'Sentences of this book that are tests are summed up on the <a href="%s">scoreboard</a>.'
  local markup = text:format(html.escape(settings.scoreboard))
  return html.block('<p class="book-scoreboard">' .. markup .. "</p>", html.plain(markup))
end

-- In the place of a `.glance`: how the claims fare, as sum_up_claims.py says it, and where they all are.
local function glance(settings)
  local path = settings.glance
  if not path or not settings.scoreboard then return pandoc.List() end
  depfile.add(path)
  local text = "Sentences that say that something is faster are tests. This is how they fare; "
    .. '<a href="%s">the scoreboard</a> has each of them.'
  local markup = text:format(html.escape(settings.scoreboard))
  return pandoc.List({ html.block("<p>" .. markup .. "</p>", html.plain(markup)), html.block(files.read(path)) })
end

-- What is said of experiments, a span of that class, is true only where pages can run some.
local function of_experiments(settings)
  return function(span)
    if span.classes:includes("experiments") then return settings.experiments and span.content or {} end
  end
end

-- A link to a chapter's source is a link to its page.
local function to_page(link)
  local name, anchor = link.target:match("^chapters/(.+)%.md(#?.*)$")
  if name then
    link.target = name .. ".html" .. anchor:gsub(":", "-")
    return link
  end
end

--- Turns the document of book.md into the front page.
function front.render(doc, book)
  local title, _, blocks = outline.split_title(doc:walk({ Span = of_experiments(book.settings) }))
  for _, block in ipairs(blocks) do
    if block.t == "Header" then block.classes:insert("unnumbered") end
  end
  local replaced, glanced = pandoc.List(), false
  for _, block in ipairs(blocks) do
    local chapters = chapters_in(block, book)
    if block.t == "Div" and block.classes:includes("glance") then
      local seen = glance(book.settings)
      glanced = #seen > 0
      replaced:extend(seen)
    else
      replaced:insert(#chapters > 0 and contents_of(chapters, book) or block)
    end
  end
  if book.settings.scoreboard and not glanced then replaced:insert(scoreboard(book.settings)) end
  local body = page.render(replaced, book)
  body = pandoc.walk_block(pandoc.Div(body), { Link = to_page }).content
  page.fill(doc, title, body)
  doc.meta.number = nil
  doc.meta.contents = pandoc.MetaBlocks({ html.block(navigation.contents(book, function() return nil end)) })
  local first = book:chapters()[1]
  if first then
    doc.meta.turns = pandoc.MetaBlocks({
      html.block(('<a class="next" rel="next" href="%s.html"><span>Begin</span> %s</a>'):format(
        first.name, first.title)),
    })
  end
end

return front
