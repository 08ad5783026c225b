-- Pandoc filter: writes PAGE.answers, in the folder of the outlines, for each page that would not be told of the book
-- what it was told when it was woven. The file says which of its questions have other answers.

package.path = pandoc.path.join({ pandoc.path.directory(PANDOC_SCRIPT_FILE), "?.lua" })
  .. ";"
  .. package.path

local settings = require("build.settings")
local book = require("build.book")
local files = require("build.files")
local depfile = require("build.depfile")

function Pandoc(doc)
  local options = settings.read(doc.meta)
  local the_book = book.open(options)
  for _, page in ipairs(options.pages) do
    local path = pandoc.path.join({ options.outlines, page })
    options.name = page
    local changed = the_book:changed(path .. ".asked.lua")
    if #changed > 0 or not files.exists(path .. ".answers") then
      files.write(path .. ".answers", table.concat(changed, "\n") .. "\n")
    end
  end
  depfile.write(options.depfile, options.target)
  return pandoc.Pandoc({})
end
