-- What changed between two lists of lines.

local difference = {}

-- lengths[i][j]: longest common subsequence of old[i…] and new[j…].
local function common_lengths(old, new)
  local lengths = {}
  for i = #old + 1, 1, -1 do
    lengths[i] = {}
    for j = #new + 1, 1, -1 do
      if i > #old or j > #new then
        lengths[i][j] = 0
      elseif old[i] == new[j] then
        lengths[i][j] = lengths[i + 1][j + 1] + 1
      else
        lengths[i][j] = math.max(lengths[i + 1][j], lengths[i][j + 1])
      end
    end
  end
  return lengths
end

--- Steps from old to new, in order: { kind = "same" | "removed" | "added", old = index, new = index }.
function difference.lines(old, new)
  local lengths = common_lengths(old, new)
  local steps = {}
  local i, j = 1, 1
  while i <= #old or j <= #new do
    if i <= #old and j <= #new and old[i] == new[j] then
      steps[#steps + 1] = { kind = "same", old = i, new = j }
      i, j = i + 1, j + 1
    elseif i <= #old and (j > #new or lengths[i + 1][j] >= lengths[i][j + 1]) then
      steps[#steps + 1] = { kind = "removed", old = i }
      i = i + 1
    else
      steps[#steps + 1] = { kind = "added", new = j }
      j = j + 1
    end
  end
  return steps
end

return difference
