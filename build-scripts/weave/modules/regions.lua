-- Parts of a page that scroll by themselves: reached by keyboard, each under a name of its own.

local html = require("html")

local regions = {}

local uses = {}

--- Attributes of a region named `label`; a name that the page has used already gets a number.
function regions.attributes(label)
  uses[label] = (uses[label] or 0) + 1
  if uses[label] > 1 then label = ("%s (%d)"):format(label, uses[label]) end
  return ('tabindex="0" role="region" aria-label="%s"'):format(html.escape(label))
end

return regions
