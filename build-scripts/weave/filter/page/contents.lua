-- What a page holds, for the search and the lists: its sections with their text, its figures, tables and exercises, the
-- parts of its chunks.
--
-- What is made as HTML says here, by its text, what one reads there; all else says nothing. Text can be put together
-- only when citations have become text, by a filter after citeproc: `pass` hands it what this one knows.

local data = require("build.data")

local contents = {}

local said, chunks, length

--- Begins a page.
function contents.open()
  said, chunks, length = {}, {}, 0
end

--- Notes what a piece of HTML says: a text, or { number } of a section, or { kind, anchor, number, caption } of a thing
-- that begins there, whose caption, unless it is given, is the text that follows.
function contents.say(markup, what)
  if said and what ~= nil then said[markup] = what end
end

--- Notes that a piece of HTML says what another one does.
function contents.say_again(markup, other)
  if said then said[markup] = said[other] end
end

--- Notes a part of a chunk.
function contents.chunk(part)
  table.insert(chunks, part)
end

--- Notes how many blocks of the page are its text.
function contents.text_ends(count)
  length = count
end

--- Hands all that to the filter that writes it: `page` has name, number, title and path.
function contents.pass(doc, page)
  page.said, page.chunks, page.length = said, chunks, length
  doc.meta.contents_of_page = pandoc.MetaString(data.write(page))
end

return contents
