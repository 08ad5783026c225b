-- `[sentence]{.claim test="…"}`: a sentence with a test, its verdict, and the figures behind it.

local expression = require("expression")
local number = require("number")
local provenance = require("provenance")
local remarks = require("remarks")
local machines = require("machines")
local sources = require("sources")
local marks = require("marks")
local report = require("report")
local html = require("html")
local regions = require("regions")

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

-- More figures than these are more than a sentence can compare.
local most_figures = 10

local function note(used, seen)
  for name, result in pairs(seen) do
    used[name] = result
  end
end

-- Calls `action` with each way to put the figures `keys` at their lower or their upper quartiles.
local function each_corner(keys, action)
  for corner = 0, 2 ^ #keys - 1 do
    local choice = {}
    for i, key in ipairs(keys) do
      choice[key] = (corner >> (i - 1)) & 1 == 0 and "low" or "high"
    end
    action(choice)
  end
end

-- A side of a comparison as { value, low, high, remark, stale }: its value, its range where the figures lie at their
-- quartiles, what is remarked of their rows, and whether they are outdated.
local function side(text)
  local value, used, problem, seen = expression.evaluate(text)
  if value == nil then return nil, problem end
  local stale = provenance.any_stale(used)
  local figure = { value = value, low = value, high = value, remark = seen.remark, stale = stale }
  if type(value) == "number" and #seen.order <= most_figures then
    each_corner(seen.order, function(choice)
      local other = expression.evaluate(text, { choose = choice })
      if type(other) == "number" then
        figure.low, figure.high = math.min(figure.low, other), math.max(figure.high, other)
      end
    end)
  end
  return figure
end

-- The figures that a part of a test shows: both sides of a comparison and its sign, or the value of the whole.
local function figures_of(part)
  local left_text, comparison, right_text = split_top(part, comparisons)
  local is_compound = split_top(part, { " or " }) ~= part or part:find("^%s*not%s")
  if not comparison or is_compound then return { side(part) } end
  local left, right = side(left_text), side(right_text)
  return left and right and { left, comparison, right }
end

-- Whether a part of a test is true, wherever its figures lie between their quartiles; undecided where that depends on
-- where they lie.
local function judge_part(part, used)
  local value, seen_results, problem, seen = expression.evaluate(part)
  note(used, seen_results)
  if value == nil then return "missing", { machines.lacking(problem) } end
  if #seen.order > most_figures then
    return "missing", { ("it rests on more than %d figures"):format(most_figures) }
  end
  -- quote: verdict
  local verdict = value and "held" or "refuted"
  each_corner(seen.order, function(choice)
    local other = expression.evaluate(part, { choose = choice })
    if (other and true or false) ~= (value and true or false) then verdict = "undecided" end
  end)
  -- end quote
  return verdict, figures_of(part) or {}
end

local rank = { held = 1, undecided = 2, refuted = 3, missing = 4 }

--- The verdict on a test (held, refuted, undecided, missing), its steps ({ text, verdict, figures } …) and the
-- results used.
function claims.judge(test)
  local used, steps, verdict = {}, {}, "held"
  for _, part in ipairs(conjuncts(test)) do
    local outcome, figures = judge_part(part, used)
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
local short_words = { held = "held", refuted = "refuted", undecided = "undecided", missing = "cannot be tested" }

local function show_number(value, format)
  return number.show(value, format) or tostring(value)
end

local typeset = { ["<="] = "\u{2264}", [">="] = "\u{2265}", ["~="] = "\u{2260}", ["=="] = "=" }

local function show_range(figure, format)
  if type(figure.value) ~= "number" then return html.escape(figure.value) end
  local text = show_number(figure.value, format)
  if figure.low == figure.high then return text end
  return ("%s (%s to %s)"):format(text, show_number(figure.low, format), show_number(figure.high, format))
end

local function show_figure(figure, format)
  if type(figure) ~= "table" then return typeset[figure] or html.escape(figure) end
  local text = show_range(figure, format) .. remarks.signs(figure.remark)
  return figure.stale and text .. " " .. marks.outdated or text
end

