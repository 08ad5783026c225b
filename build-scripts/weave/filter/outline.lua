-- Pandoc filter: writes a chapter's outline (numbers, labels, titles) to the file named by the metadata `outline`, and
-- what every page shows of it to that named by `head`.

package.path = pandoc.path.join({ pandoc.path.directory(PANDOC_SCRIPT_FILE), "?.lua" })
  .. ";"
  .. package.path

local settings = require("build.settings")
local outline = require("build.outline")
local files = require("build.files")
local data = require("build.data")
local depfile = require("build.depfile")

function Pandoc(doc)
  local options = settings.read(doc.meta)
  local result = outline.of_document(doc, options.name, options.number)
  files.write_if_changed(options.outline, "return " .. data.write(result) .. "\n")
  files.write_if_changed(options.head, "return " .. data.write(outline.head(result)) .. "\n")
  if options.depfile then depfile.write(options.depfile, options.outline) end
  return pandoc.Pandoc({})
end
