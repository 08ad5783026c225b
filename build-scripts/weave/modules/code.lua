-- Code as lines of highlighted HTML.

local html = require("html")
local regions = require("regions")
local files = require("files")
local store = require("store")

local code = {}

-- Chapters write .cpp, as Entangled does; it is CUDA all the same.
local languages = { cpp = "cuda", cu = "cuda", cuda = "cuda", cxx = "cuda", h = "cuda" }

function code.language(classes)
  local class = classes[1]
  return class and (languages[class] or class)
end

--- Lines of text, without a last empty one.
function code.split(text)
  local lines = {}
  for line in (text:gsub("\n$", "") .. "\n"):gmatch("(.-)\n") do
    lines[#lines + 1] = line
  end
  return lines
end

-- What says how CUDA is highlighted.
local definition

local function highlighted(text, language)
  definition = definition
    or files.read(pandoc.path.join({ pandoc.path.directory(PANDOC_SCRIPT_FILE), "cuda.xml" }))
    or ""
  return store.get({ tostring(PANDOC_VERSION), definition, language, text }, function()
    local written = html.write({ pandoc.CodeBlock(text, pandoc.Attr("", { language })) })
    return written:match("<code[^>]*>(.*)</code>") or html.escape(text)
  end)
end

--- Highlighted HTML of each line of a text.
function code.highlight(text, language)
  local lines = code.split(text)
  if not language then
    for i, line in ipairs(lines) do
      lines[i] = html.escape(line)
    end
    return lines
  end
  local result = code.split(highlighted(table.concat(lines, "\n"), language))
  for i, line in ipairs(result) do
    result[i] = line
      :gsub('^<span id="cb%d+%-%d+">(.*)</span>$', "%1")
      :gsub('^<a href="#cb%d+%-%d+"[^>]*></a>', "")
  end
  return result
end

--- A scrolling region of lines.
function code.region(lines, label, class)
  return ('<pre class="%s" %s><code>%s\n</code></pre>'):format(
    class or "code",
    regions.attributes(label),
    table.concat(lines, "\n")
  )
end

return code
