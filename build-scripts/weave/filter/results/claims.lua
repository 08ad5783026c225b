-- `[sentence]{.claim test="…"}`: a sentence with a test, its verdict, and the figures behind it.

local number = require("results.number")
local provenance = require("results.provenance")
local remarks = require("results.remarks")
local verdicts = require("results.verdicts")
local machines = require("results.machines")
local sources = require("build.sources")
local marks = require("page.marks")
local places = require("build.places")
local report = require("build.report")
local html = require("page.html")
local scrollable = require("page.scrollable")

local claims = {}

local signs = { held = "\u{2713}", refuted = "\u{2717}", undecided = "?", missing = "?" }
local words = {
  held = "claim holds",
  refuted = "claim refuted",
  undecided = "claim undecided: within the spread of its figures",
  missing = "claim cannot be tested",
}
local short_words = { held = "held", refuted = "refuted", undecided = "undecided", missing = "cannot be tested" }

--- All verdicts, the best first, for whoever sums up claims: { name, sign, words } each.
claims.verdicts = pandoc.List({ "held", "refuted", "undecided", "missing" }):map(function(name)
  return { name = name, sign = signs[name], words = short_words[name] }
end)

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

-- The values that `all` and `any` went through, in the order of their names, as HTML text.
local function show_case(case)
  local shown = {}
  for name, value in pairs(case or {}) do
    local power = number.log2(value)
    local text = power and power >= 10 and number.show(value, "2^") or number.show(value)
    shown[#shown + 1] = ("%s = %s"):format(name, text)
  end
  table.sort(shown)
  return #shown > 0 and table.concat(shown, ", ") .. ": " or ""
end

local function show_figures(step, format)
  local shown = {}
  for i, figure in ipairs(step.figures) do
    shown[i] = show_figure(figure, format)
  end
  return show_case(step.case) .. table.concat(shown, " ")
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
  local verdict, outcome = verdicts.of(test)
  for _, step in ipairs(outcome.steps) do
    outcome.reason = outcome.reason or step.reason
    step.figures = step.reason and html.escape(step.reason) or show_figures(step, format)
  end
  outcome.machine, outcome.verdict, outcome.outdated = machine, verdict, provenance.any_stale(outcome.used)
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

-- How a claim's words are at odds with its verdict, if that is one which they have to agree with; else nil.
local function odds(record, outcome)
  local binding = settings.reference or settings.machine
  if not outcome.everywhere and outcome.machine.name ~= binding then return nil end
  if outcome.verdict == "refuted" and not record.marked then return "refuted, and not marked {.claim .refuted}" end
  if outcome.verdict == "held" and record.marked then return "marked as refuted, and held" end
end

-- Complains where the words and the verdict are at odds, or nobody can tell.
local function check(record, first)
  marks.stale(first.used, record.place)
  if first.verdict == "missing" then
    report.warn("claim cannot be tested: " .. first.reason, record.place)
  elseif odds(record, first) then
    report.warn("claim " .. odds(record, first) .. ": " .. record.test, record.place)
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
  record.place = places.next("test", record.test)
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

local most_shown = 6 -- of the comparisons of one claim on one machine

-- The comparisons that are shown of many: what does not hold, then as many others as there is room for.
local function shown_steps(steps)
  local room, shown = most_shown, {}
  for _, step in ipairs(steps) do
    if step.verdict ~= "held" then room = room - 1 end
  end
  for _, step in ipairs(steps) do
    if step.verdict ~= "held" or room > 0 then
      if #shown == most_shown then break end
      shown[#shown + 1] = step
      if step.verdict == "held" then room = room - 1 end
    end
  end
  return shown
end

local function figures_text(outcome)
  local texts = {}
  for i, step in ipairs(shown_steps(outcome.steps)) do
    texts[i] = step.figures
  end
  if #texts < #outcome.steps then texts[#texts + 1] = ("… and %d more"):format(#outcome.steps - #texts) end
  return table.concat(texts, "<br>")
end

-- A claim's verdicts as a table: a row for each machine, with the figures behind it and where they come from.
local function verdict_table(record)
  local region = ('<div class="scroll plain" %s>'):format(scrollable.attributes("Verdicts, scrollable"))
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
  for i, part in ipairs(record.outcomes[1].parts) do
    items[i] = "<li><code>" .. html.escape(part) .. "</code></li>"
  end
  return '<ul class="steps">' .. table.concat(items) .. "</ul>"
end

-- A claim that is a part of a sentence, as a sentence of its own.
local function as_sentence(inlines)
  local sentence = pandoc.List(inlines):clone()
  local first, last = sentence[1], sentence[#sentence]
  if first and first.t == "Str" then sentence[1] = pandoc.Str((first.text:gsub("^%l", string.upper))) end
  if last and last.t == "Str" then sentence[#sentence] = pandoc.Str((last.text:gsub("[,;:]$", ""))) end
  if last and not pandoc.utils.stringify(last):match("[.!?]$") then sentence:insert(pandoc.Str(".")) end
  return sentence
end

--- The section of a page that lists its claims with their figures, folded, as blocks; none if there are no claims.
function claims.section()
  local blocks = pandoc.List()
  if #collected == 0 then return blocks end
  blocks:insert(html.block('<section class="claims" aria-labelledby="claims">'))
  blocks:insert(pandoc.Header(2, { pandoc.Str("Claims") }, pandoc.Attr("claims", { "unnumbered" })))
  blocks:insert(html.block(
    ('<details class="folded"><summary>Show %s</summary><ol>'):format(
      #collected == 1 and "the claim" or ("all %d claims"):format(#collected)
    )
  ))
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
    blocks:extend(verdict_table(record))
    blocks:insert(html.block("</li>"))
  end
  blocks:insert(html.block("</ol></details></section>"))
  return blocks
end

local function plain_outcome(record, outcome)
  local steps, shown = {}, shown_steps(outcome.steps)
  for i, step in ipairs(shown) do
    steps[i] = { verdict = step.verdict, figures = step.figures }
  end
  return {
    machine = outcome.everywhere and "" or outcome.machine.name,
    verdict = outcome.verdict,
    outdated = outcome.outdated,
    odds = odds(record, outcome),
    steps = steps,
    more = #shown < #outcome.steps and #outcome.steps - #shown or nil,
  }
end

--- The page's claims as plain data: { anchor, sentence (HTML), test, line, marked (as refuted), source ({ key, year,
-- author }, or nil), outcomes = { { machine ("" if the same everywhere), verdict, outdated, odds (how the words are
-- at odds with it, or nil), steps = { { verdict, figures (HTML) } … }, more (comparisons than these, or nil) } … } },
-- the machine that is shown first.
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
      line = places.line(record.place) or 1,
      marked = record.marked,
      source = record.source,
      outcomes = pandoc.List(record.outcomes):map(function(each) return plain_outcome(record, each) end),
    }
  end
  return list
end

return claims
