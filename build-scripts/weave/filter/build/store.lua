-- What took long to make, kept under a key of all that it was made from: a file each in a folder of the build.

local files = require("build.files")

local store = {}

--- Uses `folder`, which exists; without one nothing is kept. `page` tells apart those who write at the same time.
function store.open(folder, page)
  store.folder, store.page = folder, page
end

--- What `make()` gives, a text; made only if nothing is kept under the texts of `key`.
function store.get(key, make)
  if not store.folder then return make() end
  local path = pandoc.path.join({ store.folder, pandoc.utils.sha1(table.concat(key, "\0")) })
  local kept = files.read(path)
  if kept then return kept end
  local made = make()
  files.write_if_changed(path, made, "." .. store.page)
  return made
end

return store
