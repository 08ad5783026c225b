"""gnuplot's SVG made fit to stand in a page: in the page's colours, at any width, without ids. Used by plot."""

import re
import xml.etree.ElementTree as tree
from html import escape

_SVG = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"
_NAMED = re.compile(r"^(\w+) *= *0x([0-9a-f]{6})$", re.MULTILINE)
_NUMBER = re.compile(r"-?\d+\.\d+")
_SHAPES = ("path", "polygon", "polyline", "circle", "rect")
_GEOMETRY = ("d", "points", "cx", "cy", "r", "x", "y", "width", "height")
# gnuplot's words for its pen and for what it erases with.
_WORDS = {"black": "ink", "white": "paper"}
_FONT = ("font-size", "font-style", "font-weight")


class Unknown(Exception):
    """Something in gnuplot's SVG that would not look right in a page."""


def colours(style: str) -> dict[str, str]:
    """The colours that a gnuplot script names by lines `NAME = 0xRRGGBB`: from "#rrggbb" to NAME."""
    return {f"#{code}": name for name, code in _NAMED.findall(style)}


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


class _Canvas:
    """The drawing as lines of SVG; neighbours of one colour share a group, and a path if they can."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names
        self.groups: list[tuple[str, list[tuple[str, str, str]]]] = []

    def add(self, colour: str, tag: str, attributes: dict[str, str], content: str = "") -> None:
        if not self.groups or self.groups[-1][0] != colour:
            self.groups.append((colour, []))
        shapes = self.groups[-1][1]
        outline = attributes.pop("d") if tag == "path" else ""
        start = "".join(f' {name}="{value}"' for name, value in attributes.items())
        if outline and "transform" not in attributes and "fill" not in attributes:
            if shapes and shapes[-1][:2] == (tag, start):
                outline = shapes.pop()[2] + outline
        shapes.append((tag, start, outline or content))

    def text(self) -> str:
        lines = []
        for colour, shapes in self.groups:
            name = self.names[colour]
            if name != "ink":
                variable = "--" + name.replace("_", "-")
                lines.append(f'<g color="{colour}" style="color:var({variable},{colour})">')
            for tag, start, inside in shapes:
                if tag == "path":
                    lines.append(f'<path{start} d="{inside}"/>')
                else:
                    lines.append(f"<{tag}{start}>{inside}</{tag}>" if inside else f"<{tag}{start}/>")
            if name != "ink":
                lines.append("</g>")
        return "\n".join(lines) + "\n"


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
        raise Unknown(f"a colour that style.gp does not name: {paint}")
    return code


def _short(text: str) -> str:
    """Numbers to a tenth of a unit, and no more white space than needed."""
    text = _NUMBER.sub(lambda number: f"{float(number[0]):.1f}".removesuffix(".0"), text)
    return " ".join(text.split())
