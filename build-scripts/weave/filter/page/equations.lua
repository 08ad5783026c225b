-- `$$ … $$ {#eq:rule}`: display mathematics with a label after it.

local equations = {}

-- The same for a list of inlines; nil where nothing is replaced.
local function replaced(inlines, visit)
  local result, changed = pandoc.List(), false
  local i = 1
  while i <= #inlines do
    local item = inlines[i]
    local label, rest, last
    if item.t == "Math" and item.mathtype == "DisplayMath" then
      local after = i + 1
      while inlines[after] and (inlines[after].t == "Space" or inlines[after].t == "SoftBreak") do
        after = after + 1
      end
      if inlines[after] and inlines[after].t == "Str" then
        label, rest = inlines[after].text:match("^{#(eq:[%w_.-]+)}(.*)$")
        last = after
      end
    end
    if label then
      result:extend(visit(label, item, rest))
      i, changed = last + 1, true
    else
      result:insert(item)
      i = i + 1
    end
  end
  return changed and result or nil
end

--- Calls visit(label, math, rest) for each labelled display formula in a paragraph; what it returns takes the place of
-- formula and label. `rest` is text glued to the label, such as a full stop. Nil where there is no such formula.
function equations.replace(block, visit)
  -- To look at each inline of a chapter takes long.
  if not pandoc.utils.stringify(block):find("{#eq:", 1, true) then return nil end
  return pandoc.walk_block(block, {
    Inlines = function(inlines) return replaced(inlines, visit) end,
  })
end

return equations
