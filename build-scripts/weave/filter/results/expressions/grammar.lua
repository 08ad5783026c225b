-- The grammar of expressions: values, tables and claims are written in it.
--
-- Numbers, texts, + - * / // % ^, comparisons, `x in (a, b)`, `not`, `and`, `or` are as one would think; further:
--   trapezoid_1_times{variant="atomic", n=2^20}.ms   a column of the row that has these values (_ stands for -)
--   in RESULT{kept=50}: …                            within, rows are those of a result that have these values;
--                                                    {n=2^20}.ms is a column of one, last.ms of the one with a `last`
--   all n from 2^20 to 2^24, type: …                 whether something holds for all values of columns (or for `any`);
--                                                    within, ms is a column of the row that has the values at hand
--   count(RESULT where ms < 2), largest(RESULT, ms where n > 8), smallest(…)   of all rows of a result

local lpeg = require("lpeg")

local P, R, S, V = lpeg.P, lpeg.R, lpeg.S, lpeg.V
local C, Cc, Cg, Cp, Ct, Cmt = lpeg.C, lpeg.Cc, lpeg.Cg, lpeg.Cp, lpeg.Ct, lpeg.Cmt

local grammar = {}

local length_limit = 4000

-- How far a text made sense.
local reached

local space = (S(" \t\r\n") + "\u{A0}") ^ 0 * Cmt("", function(_, place)
  reached = math.max(reached, place)
  return true
end)

local letter = R("az", "AZ", "09") + "_"
local digits = R("09") ^ 1

local function token(pattern)
  return pattern * space
end

local function word(text)
  return token(P(text) * -letter)
end

local keyword = (P("and") + "or" + "not" + "in" + "where" + "true" + "false") * -letter
local name = token(C((letter - R("09")) * letter ^ 0) - keyword)
local number = token(C(digits * (P(".") * digits) ^ -1 * (S("eE") * S("+-") ^ -1 * digits) ^ -1) * -letter)
local text = token(P('"') * C((1 - S('"\n')) ^ 0) * '"' + P("'") * C((1 - S("'\n")) ^ 0) * "'")

-- A node of the tree: { kind, first, last (its place in the text), fields by name, parts in order }.
local function node(kind, pattern)
  return Ct(Cg(Cc(kind), "kind") * Cg(Cp(), "first") * pattern * Cg(Cp(), "last"))
end

-- Parts with signs between them, as one node; a part alone is itself.
local function chain(kind, part, sign)
  return node(kind, part * (sign * part) ^ 0) / function(made) return made[2] and made or made[1] end
end

local function list(item)
  return item * (token(",") * item) ^ 0
end

local function as(field, pattern)
  return Cg(pattern, field)
end

local condition = V("disjunction")
local fields = as("where", Ct(token("{") * (list(name * token("=") * condition) + "") * token("}")))
local options = token("(") * Ct(list(condition)) * token(")")
local body = as("body", condition)
local filter = (word("where") * as("filter", condition)) ^ -1
local between = word("from") * as("from", condition) * word("to") * as("to", condition)
local binding = node("values", as("name", name) * between)
  + node("values", as("name", name) * word("in") * as("options", options))
  + node("values", as("name", name))
local bindings = as("bindings", Ct(list(binding))) * filter * token(":") * body
local result = as("result", name) * fields ^ -1
local counter = token(C("count") * -letter) * #P("(")
local extreme = token(C(P("largest") + "smallest") * -letter) * #P("(")
local column = token(".") * as("column", name)

local whole = P({
  space * V("disjunction") * -1,
  disjunction = chain("or", V("conjunction"), word("or")),
  conjunction = chain("and", V("negation"), word("and")),
  negation = node("scope", word("in") * result * token(S(",:")) * body)
    + node("all", word("all") * bindings)
    + node("any", word("any") * bindings)
    + node("not", word("not") * V("negation"))
    + node("among", V("sum") * word("in") * as("options", options))
    + V("comparison"),
  comparison = node("comparison", V("sum") * as("sign", token(C(P("<=") + ">=" + "==" + "~=" + "<" + ">"))) * V("sum"))
    + V("sum"),
  sum = chain("arithmetic", V("product"), token(C(S("+-")))),
  product = chain("arithmetic", V("signed"), token(C(P("//") + S("*/%")))),
  signed = node("negative", token("-") * V("signed")) + V("power"),
  power = node("arithmetic", V("primary") * token(C("^")) * V("signed")) + V("primary"),
  primary = node("number", as("value", number / tonumber))
    + node("text", as("value", text))
    + node("boolean", as("value", word("true") * Cc(true) + word("false") * Cc(false)))
    + node("summary", as("name", counter) * token("(") * result * filter * token(")"))
    + node("summary", as("name", extreme) * token("(") * result * token(",") * body * filter * token(")"))
    + node("call", as("name", name - counter - extreme) * token("(") * (list(condition) + "") * token(")"))
    + node("row", as("result", name) * fields * column ^ -1)
    + node("row", fields * column ^ -1)
    + node("row", as("called", name) * column)
    + node("name", as("name", name))
    + token("(") * V("disjunction") * token(")"),
})

lpeg.setmaxstack(1000)

--- The tree of an expression, or nil and what is wrong with it.
function grammar.parse(source)
  if #source > length_limit then return nil, "expression is too long" end
  reached = 1
  local good, tree = pcall(whole.match, whole, source)
  if not good then return nil, "error in expression: too many brackets within brackets" end
  if tree then return tree end
  local rest = source:sub(reached)
  if rest == "" then return nil, "error in expression: something is missing at its end" end
  local cut = utf8.offset(rest, 20)
  return nil, ("error in expression at '%s'"):format(cut and rest:sub(1, cut - 1) .. "…" or rest)
end

--- A node's own text.
function grammar.text_of(part, source)
  return (source:sub(part.first, part.last - 1):gsub("%s+$", ""))
end

return grammar
