-- Cross references: @fig:x @tbl:x @sec:x @eq:x @ex:x @ch:x @chunk:x. Pandoc reads them as citations.

local html = require("page.html")
local labels = require("page.labels")
local chunks = require("code.chunks")
local places = require("build.places")
local report = require("build.report")

local references = {}

local function text_of(kind, entry, bare)
  if entry.chapter then kind = "ch" end
  local number = entry.number or entry.title or "?"
  if kind == "eq" then number = "(" .. number .. ")" end
  if bare then return number end
  if kind == "sec" and not entry.number then return "\u{201C}" .. number .. "\u{201D}" end
  return labels.noun(kind, number) .. "\u{A0}" .. number
end

local function link(book, label, bare)
  local plain, chapter_named = labels.split(label)
  local kind, name = labels.parse(plain)
  if kind == "chunk" then return chunks.mention(name, "reference", chapter_named, label) end
  local entry, chapter = book:find(label)
  if not entry then
    report.warn("missing label: " .. label, places.next("@", label))
    return ('<span class="missing">missing label: %s</span>'):format(html.escape(label))
  end
  return ('<a class="crossref" href="%s">%s</a>'):format(
    html.escape(book:address(chapter, entry.anchor)),
    text_of(kind, entry, bare)
  )
end

local function is_reference(cite)
  local found, other = false, false
  for _, citation in ipairs(cite.citations) do
    if labels.parse(citation.id) then
      found = true
    else
      other = true
    end
  end
  return found, other
end

-- In "@fig:x [so it is,]{.claim …}" Pandoc takes the bracket for a part of the citation, and nobody tests the claim.
local function swallows_a_bracket(citation)
  return citation.mode == "AuthorInText" and #citation.suffix > 0
end

--- Inlines that take the place of a citation, if it refers into the book; nil if it cites a source.
function references.render(cite, book)
  local found, other = is_reference(cite)
  if not found then return nil end
  if other then
    report.warn("a source and a place in the book cited in one bracket", places.next("@", cite.citations[1].id))
    return pandoc.List({ html.inline('<span class="missing">sources and places mixed in one citation</span>') })
  end
  local result = pandoc.List()
  local bracketed = cite.citations[1].mode == "NormalCitation"
  if bracketed then result:insert(pandoc.Str("(")) end
  for i, citation in ipairs(cite.citations) do
    if swallows_a_bracket(citation) then
      report.warn("a bracket after @" .. citation.id .. " counts as a part of it: put something between the two",
        places.next("@", citation.id))
    end
    if i > 1 then result:extend({ pandoc.Str(";"), pandoc.Space() }) end
    if #citation.prefix > 0 then
      result:extend(citation.prefix)
      result:insert(pandoc.Space())
    end
    local markup = link(book, citation.id, citation.mode == "SuppressAuthor")
    result:insert(html.inline(markup, html.plain(markup)))
    result:extend(citation.suffix)
  end
  if bracketed then result:insert(pandoc.Str(")")) end
  return result
end

return references
