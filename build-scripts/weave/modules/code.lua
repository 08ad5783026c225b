-- Code as lines of highlighted HTML.

local html = require("html")
local regions = require("regions")

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

--- Highlighted HTML of each line of a text.
function code.highlight(text, language)
  local lines = code.split(text)
  if not language then
    for i, line in ipairs(lines) do
      lines[i] = html.escape(line)
    end
    return lines
  end
  local written = html.write({ pandoc.CodeBlock(table.concat(lines, "\n"), pandoc.Attr("", { language })) })
  local body = written:match("<code[^>]*>(.*)</code>") or html.escape(text)
  local result = code.split(body)
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
