-- Code as lines of highlighted HTML: CUDA by the definition in filter/cuda.xml, other languages by Pandoc's own.

local html = require("page.html")
local scrollable = require("page.scrollable")
local files = require("build.files")
local store = require("build.store")

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
  for line in (text:gsub("\n$", "") .. "\n"):gmatch("([^\n]*)\n") do
    lines[#lines + 1] = line
  end
  return lines
end

-- What all highlighting rests on, besides the language and the text: Pandoc, and what says how CUDA is highlighted.
local basis

local function without_addresses(line)
  return (line:gsub('^<span id="cb%d+%-%d+">(.*)</span>$', "%1"):gsub('^<a href="#cb%d+%-%d+"[^>]*></a>', ""))
end

-- Operators look like the text around them, and are most of a page's elements.
local function without_operators(line)
  return (line:gsub('<span class="op">(.-)</span>', "%1"))
end

-- Highlighted HTML of each of some lines, which are highlighted together.
local function highlighted(lines, language)
  local written = html.write({ pandoc.CodeBlock(table.concat(lines, "\n"), pandoc.Attr("", { language })) })
  local result = code.split(written:match("<code[^>]*>(.*)</code>") or html.escape(table.concat(lines, "\n")))
  for i, line in ipairs(result) do
    result[i] = without_operators(without_addresses(line))
  end
  return result
end

-- Whether the highlighting of a line may depend on the line before: after a comment, a text or a line that goes on.
local function goes_on(text)
  return text:find("/*", 1, true) or text:find('R"', 1, true) or text:find("\\\n")
end

-- HTML of lines of CUDA, by the line without its indentation. A chunk's lines stand on a page several times: in the
-- chunk, in what it unfolds to, in steps.
local known = {}

-- Highlights the lines that are not known, at once.
local function learn(lines)
  local new, seen = {}, {}
  for _, line in ipairs(lines) do
    local bare = line:match("^%s*(.*)$")
    if bare ~= "" and not known[bare] and not seen[bare] then
      seen[bare] = true
      new[#new + 1] = bare
    end
  end
  for i, line in ipairs(#new > 0 and highlighted(new, "cuda") or {}) do
    known[new[i]] = line
  end
end

local function by_line(lines)
  learn(lines)
  local result = {}
  for i, line in ipairs(lines) do
    local indent, bare = line:match("^(%s*)(.*)$")
    result[i] = indent .. (known[bare] or "")
  end
  return result
end

local function remember(lines, result)
  for i, line in ipairs(lines) do
    local indent, bare = line:match("^(%s*)(.*)$")
    local shown = result[i] or ""
    if shown:sub(1, #indent) == indent then known[bare] = shown:sub(#indent + 1) end
  end
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
  if not basis then
    local here = pandoc.path.directory(PANDOC_SCRIPT_FILE)
    local definition = files.read(pandoc.path.join({ here, "cuda.xml" }))
    basis = tostring(PANDOC_VERSION) .. pandoc.utils.sha1(definition or "") .. " without operators"
  end
  local separable = language == "cuda" and not goes_on(text)
  local kept = store.get({ basis, language, text }, function()
    return table.concat((separable and by_line or highlighted)(lines, language), "\n")
  end)
  local result = code.split(kept)
  if separable then remember(lines, result) end
  return result
end

-- A line in its parts: what a step sets before it, its indentation, the rest. Highlighting may have put the indentation
-- of a line within a comment into the comment.
local function parts_of(line)
  local sign, shown = line:match('^(<span class="sign".->.-</span>)(.*)$')
  shown = (shown or line):gsub("^(<[^>]+>)( +)", "%2%1")
  return sign or "", shown:match("^( *)(.*)$")
end

-- Further than nesting goes: what stands there is aligned with something above.
local far = 13

-- A line as an element, whose class says how far it is indented: what does not fit is to stand below its beginning. The
-- rest is an element of its own where something stands before it, from which it must not be parted.
local function element(line, tag, hidden)
  local sign, indent, rest = parts_of(line)
  if (sign .. indent) ~= "" then rest = '<span class="rest">' .. rest .. "</span>" end
  local class = #indent > 0 and (' class="i%d"'):format(math.min(#indent, far)) or ""
  return ("<%s%s%s>%s\n</%s>"):format(tag, class, hidden and " hidden" or "", sign .. indent .. rest, tag)
end

-- How many lines from `first` on are not shown.
local function unseen(shown, first, length)
  local last = first
  while last <= length and not shown[last] do
    last = last + 1
  end
  return last - first
end

--- A scrolling region of lines. `tags`: the elements of lines that are no spans, by the line's place. `shown`: which
-- lines are seen, if not all are; where others would stand, a line says how many.
function code.region(lines, label, class, tags, shown)
  local elements = {}
  for i, line in ipairs(lines) do
    local hidden = shown and not shown[i]
    if hidden and (i == 1 or shown[i - 1]) then
      local count = unseen(shown, i, #lines)
      elements[#elements + 1] = ('<span class="elided">\u{22EF} %d lines as before\n</span>'):format(count)
    end
    elements[#elements + 1] = element(line, tags and tags[i] or "span", hidden)
  end
  return ('<pre class="%s" %s><code>%s</code></pre>'):format(
    class or "code",
    scrollable.attributes(label),
    table.concat(elements)
  )
end

return code
