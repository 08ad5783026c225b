-- `$$ … $$ {#eq:rule}`: display mathematics with a label after it.

local equations = {}

--- Calls visit(label, math, rest) for each labelled display formula in a list of inlines; what it returns takes the
-- place of formula and label. `rest` is text glued to the label, such as a full stop.
function equations.replace(inlines, visit)
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

return equations
