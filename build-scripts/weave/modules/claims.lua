-- `[sentence]{.claim test="…"}`: a sentence with a test, its verdict, and the figures behind it.

local expression = require("expression")
local number = require("number")
local provenance = require("provenance")
local results = require("results")
local marks = require("marks")
local report = require("report")
local html = require("html")

local claims = {}

local comparisons = { "<=", ">=", "==", "~=", "<", ">" }

-- Splits at top level (outside brackets and strings) by the first separator found; separators are plain text.
local function split_top(text, separators)
  local depth, quote = 0, nil
  local i = 1
  while i <= #text do
    local character = text:sub(i, i)
    if quote then
      if character == quote then quote = nil end
    elseif character == '"' or character == "'" then
      quote = character
    elseif character:match("[%(%[{]") then
      depth = depth + 1
    elseif character:match("[%)%]}]") then
      depth = depth - 1
    elseif depth == 0 then
      for _, separator in ipairs(separators) do
        if text:sub(i, i + #separator - 1) == separator then
          return text:sub(1, i - 1), separator, text:sub(i + #separator)
        end
      end
    end
    i = i + 1
  end
  return text
end

local function conjuncts(text)
  local left, separator, right = split_top(text, { " and " })
  if not separator then return { text } end
  local rest = conjuncts(right)
  table.insert(rest, 1, left)
  return rest
end

local function holds(left, comparison, right)
  if comparison == "==" then return left == right end
  if comparison == "~=" then return left ~= right end
  if type(left) ~= "number" or type(right) ~= "number" then return nil end
  if comparison == "<" then return left < right end
  if comparison == ">" then return left > right end
  if comparison == "<=" then return left <= right end
  return left >= right
end

local function evaluate(text, used, bound)
  local value, seen, problem = expression.evaluate(text, { bound = bound })
  for name, result in pairs(seen) do
    used[name] = result
  end
  return value, problem
end

-- Range of a side when every figure lies at its lower or at its upper quartile.
local function range(text, value, used)
  local low, high = evaluate(text, used, "low"), evaluate(text, used, "high")
  if type(low) ~= "number" or type(high) ~= "number" then return value, value end
  return math.min(low, high, value), math.max(low, high, value)
end

local function compare(left_text, comparison, right_text, used)
  local left, problem = evaluate(left_text, used)
  if left == nil then return "missing", { problem } end
  local right
  right, problem = evaluate(right_text, used)
  if right == nil then return "missing", { problem } end
  local figures = { left, comparison, right }
  local verdict = holds(left, comparison, right)
  if verdict == nil then return "missing", { "these cannot be compared" } end
  if comparison:match("[<>]") then
    local left_low, left_high = range(left_text, left, used)
    local right_low, right_high = range(right_text, right, used)
    local settled = left_high < right_low or right_high < left_low
    local spread = left_low ~= left_high or right_low ~= right_high
    if spread and not settled then return "undecided", figures end
  end
  return verdict and "held" or "refuted", figures
end

local function whole(text, used)
  local value, problem = evaluate(text, used)
  if value == nil then return "missing", { problem } end
  return value and "held" or "refuted", { value }
end

local rank = { held = 1, undecided = 2, refuted = 3, missing = 4 }

--- The verdict on a test (held, refuted, undecided, missing), its steps ({ text, verdict, figures } …) and the
-- results used.
function claims.judge(test)
  local used, steps, verdict = {}, {}, "held"
  for _, part in ipairs(conjuncts(test)) do
    local left, comparison, right = split_top(part, comparisons)
    local outcome, figures
    if comparison then
      outcome, figures = compare(left, comparison, right, used)
    else
      outcome, figures = whole(part, used)
    end
    steps[#steps + 1] = { text = part:match("^%s*(.-)%s*$"), verdict = outcome, figures = figures }
    if rank[outcome] > rank[verdict] then verdict = outcome end
  end
  return verdict, steps, used
end

-- Why a claim cannot be tested.
local function reason(steps)
  for _, step in ipairs(steps) do
    if step.verdict == "missing" then return step.figures[1] end
  end
end

local signs = { held = "\u{2713}", refuted = "\u{2717}", undecided = "?", missing = "?" }
local words = {
  held = "claim holds",
  refuted = "claim refuted",
  undecided = "claim undecided: within the spread of its figures",
  missing = "claim cannot be tested",
}

local function show_figure(value, format)
  if type(value) == "number" then return number.show(value, format) or tostring(value) end
  return html.escape(value)
end

local function show_figures(step, format)
  local shown = {}
  for i, value in ipairs(step.figures) do
    local is_sign = i == 2
    shown[i] = is_sign and html.escape(value) or show_figure(value, format)
  end
  return table.concat(shown, " ")
end

local function show_step(step, format)
  return ("<li><code>%s</code><br>%s</li>"):format(html.escape(step.text), show_figures(step, format))
end

-- The text of a link that leads elsewhere stays, the link and the places that it names do not.
local function without_links(markup)
  return (markup:gsub("</?a%f[%s>][^>]*>", ""):gsub('%sid="[^"]*"', ""))
end

local function same_everywhere(verdict, used)
  if verdict == "missing" then return false end
  for _, result in pairs(used) do
    if result.origin ~= "counted" and result.origin ~= "published" then return false end
  end
  return true
end

local function outcome_on(machine, verdict, steps, used, format)
  local outcome = { machine = machine, verdict = verdict, outdated = provenance.any_stale(used), steps = {} }
  for i, step in ipairs(steps) do
    outcome.steps[i] = { verdict = step.verdict, figures = show_figures(step, format) }
  end
  return outcome
end

local collected, settings

--- Forgets all claims; for the start of a page.
function claims.open(of_page)
  collected, settings = {}, of_page
end

-- Complains where the words and the verdict on the reference machine are at odds.
local function check_mark(record)
  if settings.reference and settings.reference ~= settings.machine then return end
  if record.verdict == "refuted" and not record.marked then
    report.warn("claim refuted, and not marked {.claim .refuted}: " .. record.test, record.test)
  elseif record.verdict == "held" and record.marked then
    report.warn("claim marked as refuted holds: " .. record.test, record.test)
  end
end

--- Inlines that take the place of a claim's span: the sentence and a mark that links to the figures behind it.
function claims.render(span)
  local test = span.attributes.test or ""
  local verdict, steps, used = claims.judge(test)
  local place = #collected + 1
  local anchor = span.identifier ~= "" and span.identifier:gsub(":", "-") or ("claim-" .. place)
  local record = { sentence = span.content, test = test, verdict = verdict, steps = steps, used = used }
  record.anchor, record.format = anchor, span.attributes.format
  record.stale = provenance.any_stale(used)
  record.marked = span.classes:includes("refuted")
  collected[place] = record
  marks.stale(used, test)
  if verdict == "missing" then
    report.warn("claim cannot be tested: " .. reason(steps), test)
  else
    check_mark(record)
  end
  local class = verdict .. (verdict == "missing" and " missing" or "") .. (record.stale and " outdated" or "")
  local mark = ('<a class="verdict %s" href="#%s-figures" title="%s">%s%s</a>'):format(
    class, anchor, words[verdict], ('<span aria-hidden="true">%s</span>'):format(signs[verdict]),
    html.hidden(words[verdict] .. (record.stale and ", outdated" or "") .. ": figures")
  )
  local result = pandoc.List({ html.inline(('<span class="claim" id="%s">'):format(anchor)) })
  result:extend(span.content)
  result:insert(html.inline("</span>" .. mark))
  return result
end

--- The section of a page that lists its claims with their figures, as blocks; none if there are no claims.
function claims.section()
  local blocks = pandoc.List()
  if #collected == 0 then return blocks end
  blocks:insert(html.block('<section class="claims" aria-labelledby="claims">'))
  blocks:insert(pandoc.Header(2, { pandoc.Str("Claims") }, pandoc.Attr("claims", { "unnumbered" })))
  blocks:insert(html.block("<ol>"))
  for _, record in ipairs(collected) do
    local steps = {}
    for i, step in ipairs(record.steps) do
      steps[i] = show_step(step, record.format)
    end
    blocks:insert(html.block(('<li id="%s-figures">'):format(record.anchor)))
    local sentence = pandoc.List(record.sentence):clone()
    local back = ('<a href="#%s">back%s</a>'):format(record.anchor, html.hidden(" to the claim"))
    sentence:insert(html.inline((' <span class="verdict %s">%s %s</span> %s'):format(
      record.verdict, signs[record.verdict], words[record.verdict], back)))
    blocks:insert(pandoc.Para(sentence))
    blocks:insert(html.block('<ul class="steps">' .. table.concat(steps) .. "</ul>"))
    for _, result in ipairs(provenance.sorted(record.used)) do
      blocks:insert(html.block('<div class="provenance">'))
      blocks:insert(pandoc.Plain(provenance.line(result)))
      blocks:insert(html.block(provenance.record(result) .. "</div>"))
    end
    blocks:insert(html.block("</li>"))
  end
  blocks:insert(html.block("</ol></section>"))
  return blocks
end

-- On the machine that is shown first, then on all others that there are records of.
local function outcomes(record, machines)
  local format = record.format
  if same_everywhere(record.verdict, record.used) then
    return { outcome_on("", record.verdict, record.steps, record.used, format) }
  end
  local list = { outcome_on(settings.machine, record.verdict, record.steps, record.used, format) }
  for _, machine in ipairs(machines) do
    results.on(machine, function()
      local verdict, steps, used = claims.judge(record.test)
      list[#list + 1] = outcome_on(machine, verdict, steps, used, format)
    end)
  end
  return list
end

--- The page's claims as plain data: { anchor, sentence (HTML), test, marked (as refuted), outcomes = { { machine ("" if
-- the same everywhere), verdict, outdated, steps = { { verdict, figures (HTML) } … } } … } }, the machine that is
-- shown first. `machines`: the others.
function claims.facts(machines)
  local list = {}
  for i, record in ipairs(collected) do
    local sentence = pandoc.walk_inline(pandoc.Span(record.sentence), {
      Cite = function() return {} end,
      Note = function() return {} end,
    })
    list[i] = {
      anchor = record.anchor,
      sentence = without_links(html.write_inlines(sentence.content)),
      test = record.test,
      marked = record.marked,
      outcomes = outcomes(record, machines),
    }
  end
  return list
end

return claims
