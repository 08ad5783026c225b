"""The part of a program's code that one of its experiments can reach.

C++ is read as words and brackets, not understood, and where in doubt, code counts as reached. Reached are: the statement
of `main` that registers the experiment, by a call `program.…` or of a lambda of `main`, in which its name stands as a
literal; of `main`, all that registers nothing else; and each definition whose name is a word of what is reached. What is
reached is the same whatever the order of definitions, and whatever the experiment is called.
"""

import re
from collections.abc import Iterator
from typing import Union

from shared import source_code

Node = Union[str, list["Node"]]  # a word, or what stands in brackets, with them
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_CONDITIONAL = re.compile(r"# ?(if|el|end)")
_NO_NAMES = {"__launch_bounds__", "__align__", "__attribute__", "alignas", "decltype", "noexcept", "requires"}
_BUILT_IN = {"void", "bool", "char", "int", "unsigned", "float", "double", "auto"}
_TYPES = {"struct", "class", "union", "enum"}
_COMPOUND = {"if", "else", "for", "while", "do", "switch", "try", "{"}


def reached_code(lines: list[str], experiment: str) -> list[str] | None:
    """Of a program's code, as source_code.sources tells it, the definitions that `experiment` reaches, sorted; None
    where that cannot be told."""
    literal = f'"{experiment}"'
    try:
        definitions = list(_definitions(_tree(lines)))
    except _Unclear:
        return None
    mains = [nodes for names, nodes in definitions if "main" in names]
    if len(mains) != 1 or not isinstance(mains[0][-1], list):
        return None
    kept, local = _of_main(mains[0][-1][1:-1], literal)
    if literal not in {word for nodes in kept for word in _words(nodes)}:
        return None
    waiting = [*local, *((names, nodes) for names, nodes in definitions if nodes is not mains[0])]
    reached = [*kept, *(nodes for names, nodes in waiting if not names)]
    waiting = [each for each in waiting if each[0]]
    words: set[str] = set()
    for nodes in reached:  # grows meanwhile
        words |= set(_words(nodes))
        reached += [found for names, found in waiting if names & words]
        waiting = [each for each in waiting if not each[0] & words]
    return sorted(" ".join('""' if word == literal else word for word in _words(nodes)) for nodes in reached)


class _Unclear(Exception):
    """Brackets that do not match, or code that the preprocessor may leave out."""


def _tree(lines: list[str]) -> list[Node]:
    levels: list[list[Node]] = [[]]
    for word in _read(lines):
        if _CONDITIONAL.match(word) and len(levels) == 1:
            raise _Unclear
        if word in _CLOSING:
            levels.append([])
        levels[-1].append(word)
        if word in _CLOSING.values():
            group = levels.pop()
            if not levels or _CLOSING.get(str(group[0])) != word:
                raise _Unclear
            levels[-1].append(group)
    if len(levels) != 1:
        raise _Unclear
    return levels[0]


def _read(lines: list[str]) -> Iterator[str]:
    """Words; a line for the preprocessor is one."""
    for line in lines:
        if re.match("# ?define ", line):
            yield line
        elif line.startswith("#"):
            if not re.match("# ?(include|pragma once)", line):
                yield line
        else:
            yield from source_code.words(line)


def _words(nodes: list[Node]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, list):
            yield from _words(node)
        elif node.startswith("#"):
            yield from source_code.words(node)
        else:
            yield node


def _statements(nodes: list[Node]) -> Iterator[list[Node]]:
    """Declarations, definitions and statements, one by one."""
    statement: list[Node] = []
    for node, after in zip(nodes, [*nodes[1:], ";"]):
        if isinstance(node, str) and re.match("# ?define ", node):
            yield [node]
            continue
        statement.append(node)
        body = isinstance(node, list) and node[0] == "{"
        goes_on = after in (";", ",", ".", "else") or isinstance(after, list) or _is_type(statement)
        if node == ";" or (body and not goes_on):
            yield statement
            statement = []
    if statement:
        yield statement


