-- Mathematics as MathML, with brackets no taller than what they hold.

local mathematics = {}

local tall = { "<mfrac", "<munder", "<mover", "<mtable", "<msqrt", "<mroot" }

local function is_tall(text)
  for _, tag in ipairs(tall) do
    if text:find(tag, 1, true) then return true end
  end
  return false
end

--- MathML in which only brackets around something tall stretch. Pandoc asks it of all, and browsers without a
-- mathematical font then draw (b) twice as high as b.
function mathematics.calm(text)
  local open, plain = {}, {}
  local position = 1
  while true do
    local first, last, form = text:find('<mo stretchy="true" form="(%a+)">', position)
    if not first then break end
    position = last + 1
    if form == "prefix" then
      open[#open + 1] = { first = first, last = last }
    elseif form == "postfix" and #open > 0 then
      local start = table.remove(open)
      if not is_tall(text:sub(start.last, first)) then
        plain[#plain + 1] = start.first
        plain[#plain + 1] = first
      end
    end
  end
  table.sort(plain, function(a, b) return a > b end)
  for _, place in ipairs(plain) do
    text = text:sub(1, place - 1) .. text:sub(place):gsub('stretchy="true"', 'stretchy="false"', 1)
  end
  return text
end

-- What a formula may begin with, and what may stand before a sign or the name of a function that belongs to what
-- follows. Pandoc tells neither from an operation between two things, which has space around it.
local beginnings = { "<mrow>", 'form="prefix">[^<]*</mo>', "<mo>,</mo>", "<mo>=</mo>", "<mi>/</mi>" }
local functions = { "log", "ln", "min", "max" }

--- MathML without space before signs and names of functions that nothing goes before.
function mathematics.close(text)
  for _, beginning in ipairs(beginnings) do
    text = text:gsub("(" .. beginning .. ")<mo>\u{2212}</mo>", '%1<mo form="prefix">\u{2212}</mo>')
    for _, name in ipairs(functions) do
      for _, base in ipairs({ "", "<msub>" }) do
        local sign = base .. "<mo>" .. name .. "</mo>"
        text = text:gsub("(" .. beginning .. ")" .. sign, "%1" .. base .. '<mo lspace="0">' .. name .. "</mo>")
      end
    end
  end
  return text
end

-- What Pandoc cannot write as plain text, as something that it can; and space that it leaves out.
local simpler = {
  { "\\[dt]?frac%s*(%b{})%s*(%b{})", function(above, below)
    local function part(text)
      text = text:sub(2, -2)
      return text:find("[%s+-]") and "(" .. text .. ")" or text
    end
    return part(above) .. "/" .. part(below)
  end },
  { "\\sqrt%s*(%b{})", function(root)
    local text = root:sub(2, -2)
    return "\u{221A}" .. (#text == 1 and text or "(" .. text .. ")")
  end },
  { "\\sum%f[^%a]", "\\Sigma " }, { "\\prod%f[^%a]", "\\Pi " },
}

--- A formula as one would type it: x\u{2080}, 2\u{00B2}\u{2078}, \u{2295}.
function mathematics.plain(tex)
  for _, each in ipairs(simpler) do
    tex = tex:gsub(each[1], each[2])
  end
  for _, name in ipairs(functions) do
    tex = tex:gsub("([%w}])%s*(\\" .. name .. "%f[^%a])", "%1\\;%2"):gsub("(\\" .. name .. ")%s+(%w)", "%1\\;%2")
  end
  local formula = pandoc.Plain({ pandoc.Math("InlineMath", tex) })
  local written = pandoc.write(pandoc.Pandoc({ formula }), "plain", { wrap_text = "none" })
  written = written:gsub("%s+$", tex:match("%s$") or ""):gsub("^%s+", "")
  return (written:gsub("^%$(.*)%$$", "%1"):gsub("([_^])%((%w+)%)", "%1%2"))
end

--- MathML without the TeX that Pandoc writes into it once more, which no browser shows.
function mathematics.bare(text)
  return (text:gsub("<annotation.-</annotation>", ""):gsub("</?semantics>", ""))
end

--- MathML as pages have it, made from what Pandoc writes for one formula.
function mathematics.tidy(text)
  return mathematics.close(mathematics.calm(mathematics.bare(text)))
end

return mathematics
