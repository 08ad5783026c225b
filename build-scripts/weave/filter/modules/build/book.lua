-- What a page knows of the whole book: all titles, and where labels and chunks are.

local data = require("data")
local labels = require("labels")
local depfile = require("depfile")

local book = {}

-- The outline in `path` of a chapter whose head is known; read when more than its head is asked for.
local function outline_in(path, head)
  return setmetatable(head, {
    __index = function(self, field)
      setmetatable(self, nil)
      depfile.add(path)
      for key, value in pairs(data.read(path)) do
        self[key] = value
      end
      return self[field]
    end,
  })
end

--- Reads the titles of all chapters of `settings`. The page's own chapter has an outline, too; one without is left out.
function book.open(settings)
  local self = { settings = settings, outlines = {}, by_name = {}, indexes = {} }
  for _, name in ipairs(settings.chapters) do
    local path = settings.outlines and pandoc.path.join({ settings.outlines, name })
    local head = path and data.read(path .. ".head.lua")
    if head then
      depfile.add(path .. ".head.lua")
      local outline = outline_in(path .. ".outline.lua", head)
      table.insert(self.outlines, outline)
      self.by_name[name] = outline
    end
  end
  return setmetatable(self, { __index = book })
end

--- Address of an anchor of a chapter, as seen from the page at hand.
function book:address(chapter, anchor)
  if chapter == self.settings.name then return "#" .. anchor end
  return chapter .. ".html" .. (anchor == "top" and "" or "#" .. anchor)
end

--- A label's entry and the name of its chapter. Labels are a chapter's own: `sec:checks` is looked for on the page
-- first, `sec:trapezoid-1/checks` in that chapter only.
function book:find(label)
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
function book:chapter_of(chunk)
  local own = self.by_name[self.settings.name]
  if own and own.chunks[chunk] then return own.name end
  for _, outline in ipairs(self.outlines) do
    if outline.chunks[chunk] then return outline.name end
  end
end

--- The parts of a chapter's chunk: { number, anchor } in order; none if there is no such chunk.
function book:parts(chunk, chapter)
  local outline = self.by_name[chapter]
  return outline and outline.chunks[chunk] or {}
end

--- The tangler's entry for a chunk in a chapter's index, or nil.
function book:chunk(name, chapter)
  local folder = self.settings.index
  if not folder then return nil end
  if self.indexes[chapter] == nil then
    local path = pandoc.path.join({ folder, chapter .. ".index.lua" })
    local index = data.read(path)
    depfile.add(path)
    local entries = {}
    for _, entry in ipairs(index and index.chunks or {}) do
      entries[entry.name] = entry
    end
    self.indexes[chapter] = entries
  end
  return self.indexes[chapter][name]
end

return book
