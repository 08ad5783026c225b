-- Parts of a page that scroll by themselves: reached by keyboard, each under a name of its own.

local html = require("page.html")

local scrollable = {}

local uses = {}

--- Attributes of a region whose name `label` no other has, but for the same thing on another machine.
function scrollable.named(label)
  return ('tabindex="0" role="region" aria-label="%s"'):format(html.escape(label))
end

--- Attributes of a region named `label`; a name that the page has used already gets a number.
function scrollable.attributes(label)
  uses[label] = (uses[label] or 0) + 1
  return scrollable.named(uses[label] > 1 and ("%s (%d)"):format(label, uses[label]) or label)
end

return scrollable
