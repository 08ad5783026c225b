-- The machines whose results a page shows: the one that is shown first, and those that the reader can choose instead.
-- What differs between them stands on the page once for each, and all but the first are hidden.

local html = require("page.html")
local json = require("build.json")
local report = require("build.report")
local results = require("results.results")

local machines = {}

local list

--- Takes the machines from the list of results: { name, label } each, that which is shown first.
function machines.open()
  list = pandoc.List(results.machines()):map(function(each) return { name = each.name, label = each.label } end)
end

function machines.all()
  return list
end

--- Whether the reader can choose.
function machines.several()
  return #list > 1
end

--- Whether results are those of another machine than the first now.
function machines.is_other()
  return results.machine() ~= list[1].name
end

--- A complaint in the words for the machine whose results are shown now: that another one lacks some is no fault.
function machines.lacking(message)
  return machines.is_other() and message:gsub("^missing result: ", "not measured: ") or message
end

--- What `action(machine)` returns while results are those of `machine`. What another than the first lacks is no fault.
function machines.on(machine, action)
  if machine == list[1] then return action(machine) end
  return results.on(machine.name, function()
    return report.quietly(function() return action(machine) end)
  end)
end

--- What `render(machine)` gives on each machine, once for all on which it is the same: { value, on (names, with a space
-- between, or nil where it is the same on all) }, that of the first machine first. `key(value)` is a text that tells
-- two values apart; by default they are texts themselves.
function machines.variants(render, key)
  local variants, by_key = {}, {}
  for _, machine in ipairs(list) do
    local value = machines.on(machine, render)
    local text = #list == 1 and "" or (key and key(value) or value)
    if by_key[text] then
      by_key[text].on = by_key[text].on .. " " .. machine.name
    else
      by_key[text] = { value = value, on = machine.name }
      variants[#variants + 1] = by_key[text]
    end
  end
  if #variants == 1 then variants[1].on = nil end
  return variants
end

local function opening(element, variant, place)
  return ('<%s data-on="%s"%s>'):format(element, html.escape(variant.on), place > 1 and " hidden" or "")
end

--- The inlines for variants whose values are HTML text; `said(value)` is what one reads there.
function machines.inlines(variants, said)
  local inlines = pandoc.List()
  for place, variant in ipairs(variants) do
    local text = variant.value
    if variant.on then text = opening("span", variant, place) .. text .. "</span>" end
    inlines:insert(html.inline(text, place == 1 and said and said(variant.value) or nil))
  end
  return inlines
end

--- The blocks for variants whose values are lists of blocks.
function machines.blocks(variants)
  local blocks = pandoc.List()
  for place, variant in ipairs(variants) do
    if variant.on then blocks:insert(html.block(opening("div", variant, place))) end
    blocks:extend(variant.value)
    if variant.on then blocks:insert(html.block("</div>")) end
  end
  return blocks
end

--- What stands for a raw inline where only the first machine is shown, for pandoc.walk_inline.
function machines.first(raw)
  if raw.text:find('^<span data%-on="[^"]*" hidden>') then return {} end
  local text = raw.text:match('^<span data%-on="[^"]*">(.*)</span>$')
  return text and html.inline(text)
end

--- The machines for the page's script, as a line of JSON.
function machines.json()
  return (json.write(list):gsub("\n%s*", " "))
end

return machines
