"""gnuplot's SVG made fit to stand in a page: in the page's colours, at any width, without ids. Used by plot."""

import re
import xml.etree.ElementTree as tree
from html import escape
from typing import NamedTuple

from draw import boxes
from draw.boxes import Box, overlap

_SVG = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"
_LIGHT = re.compile(r"--(series-\d|faint|line|paper): light-dark\(#([0-9a-f]{6}),")
_NUMBER = re.compile(r"-?\d+\.\d+")
_SHAPES = ("path", "polygon", "polyline", "circle", "rect")
_GEOMETRY = ("d", "points", "cx", "cy", "r", "x", "y", "width", "height")
# gnuplot's words for its pen and for what it erases with.
_WORDS = {"black": "ink", "white": "paper"}
_FONT = ("font-size", "font-style", "font-weight")


class Unknown(Exception):
    """Something in gnuplot's SVG that would not look right in a page."""


def colours(style: str) -> dict[str, str]:
    """Those of figures, the light ones of a page's CSS: from "#rrggbb" to a script's name for it. Ink is gnuplot's black."""
    return {"#000000": "ink"} | {f"#{code}": name.replace("-", "_") for name, code in _LIGHT.findall(style)}


def for_page(svg: str, names: dict[str, str]) -> str:
    """The SVG with each named colour as the variable --NAME of the page, "ink" as its text's colour.

    Raises Unknown for a colour that has no name and for an element that it does not know.
    """
    root = tree.fromstring(svg)
    symbols = {each.attrib["id"]: each for each in root.iter() if each.get("id")}
    canvas = _Canvas(names)
    for element in root:
        _draw(canvas, element, {"color": "black"}, symbols, "")
    return _document(root.attrib["viewBox"], canvas.text())


def missing(results: list[str]) -> str:
    """A box that says which results a figure lacks."""
    lines = [f"missing result: {name}" for name in results]
    height = 40 + 22 * len(lines)
    words = "".join(
        f'<text x="280" y="{38 + 22 * i}" text-anchor="middle" fill="currentColor" stroke="none">{escape(line)}</text>\n'
        for i, line in enumerate(lines)
    )
    box = f'<rect x="2" y="2" width="556" height="{height}" stroke-dasharray="6 4"/>\n'
    return _document(f"0 0 560 {height + 4}", f'<g class="missing">\n{box}{words}</g>\n')


def _document(box: str, content: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="100%">\n'
        '<g fill="none" stroke="currentColor" stroke-linejoin="round" font-family="inherit" font-size="14">\n'
        f"{content}</g>\n</svg>\n"
    )


class _Shape(NamedTuple):
    """An element with its attributes as text, what is inside it or along a path, and boxes that it stays in."""

    tag: str
    start: str
    inside: str
    boxes: tuple[Box, ...]

    def overlaps(self, other: "_Shape") -> bool:
        return any(overlap(one, two) for one in self.boxes for two in other.boxes)

    def is_seen_through(self) -> bool:
        return "fill-opacity" in self.start

    def joined_with(self, other: "_Shape") -> "_Shape | None":
        """Both as one path, where that looks the same."""
        if self[:2] != other[:2] or self.tag != "path" or "transform" in self.start:
            return None
        if " fill=" in self.start and self.overlaps(other):
            return None
        return self._replace(inside=self.inside + other.inside, boxes=self.boxes + other.boxes)


class _Group(NamedTuple):
    colour: str
    shapes: list[_Shape]

    def joined(self) -> list[_Shape]:
        """Fewer shapes that look the same."""
        joined: list[_Shape] = []
        for shape in map(_as_path, self.shapes):
            for place in reversed(range(len(joined))):
                if both := joined[place].joined_with(shape):
                    joined[place] = both
                    break
                if (shape.is_seen_through() or joined[place].is_seen_through()) and shape.overlaps(joined[place]):
                    joined.append(shape)
                    break
            else:
                joined.append(shape)
        return joined


