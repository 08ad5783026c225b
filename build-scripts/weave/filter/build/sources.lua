-- The bibliography: who wrote what, and when.

local places = require("build.places")
local report = require("build.report")

local sources = {}

local bibliography

--- Remembers the document's bibliography.
function sources.open(meta)
  bibliography = meta.bibliography
end

--- A citation of a source that names its author in the sentence.
function sources.cite(source)
  local citation = pandoc.Citation(source.key, "AuthorInText")
  return pandoc.Cite({ pandoc.Str("@" .. source.key) }, { citation })
end

local function family_of(author)
  return author and pandoc.utils.stringify(author.family or author.literal or "") or ""
end

--- The source of a key: { key, author (family names, of three or more the first and "et al."), year (number) }; nil
-- where the bibliography has none, which is an error.
function sources.find(key)
  local asking = pandoc.Pandoc({ pandoc.Para({ sources.cite({ key = key }) }) }, { bibliography = bibliography })
  for _, entry in ipairs(pandoc.utils.references(asking)) do
    if entry.id == key then
      local dates = entry.issued and entry.issued["date-parts"]
      local names = {}
      for i, author in ipairs(entry.author or {}) do
        names[i] = family_of(author)
      end
      local who = #names > 2 and names[1] .. " et al." or table.concat(names, " and ")
      return { key = key, author = who, year = dates and tonumber(dates[1][1]) or 0 }
    end
  end
  report.fail("there is no source '" .. key .. "' in the bibliography", places.next("source", key))
end

return sources
