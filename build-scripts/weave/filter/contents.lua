-- Pandoc filter, after citeproc: writes what the page holds to the file that it is told of, as JSON. And sources cited
-- become plain paragraphs, for Pandoc gives its own entries a role that ARIA has withdrawn.

package.path = pandoc.path.join({ pandoc.path.directory(PANDOC_SCRIPT_FILE), "?.lua" })
  .. ";"
  .. package.path

local data = require("build.data")
local files = require("build.files")
local json = require("build.json")
local reading = require("page.reading")

local function write(doc)
  local known = doc.meta.contents_of_page
  if not known then return nil end
  local page = data.parse(known)
  local sections, things = reading.of_blocks(doc.blocks, page.said, page.length)
  files.write_if_changed(page.path, json.write({
    name = page.name, number = page.number, title = page.title,
    sections = sections, things = things, chunks = page.chunks,
  }) .. "\n")
  doc.meta.contents_of_page = nil
  return doc
end

local function plain_entry(div)
  if div.classes:includes("csl-entry") then
    div.classes = { "entry" }
    return div
  end
end

return { { Pandoc = write }, { Div = plain_entry } }