def _past_template(statement: list[Node]) -> list[Node]:
    while statement and statement[0] == "template":
        depth = 0
        for end, node in enumerate(statement):
            depth += (node == "<") - (node == ">")
            if node == ">" and depth == 0:
                break
        statement = statement[end + 1 :]
    return statement


def _is_type(statement: list[Node]) -> bool:
    return next(iter(_past_template(statement)), None) in _TYPES


def _definitions(nodes: list[Node]) -> Iterator[tuple[set[str], list[Node]]]:
    """What is defined outside of functions, with its names; without, where they are not clear."""
    for statement in _statements(nodes):
        own = _past_template(statement)
        if not own:
            yield set(), statement
        elif "namespace" in statement[:2] and isinstance(statement[-1], list):
            yield from _definitions(statement[-1][1:-1])
        elif _is_type(statement):
            yield _names_of_type(own), statement
        elif own and own[0] == "using" and own[2:3] == ["="]:
            yield {str(own[1])}, statement
        elif isinstance(own[0], str) and (macro := re.match(r"# ?define (\w+)", own[0])):
            yield {macro[1]}, statement
        elif own != [";"]:
            yield _names_of_declaration(own), statement


def _names_of_type(statement: list[Node]) -> set[str]:
    """Its own, those of what is declared with it, and those in an enum."""
    names = {str(word) for word in statement[1:4] if isinstance(word, str) and re.match(r"[A-Za-z_]", word)} - _TYPES
    for node in statement:
        if isinstance(node, list) and node[0] == "{" and statement[0] == "enum":
            names |= {word for word in _words(node) if re.match(r"[A-Za-z_]", word)}
    if isinstance(statement[-2], str):
        names.add(statement[-2])
    return names


def _names_of_declaration(statement: list[Node]) -> set[str]:
    """Of a function or of variables; none where an operator or something else is declared."""
    names: set[str] = set()
    if "operator" in statement or statement[0] in ("using", "extern", "static_assert"):
        return names
    is_value = False
    for node, after in zip(statement, statement[1:]):
        opens = isinstance(after, list) and after[0] in ("(", "[", "{")
        if isinstance(node, str) and re.match(r"[A-Za-z_]", node) and not is_value:
            if (opens or after in ("=", ";", ",")) and node not in _NO_NAMES:
                # As in void (*name)(int).
                pointer = isinstance(after, list) and after[1] == "*" and node in _BUILT_IN
                names.add(str(after[2]) if pointer else node)
        is_value = (is_value or node == "=") and node != ","
    return names


def _of_main(body: list[Node], literal: str) -> tuple[list[list[Node]], list[tuple[set[str], list[Node]]]]:
    """What of main's statements the experiment of that name rests on, and its lambdas, which may be called."""
    lambdas = {}
    for statement in _statements(body):
        if statement[0] == "auto" and statement[2:3] == ["="] and isinstance(statement[3], list) and statement[3][0] == "[":
            lambdas[str(statement[1])] = statement
    kept = list(_kept(body, literal, set(lambdas)))
    return kept, [({name}, statement) for name, statement in lambdas.items()]


def _kept(body: list[Node], literal: str, lambdas: set[str]) -> Iterator[list[Node]]:
    for statement in _statements(body):
        first, second = [*statement, ""][:2]
        if isinstance(first, str) and first in lambdas and isinstance(second, list) or (first, second) == ("program", "."):
            if literal in _words(statement):
                yield statement
        elif first == "auto" and second in lambdas:
            continue
        elif (isinstance(first, list) or first in _COMPOUND) and isinstance(statement[-1], list) and statement[-1][0] == "{":
            inner = list(_kept(statement[-1][1:-1], literal, lambdas))
            if inner:
                yield [*statement[:-1], ["{", *(node for each in inner for node in each), "}"]]
        else:
            yield statement
