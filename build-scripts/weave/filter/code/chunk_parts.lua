-- Which code blocks are parts of chunks, and what their anchors are.

local chunk_parts = {}

--- Name of the chunk that a code block is a part of (`file:NAME` for a root), or nil for mere code.
function chunk_parts.name(block)
  if block.attributes.file then return "file:" .. block.attributes.file end
  if block.identifier ~= "" then return block.identifier end
end

--- Anchor of the `occurrence`-th part of a chunk in a chapter.
function chunk_parts.anchor(name, occurrence)
  local file = name:match("^file:(.*)$")
  local anchor = file and ("file-" .. file:gsub("[^%w_.-]", "-")) or ("chunk-" .. name)
  return occurrence == 1 and anchor or (anchor .. "-" .. occurrence)
end

return chunk_parts
