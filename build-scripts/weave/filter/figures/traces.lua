-- Traces that the simulator wrote, as steps for a player: what a warp's lanes did with one instruction is one step.

local results = require("results.results")

local traces = {}

-- Memory is shown from the line of 128 bytes on in which its first access lies.
local line_bytes = 128
local most_steps = 200

local function space_of(op)
  return op:find("%.shared") and "shared" or "global"
end

local function bases_of(rows)
  local bases = {}
  for _, row in ipairs(rows) do
    if row.address ~= "" then
      local space, line = space_of(row.op), row.address // line_bytes * line_bytes
      bases[space] = math.min(bases[space] or line, line)
    end
  end
  return bases
end

-- The arrays in global memory that a trace accesses, by where they begin, in the order of their addresses: name, and
-- bytes of an element. Nothing and what is wrong where they are not as many as the names.
local function arrays_of(rows, names)
  local arrays, begins = {}, {}
  for _, row in ipairs(rows) do
    if math.type(row.offset) == "integer" then
      local begin = row.address - row.offset
      if not arrays[begin] then
        arrays[begin] = {}
        begins[#begins + 1] = begin
      end
      arrays[begin].bytes = math.min(arrays[begin].bytes or row.bytes, row.bytes)
    end
  end
  if #begins ~= #names then return nil, ("%d arrays are named, %d accessed"):format(#names, #begins) end
  table.sort(begins)
  for i, begin in ipairs(begins) do
    arrays[begin].name = names[i]
  end
  return arrays
end

-- "x[3]", or "x[4…7]" of a vector.
local function place_of(row, arrays)
  local array = arrays[row.address - row.offset]
  local first, last = row.offset // array.bytes, (row.offset + row.bytes - 1) // array.bytes
  if first == last then return ("%s[%d]"):format(array.name, first) end
  return ("%s[%d…%d]"):format(array.name, first, last)
end

-- A step's fields for each lane, by the trace's columns.
local lists = { before = "before", after = "after", source_lane = "from", bank = "bank", wavefront = "wave" }

local function start(row)
  local step = { op = row.op, line = row.line, file = row.file, warp = row.warp, active = row.active, lanes = {} }
  if row.address ~= "" then
    step.space, step.at, step.bytes = space_of(row.op), {}, row.bytes
    if row.sectors ~= "" then step.sectors = row.sectors end
  end
  for column, name in pairs(lists) do
    if row[column] ~= "" then step[name] = {} end
  end
  return step
end

local function add(step, row, bases, arrays)
  step.lanes[#step.lanes + 1] = row.lane
  if arrays and step.space == "global" then
    step.places = step.places or {}
    step.places[#step.places + 1] = place_of(row, arrays)
  end
  if step.at then step.at[#step.at + 1] = row.address - bases[step.space] end
  for column, name in pairs(lists) do
    if step[name] then step[name][#step[name] + 1] = row[column] end
  end
end

--- The steps of a result, or nil and what is wrong. `names`: of the arrays in global memory, in the order of their
-- addresses; then each access there has places, as "x[3]". Each step has op, line and file of the source, warp, active
-- (a mask), lanes, and for each of these as far as it applies: before, after, from (the lane that is read), at (bytes
-- from the line where the space's accesses begin), bank, wave; of accesses also space, bytes and sectors. Of `warp`
-- alone, where that is a number.
function traces.steps(result, warp, names)
  for _, column in ipairs({ "step", "lane", "op", "address", "active", "file" }) do
    if not results.has_column(result, column) then return nil, "no trace" end
  end
  local arrays, problem
  if names then
    arrays, problem = arrays_of(result.rows, names)
    if not arrays then return nil, problem end
  end
  local bases, steps, now = bases_of(result.rows), {}, nil
  for _, row in ipairs(result.rows) do
    if not warp or row.warp == warp then
      local key = ("%s %s %s"):format(row.step, row.block, row.op)
      if key ~= now then
        now = key
        steps[#steps + 1] = start(row)
      end
      add(steps[#steps], row, bases, arrays)
    end
  end
  if #steps == 0 then return nil, "no steps" end
  if #steps > most_steps then return nil, ("%d steps, more than %d"):format(#steps, most_steps) end
  return steps
end

-- Lines of a program between which nothing is left out.
local most_between = 8

-- A program's lines without its `#line`s: { text, number in the chapter `file`, or nil }.
local function lines_of(program, file)
  local lines, number, own = {}, 0, false
  for line in (program .. "\n"):gmatch("(.-)\n") do
    local first, path = line:match('^#line (%d+) "(.*)"$')
    if first then
      number, own = math.tointeger(first), pandoc.path.filename(path) == file
    else
      lines[#lines + 1] = { line, own and number or nil }
      number = number + 1
    end
  end
  return lines
end

-- The first line of the function around a line, as far as it is near.
local function start_of_function(lines, place)
  for i = place, math.max(1, place - most_between), -1 do
    if lines[i][1]:find("^}") then break end
    if lines[i][1]:find("__global__") or lines[i][1]:find("__device__") then return i end
  end
  return place
end

local function runs_of(lines, wanted)
  local runs, seen = {}, {}
  for place, line in ipairs(lines) do
    local number = line[2]
    if number and wanted[number] and not seen[number] then
      seen[number] = true
      local run = runs[#runs]
      if run and place - run[2] <= most_between then
        run[2] = place
      else
        runs[#runs + 1] = { start_of_function(lines, place), place }
      end
    end
  end
  return runs
end

--- What steps execute of a chapter's program, as it was tangled from `file`: runs of lines, each { number in the file,
-- or 0, text }. Prose may have moved the numbers since, which is why the text is the program's own.
function traces.code(steps, program, file)
  local wanted, code = {}, {}
  for _, step in ipairs(steps) do
    if step.file == file then wanted[step.line] = true end
  end
  local lines = lines_of(program, file)
  for _, run in ipairs(runs_of(lines, wanted)) do
    local excerpt = {}
    for i = run[1], run[2] do
      excerpt[#excerpt + 1] = { lines[i][2] or 0, lines[i][1] }
    end
    code[#code + 1] = excerpt
  end
  return code
end

return traces