local function show_figures(step, format)
  local shown = {}
  for i, figure in ipairs(step.figures) do
    shown[i] = show_figure(figure, format)
  end
  return table.concat(shown, " ")
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

-- A claim on the machine whose results are shown now.
local function judge_on(machine, test, format)
  local verdict, steps, used = claims.judge(test)
  local outcome = { machine = machine, verdict = verdict, outdated = provenance.any_stale(used), used = used }
  outcome.reason = verdict == "missing" and reason(steps) or nil
  outcome.steps = {}
  for i, step in ipairs(steps) do
    outcome.steps[i] = { verdict = step.verdict, figures = show_figures(step, format), text = step.text }
  end
  return outcome
end

-- A claim on every machine that there are results of, the one that is shown first; once where all have the same.
local function judge_everywhere(test, format)
  local outcomes = {}
  for i, machine in ipairs(machines.all()) do
    outcomes[i] = machines.on(machine, function() return judge_on(machine, test, format) end)
    if i == 1 and same_everywhere(outcomes[1].verdict, outcomes[1].used) then
      outcomes[1].everywhere = true
      break
    end
  end
  return outcomes
end

local collected, settings

--- Forgets all claims; for the start of a page.
function claims.open(of_page)
  collected, settings = {}, of_page
end

-- Complains where the words and the verdict on the reference machine are at odds, or nobody can tell.
local function check(record, first)
  marks.stale(first.used, record.test)
  if first.verdict == "missing" then
    report.warn("claim cannot be tested: " .. first.reason, record.test)
  elseif settings.reference and settings.reference ~= settings.machine then
    return
  elseif first.verdict == "refuted" and not record.marked then
    report.warn("claim refuted, and not marked {.claim .refuted}: " .. record.test, record.test)
  elseif first.verdict == "held" and record.marked then
    report.warn("claim marked as refuted holds: " .. record.test, record.test)
  end
end

local function sign(verdict)
  return ('<span aria-hidden="true">%s</span>'):format(signs[verdict])
end

-- The mark that stands behind a claim, linked to its figures.
local function mark_of(record, outcome)
  local name = outcome.verdict
  if name == "missing" then name = machines.is_other() and "untested" or "missing missing" end
  local hint = words[outcome.verdict] .. (outcome.outdated and ", outdated" or "")
  return ('<a class="verdict %s%s" href="#%s-figures" title="%s">%s%s</a>'):format(
    name, outcome.outdated and " outdated" or "", record.anchor, words[outcome.verdict], sign(outcome.verdict),
    html.hidden(hint .. ": figures")
  )
end

--- Inlines that take the place of a claim's span: the sentence and a mark that links to the figures behind it.
function claims.render(span)
  local attributes, place = span.attributes, #collected + 1
  local record = { sentence = span.content, test = attributes.test or "", format = attributes.format }
  record.anchor = span.identifier ~= "" and span.identifier:gsub(":", "-") or ("claim-" .. place)
  record.marked = span.classes:includes("refuted")
  record.source = attributes.source and sources.find(attributes.source)
  record.outcomes = judge_everywhere(record.test, record.format)
  collected[place] = record
  check(record, record.outcomes[1])
  local result = pandoc.List({ html.inline(('<span class="claim" id="%s">'):format(record.anchor)) })
  result:extend(span.content)
  result:insert(html.inline("</span>"))
  local next_outcome = 0
  result:extend(machines.inlines(machines.variants(function()
    next_outcome = next_outcome + 1
    return mark_of(record, record.outcomes[next_outcome] or record.outcomes[1])
  end)))
  return result
end

local function add_provenance(blocks, used)
  for _, group in ipairs(provenance.groups(used)) do
    blocks:insert(html.block('<div class="provenance">'))
    blocks:insert(pandoc.Plain(group.line))
    blocks:insert(html.block("</div>"))
  end
end

local function figures_text(outcome)
  local texts = {}
  for i, step in ipairs(outcome.steps) do
    texts[i] = step.figures
  end
  return table.concat(texts, "<br>")
end

