"""Boxes around the elements of gnuplot's SVG, which may be too large but never too small."""

import math
import re

Box = tuple[float, float, float, float]  # left, top, right, bottom

EVERYWHERE: Box = (-math.inf, -math.inf, math.inf, math.inf)
_PAIR = re.compile(r"(-?[\d.]+),(-?[\d.]+)")
_PLACE = re.compile(r"translate\((-?[\d.]+),(-?[\d.]+)\) scale\(([\d.]+)\)")


def overlap(one: Box, other: Box) -> bool:
    """Have they more than an edge in common?"""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def of(tag: str, attributes: dict[str, str], content: str) -> Box:
    """What an element stays in, by its attributes and, if it is a text, its content."""
    if tag == "text":
        return _of_text(attributes, content)
    margin = 0 if attributes.get("stroke") == "none" else float(attributes.get("stroke-width", "1")) / 2
    if transform := attributes.get("transform"):
        # A symbol, which is drawn around its place.
        place = _PLACE.fullmatch(transform)
        return _around(float(place[1]), float(place[2]), 2 * float(place[3]) * (1 + margin)) if place else EVERYWHERE
    # Corners are round.
    outline = attributes.get("points") or attributes.get("d") or ""
    points = _PAIR.findall(outline)
    if tag not in ("path", "polygon", "polyline") or not points or re.search("[^-MLZ0-9., ]", outline):
        return EVERYWHERE
    across, down = ([float(point[axis]) for point in points] for axis in (0, 1))
    return min(across) - margin, min(down) - margin, max(across) + margin, max(down) + margin


def _of_text(attributes: dict[str, str], content: str) -> Box:
    if "transform" in attributes:
        return EVERYWHERE
    size, x, y = (float(attributes.get(name, usual)) for name, usual in (("font-size", "14"), ("x", "0"), ("y", "0")))
    width = size * len(re.sub("<[^>]*>", "", content))  # no letter is wider than the letters are high
    left = {"start": 0.0, "middle": 0.5, "end": 1.0}[attributes.get("text-anchor", "start")]
    return x - left * width, y - 1.5 * size, x + (1 - left) * width, y + size


def _around(x: float, y: float, reach: float) -> Box:
    return x - reach, y - reach, x + reach, y + reach
