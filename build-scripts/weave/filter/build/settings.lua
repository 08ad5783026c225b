-- What the build tells the weaver, by metadata (`pandoc -M name=value`).

local settings = {}

local function text(meta, name)
  local value = meta[name]
  if value == nil then return nil end
  if type(value) == "boolean" then return tostring(value) end
  local result = pandoc.utils.stringify(value)
  return result ~= "" and result or nil
end

local function list(value)
  local items = {}
  for item in (value or ""):gmatch("[^,%s]+") do
    items[#items + 1] = item
  end
  return items
end

--- The settings in a document's metadata:
-- number (of the chapter), chapters and pages (all names, in order), strict (boolean), depfile, target, outline, head,
-- asked, facts and holds (paths),
-- scoreboard, figure_list, name_list and guide (those pages' addresses),
-- lists (the files that list machines and results),
-- transcripts (the file of what sessions printed), glance (that of how the claims fare),
-- machine (whose results are shown),
-- reference (the machine that the text has to agree with), and the folders root (the project's own), outlines, index,
-- figures, aids, store (what was made once); experiments, the names of those that pages can run, or nil where none can.
function settings.read(meta)
  local result = {
    number = text(meta, "number") or "1",
    chapters = list(text(meta, "chapters")),
    strict = text(meta, "strict") == "true" or text(meta, "strict") == "yes",
    depfile = text(meta, "depfile"),
    target = text(meta, "target"),
    outline = text(meta, "outline"),
    head = text(meta, "head"),
    asked = text(meta, "asked"),
    pages = list(text(meta, "pages")),
    facts = text(meta, "facts"),
    holds = text(meta, "holds"),
    scoreboard = text(meta, "scoreboard"),
    figure_list = text(meta, "figure_list"),
    name_list = text(meta, "name_list"),
    guide = text(meta, "guide"),
    machine = text(meta, "machine") or "here",
    reference = text(meta, "reference"),
    lists = list(text(meta, "lists")),
    transcripts = text(meta, "transcripts"),
    glance = text(meta, "glance"),
    experiments = meta.experiments and pandoc.List(list(text(meta, "experiments"))),
  }
  for _, folder in ipairs({ "root", "outlines", "index", "figures", "aids", "store" }) do
    result[folder] = text(meta, folder)
  end
  local source = PANDOC_STATE.input_files[1] or "-"
  result.source = source
  result.name = text(meta, "name") or (pandoc.path.split_extension(pandoc.path.filename(source)))
  return result
end

return settings