-- A table of a claim's verdicts: a row for each machine, with the figures behind it and where they come from.
local function verdicts(record)
  local region = ('<div class="scroll plain" %s>'):format(regions.attributes("Verdicts, scrollable"))
  local blocks = pandoc.List({ html.block(region .. '<table class="verdicts"><tbody>') })
  for _, outcome in ipairs(record.outcomes) do
    local name = outcome.everywhere and "any machine" or outcome.machine.label
    local class = outcome.verdict == "missing" and "untested" or outcome.verdict
    blocks:insert(html.block(
      ('<tr><th scope="row">%s</th><td><span class="verdict %s">%s %s</span></td><td>%s'):format(
        html.escape(name), class, sign(outcome.verdict), short_words[outcome.verdict], figures_text(outcome)
      )
    ))
    add_provenance(blocks, outcome.used)
    blocks:insert(html.block("</td></tr>"))
  end
  blocks:insert(html.block("</tbody></table></div>"))
  return blocks
end

local function tests_text(record)
  local items = {}
  for i, step in ipairs(record.outcomes[1].steps) do
    items[i] = "<li><code>" .. html.escape(step.text) .. "</code></li>"
  end
  return '<ul class="steps">' .. table.concat(items) .. "</ul>"
end

-- A claim that is a part of a sentence, as a sentence of its own.
local function as_sentence(inlines)
  local sentence = pandoc.List(inlines):clone()
  local first, last = sentence[1], sentence[#sentence]
  if first and first.t == "Str" then sentence[1] = pandoc.Str((first.text:gsub("^%l", string.upper))) end
  if last and not pandoc.utils.stringify(last):match("[.!?]$") then sentence:insert(pandoc.Str(".")) end
  return sentence
end

--- The section of a page that lists its claims with their figures, as blocks; none if there are no claims.
function claims.section()
  local blocks = pandoc.List()
  if #collected == 0 then return blocks end
  blocks:insert(html.block('<section class="claims" aria-labelledby="claims">'))
  blocks:insert(pandoc.Header(2, { pandoc.Str("Claims") }, pandoc.Attr("claims", { "unnumbered" })))
  blocks:insert(html.block("<ol>"))
  for _, record in ipairs(collected) do
    blocks:insert(html.block(('<li id="%s-figures">'):format(record.anchor)))
    local sentence = as_sentence(record.sentence)
    if record.source then
      sentence:extend({ pandoc.Space(), pandoc.Str("Claimed by "), sources.cite(record.source), pandoc.Str(".") })
    end
    local back = (' <a class="back" href="#%s">back%s</a>'):format(record.anchor, html.hidden(" to the claim"))
    sentence:insert(html.inline(back))
    blocks:insert(pandoc.Para(sentence))
    blocks:insert(html.block(tests_text(record)))
    blocks:extend(verdicts(record))
    blocks:insert(html.block("</li>"))
  end
  blocks:insert(html.block("</ol></section>"))
  return blocks
end

local function plain_outcome(outcome)
  local steps = {}
  for i, step in ipairs(outcome.steps) do
    steps[i] = { verdict = step.verdict, figures = step.figures }
  end
  return {
    machine = outcome.everywhere and "" or outcome.machine.name,
    verdict = outcome.verdict,
    outdated = outcome.outdated,
    steps = steps,
  }
end

--- The page's claims as plain data: { anchor, sentence (HTML), test, marked (as refuted), source ({ key, year,
-- author }, or nil), outcomes = { { machine ("" if the same everywhere), verdict, outdated,
-- steps = { { verdict, figures (HTML) } … } } … } }, the machine that is shown first.
function claims.facts()
  local list = {}
  for i, record in ipairs(collected) do
    local sentence = pandoc.walk_inline(pandoc.Span(as_sentence(record.sentence)), {
      Cite = function() return {} end,
      Note = function() return {} end,
      RawInline = machines.first,
    })
    list[i] = {
      anchor = record.anchor,
      sentence = without_links(html.write_inlines(sentence.content)),
      test = record.test,
      marked = record.marked,
      source = record.source,
      outcomes = pandoc.List(record.outcomes):map(plain_outcome),
    }
  end
  return list
end

return claims
