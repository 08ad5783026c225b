-- What a page knows of the whole book: all titles, and where labels and chunks are.
--
-- A page's questions are kept with what it was told, so that the build weaves it again where it would be told
-- something else now, and there alone.

local data = require("build.data")
local files = require("build.files")
local labels = require("page.labels")
local depfile = require("build.depfile")

local book = {}

-- The outline in `path` of a chapter whose head is known; read when more than its head is asked for.
local function outline_in(path, head)
  return setmetatable(head, {
    __index = function(self, field)
      setmetatable(self, nil)
      for key, value in pairs(data.read(path)) do
        self[key] = value
      end
      return self[field]
    end,
  })
end

--- Reads the titles of all chapters of `settings`; a chapter without an outline is left out.
function book.open(settings)
  local self = { settings = settings, outlines = {}, by_name = {}, indexes = {}, asked = {} }
  for _, name in ipairs(settings.chapters) do
    local path = settings.outlines and pandoc.path.join({ settings.outlines, name })
    local head = path and data.read(path .. ".head.lua")
    if head then
      local outline = outline_in(path .. ".outline.lua", head)
      table.insert(self.outlines, outline)
      self.by_name[name] = outline
    end
  end
  return setmetatable(self, { __index = book })
end

local questions = {}

--- The chapters in order: { name, number, title (HTML), plain_title } each.
function questions.chapters(self)
  local heads = {}
  for i, outline in ipairs(self.outlines) do
    heads[i] =
      { name = outline.name, number = outline.number, title = outline.title, plain_title = outline.plain_title }
  end
  return heads
end

--- A chapter's sections down to a level.
function questions.sections(self, chapter, level)
  local outline, found = self.by_name[chapter], {}
  for _, section in ipairs(outline and outline.sections or {}) do
    if section.level <= level then found[#found + 1] = section end
  end
  return found
end

--- A label's entry and the name of its chapter. Labels are a chapter's own: `sec:checks` is looked for on the page
-- first, `sec:trapezoid-1/checks` in that chapter only.
function questions.find(self, label)
  local plain, chapter = labels.split(label)
  if chapter then
    local outline = self.by_name[chapter]
    return outline and outline.labels[plain], chapter
  end
  local own = self.by_name[self.settings.name]
  if own and own.labels[label] then return own.labels[label], own.name end
  for _, outline in ipairs(self.outlines) do
    if outline.labels[label] then return outline.labels[label], outline.name end
  end
end

--- The chapter whose chunk a name means on this page: the page's own, else the first other one that has it.
function questions.chapter_of(self, chunk)
  local own = self.by_name[self.settings.name]
  if own and own.chunks[chunk] then return own.name end
  for _, outline in ipairs(self.outlines) do
    if outline.chunks[chunk] then return outline.name end
  end
end

--- The parts of a chapter's chunk: { number, anchor } in order; none if there is no such chunk.
function questions.parts(self, chunk, chapter)
  local outline = self.by_name[chapter]
  return outline and outline.chunks[chunk] or {}
end

--- The anchor of a chapter's chunk, nil if there is no such chunk.
function questions.anchor(self, chunk, chapter)
  local first = questions.parts(self, chunk, chapter)[1]
  return first and first.anchor
end

for question, answer in pairs(questions) do
  book[question] = function(self, ...)
    local told = table.pack(answer(self, ...))
    self.asked[question .. " " .. table.concat({ ... }, " ")] =
      { question = question, about = { ... }, told = data.write(told) }
    return table.unpack(told, 1, told.n)
  end
end

--- Keeps what was asked, in the file at `path`.
function book:keep_asked(path)
  files.write_if_changed(path, "return " .. data.write(self.asked) .. "\n")
end

--- The questions of those kept at `path` that would now get another answer.
function book:changed(path)
  local found = {}
  for key, kept in pairs(data.read(path) or {}) do
    local told = table.pack(questions[kept.question](self, table.unpack(kept.about)))
    if data.write(told) ~= kept.told then found[#found + 1] = key end
  end
  table.sort(found)
  return found
end

--- Address of an anchor of a chapter, as seen from the page at hand.
function book:address(chapter, anchor)
  if chapter == self.settings.name then return "#" .. anchor end
  return chapter .. ".html" .. (anchor == "top" and "" or "#" .. anchor)
end

--- The chunks of a chapter as the tangler knows them: its entries in their order, and by name; nil without an index.
function book:index(chapter)
  local folder = self.settings.index
  if not folder then return nil end
  if self.indexes[chapter] == nil then
    local path = pandoc.path.join({ folder, chapter .. ".index.lua" })
    local index = data.read(path)
    depfile.add(path)
    for _, entry in ipairs(index and index.chunks or {}) do
      index.chunks[entry.name] = entry
    end
    self.indexes[chapter] = index and index.chunks or false
  end
  return self.indexes[chapter] or nil
end

--- The tangler's entry for a chunk in a chapter's index, or nil.
function book:chunk(name, chapter)
  return (self:index(chapter) or {})[name]
end

return book