class _Canvas:
    """The drawing as lines of SVG; shapes of one colour share a group, and a path, if nothing is drawn between them."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names
        self.groups: list[_Group] = []

    def add(self, colour: str, tag: str, attributes: dict[str, str], content: str = "") -> None:
        box = boxes.of(tag, attributes, content)
        shapes = self._group(colour, box).shapes
        outline = attributes.pop("d") if tag == "path" else ""
        if outline and shapes and _is_filling(shapes[-1], outline, attributes):
            # What is filled and then outlined is one shape.
            attributes |= dict(re.findall(r' (fill|fill-opacity)="([^"]*)"', shapes.pop().start))
        start = "".join(f' {name}="{value}"' for name, value in attributes.items())
        shapes.append(_Shape(tag, start, _squared(outline) or content, (box,)))

    def _group(self, colour: str, box: Box) -> _Group:
        """The last one of that colour, unless a later one has something in the box."""
        for group in reversed(self.groups):
            if group.colour == colour:
                return group
            if any(overlap(box, other) for shape in group.shapes for other in shape.boxes):
                break
        self.groups.append(_Group(colour, []))
        return self.groups[-1]

    def text(self) -> str:
        lines = []
        for group in self.groups:
            name = self.names[group.colour]
            if name != "ink":
                variable = "--" + name.replace("_", "-")
                lines.append(f'<g color="{group.colour}" style="color:var({variable},{group.colour})">')
            for shape in group.joined():
                if shape.tag == "path":
                    lines.append(f'<path{shape.start} d="{shape.inside}"/>')
                else:
                    end = f">{shape.inside}</{shape.tag}>" if shape.inside else "/>"
                    lines.append(f"<{shape.tag}{shape.start}{end}")
            if name != "ink":
                lines.append("</g>")
        return "\n".join(lines) + "\n"


def _as_path(shape: _Shape) -> _Shape:
    """A polygon as a path, which others can join."""
    points = re.search(r' points="([^"]*)"', shape.start)
    if shape.tag != "polygon" or not points:
        return shape
    first, *others = points[1].split()
    outline = _squared(f"M{first} " + " ".join(f"L{each}" for each in [*others, first]) + " Z")
    return _Shape("path", shape.start.replace(points[0], ""), outline, shape.boxes)


def _is_filling(shape: _Shape, outline: str, attributes: dict[str, str]) -> bool:
    """Is it what a closed path with these attributes outlines?"""
    start = shape.start
    points = re.search(r' points="([^"]*)"', start)
    if shape.tag != "polygon" or not points or "transform" in start or {"fill", "stroke", "transform"} & attributes.keys():
        return False
    corners = re.findall(r"[-\d.]+,[-\d.]+", outline)
    is_closed = re.fullmatch(r"M[^MZ]*Z", outline.strip()) is not None
    return is_closed and ' stroke="none"' in start and set(corners) == set(points[1].split())


def _draw(
    canvas: _Canvas, element: tree.Element, inherited: dict[str, str], symbols: dict[str, tree.Element], transform: str
) -> None:
    tag = element.tag.removeprefix(_SVG)
    own = {**inherited, **{k: v for k, v in element.attrib.items() if k not in ("transform", "id")}}
    transform = f"{transform} {_short(element.get('transform', ''))}".strip()
    if tag == "g":
        if element.find(f"{_SVG}text") is not None:
            _write(canvas, element, own, transform)
            return
        for child in element:
            _draw(canvas, child, own, symbols, transform)
    elif tag == "use":
        # A symbol is drawn with lines as wide as those around it, whatever its size.
        scale = re.search(r"scale\(([\d.]+)\)", element.get("transform", ""))
        if scale:
            own["symbol-width"] = f"{float(own['stroke-width']) / float(scale[1]):.3f}"
        _draw(canvas, symbols[element.attrib[_LINK].lstrip("#")], own, symbols, transform)
    elif tag in _SHAPES:
        _shape(canvas, tag, own, transform)
    elif tag not in ("title", "desc", "defs"):
        raise Unknown(f"an element <{tag}>")


def _shape(canvas: _Canvas, tag: str, own: dict[str, str], transform: str) -> None:
    stroke, fill = (_colour(canvas, own.get(each, "none"), own["color"]) for each in ("stroke", "fill"))
    if not stroke and not fill:
        return
    if stroke and fill and stroke != fill:
        raise Unknown(f"a shape of two colours, {stroke} and {fill}")
    # A symbol's coordinates are few and small; the others are many.
    attributes = {name: own[name] if transform else _short(own[name]) for name in _GEOMETRY if name in own}
    if tag == "path" and not re.search("[LlHhVvAaCc]", attributes["d"]):
        return
    if not stroke:
        attributes["stroke"] = "none"
    elif (width := float(own.get("symbol-width", own.get("stroke-width", "1")))) != 1:
        attributes["stroke-width"] = f"{width:g}"
    if fill:
        attributes["fill"] = "currentColor"
    if fill and "fill-opacity" in own:
        attributes["fill-opacity"] = f"{float(own['fill-opacity']):g}"
    if stroke and "stroke-dasharray" in own:
        attributes["stroke-dasharray"] = own["stroke-dasharray"]
    if transform:
        attributes["transform"] = transform
    canvas.add(stroke or fill or "", tag, attributes)


def _write(canvas: _Canvas, group: tree.Element, own: dict[str, str], transform: str) -> None:
    place = re.fullmatch(r"translate\(([-\d.]+),([-\d.]+)\)(.*)", transform)
    attributes = {"fill": "currentColor", "stroke": "none"}
    if not place:
        raise Unknown(f"a text that is placed by {transform}")
    if place[3]:
        attributes["transform"] = transform
    else:
        attributes |= {"x": place[1], "y": place[2]}
    if float(own["font-size"]) != 14:
        attributes["font-size"] = f"{float(own['font-size']):g}"
    if own.get("text-anchor", "start") != "start":
        attributes["text-anchor"] = own["text-anchor"]
    text = group.findall(f"{_SVG}text")[0]
    spans = [_span(each, own["font-size"]) for each in text]
    content = escape(text.text or "") + "".join(spans)
    # After a superscript gnuplot comes back to the line, with or without more to write there.
    content = re.sub(r"<tspan[^>]*></tspan>$", "", content)
    colour = _colour(canvas, own["fill"], own["color"])
    if content.strip() and colour:
        canvas.add(colour, "text", attributes, content.strip())


def _span(span: tree.Element, usual_size: str) -> str:
    attributes = {name: span.attrib[name] for name in _FONT if span.get(name)}
    if float(attributes.get("font-size", usual_size)) == float(usual_size):
        attributes.pop("font-size", None)
    if span.get("dy"):
        attributes["dy"] = _short(span.attrib["dy"].removesuffix("px"))
    words = escape((span.text or "") + (span.tail or ""))
    start = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f"<tspan{start}>{words}</tspan>" if start else words


def _colour(canvas: _Canvas, paint: str, current: str) -> str | None:
    """The paint as "#rrggbb", or None where nothing is painted."""
    if paint == "currentColor":
        paint = current
    if paint == "none":
        return None
    if paint in _WORDS:
        code = next((code for code, name in canvas.names.items() if name == _WORDS[paint]), None)
    else:
        code = "#" + "".join(f"{int(each):02x}" for each in re.findall(r"\d+", paint))
    if code not in canvas.names:
        raise Unknown(f"a colour that figures do not have: {paint}")
    return code


def _squared(outline: str) -> str:
    """A rectangle's outline by the lengths of its sides, which many have in common; any other as it is."""
    if found := re.fullmatch(r"M(\S+),(\S+) L\1,(\S+) L(\S+),\3 L\4,\2 L\1,\2 Z", outline):
        left, begin, end, right = map(float, found.groups())
        return f"M{found[1]},{found[2]}" + _sides("vhv", end - begin, right - left)
    if found := re.fullmatch(r"M(\S+),(\S+) L(\S+),\2 L\3,(\S+) L\1,\4 L\1,\2 Z", outline):
        left, begin, right, end = map(float, found.groups())
        return f"M{found[1]},{found[2]}" + _sides("hvh", right - left, end - begin)
    return outline


def _sides(directions: str, one: float, other: float) -> str:
    lengths = (_short(str(length)) for length in (one, other, -one))
    return "".join(direction + length for direction, length in zip(directions, lengths, strict=True)) + "z"


def _short(text: str) -> str:
    """Numbers to a tenth of a unit, and no more white space than needed."""
    text = _NUMBER.sub(lambda number: f"{float(number[0]):.1f}".removesuffix(".0"), text)
    return " ".join(text.split())
