"""What pages look like, made small: pictures in which a broken layout shows, and other words, numbers or parts do not.

A page's look is one picture of it in four windows: wide and narrow, each light and dark. Before, a page is cut down to the
first of each kind of thing that it has, these to their first lines, rows and entries, and all words become the same ones;
figures are empty. So the look of a page is that of its style: it changes with style sheets, scripts and what the weaver
writes, and where a page gets or loses a kind of thing, but not with prose, code and results. Fonts are DejaVu's, whatever
else the machine has.
"""

import base64
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from weave.tests.reader import PHONE, WIDE, Reader

SCALE = 12  # CSS pixels to a pixel
TAKEN = 2  # the same of the pictures that the browser takes: larger ones take longer
VIEWS = [(WIDE, "light"), (WIDE, "dark"), (PHONE, "light"), (PHONE, "dark")]

STYLE = """
:root {
  --text-face: "DejaVu Serif" !important; --plain-face: "DejaVu Sans" !important; --code-face: "DejaVu Sans Mono" !important;
}
math { font-family: "DejaVu Serif" !important; }
.picture svg { height: 200px !important; }
svg *, .verdict { visibility: hidden; }
.stale, .progress { display: none !important; }
* { caret-color: transparent !important; }
"""
PREPARE = """() => {
  const main = document.querySelector("main"), kinds = ["p", "ul", ".book-contents", "dl.index", ".things", ".scroll", ".chunk",
    "figure.table", "figure.figure", ".exercise", ".quiz", ".claims"];
  const first = kind => main.querySelector(`:scope > ${kind}`) || main.querySelector(kind);
  const kept = kinds.map(first).filter(each => each && !each.closest("header"));
  const paragraph = kept[0], heading = main.querySelector(":scope > h2");
  const outer = kept.filter(each => !kept.some(other => other !== each && other.contains(each)));
  main.replaceChildren(main.querySelector("header.title"), ...[paragraph, paragraph, heading, paragraph, ...outer.slice(1)]
    .filter(Boolean).map(each => each.cloneNode(true)), ...main.querySelectorAll(":scope > .turns"));
  // So many children exactly, or at most; of what stands in others first.
  const cut = (parents, most, exactly) => [...document.querySelectorAll(parents)].reverse().forEach(each => {
    for (const child of [...each.children].slice(most)) child.remove();
    while (exactly && each.children.length && each.children.length < most) each.append(each.firstElementChild.cloneNode(true));
  });
  cut("main :is(ul, ol, tbody), .contents li ol", 3, true);
  cut(".contents .chapters, main dl", 8, false);
  cut("main tr", 4, false);
  document.querySelectorAll("main .record, main .figure-data, main .unfold, main .provenance").forEach(each => each.remove());
  const words = (selector, count) => document.querySelectorAll(selector).forEach(each => {
    if (!each.querySelector("p, ul, ol, table, details, pre, button, input")) each.textContent = "Every word is the same here. ".repeat(count);
  });
  words("main p:not(.chunk-head, .box-title, header p), main li, main dd", 6);
  words("main figcaption", 3);
  words("main li > a, main dt, .contents a, main h1, main h2, main header p, main summary, .box-title, .turns a", 1);
  document.querySelectorAll("main :is(td, th)").forEach(each => { each.textContent = "000.0"; });
  document.querySelectorAll("main pre code").forEach(each => { each.innerHTML = "<span>the_same(code);</span>".repeat(5); });
  document.querySelectorAll(".chunk-name, .chunk-number, .chunk-previous, .chunk-next").forEach(each => { each.textContent = "same"; });
}"""
# Puts pictures, rows of PNG in base64, into one, `scale` times smaller.
PUT_TOGETHER = """async ([rows, scale]) => {
  const pictures = await Promise.all(rows.map(row => Promise.all(row.map(async each => {
    const picture = new Image();
    picture.src = "data:image/png;base64," + each;
    await picture.decode();
    return picture;
  }))));
  const size = length => Math.round(length / scale);
  const heights = pictures.map(row => Math.max(...row.map(each => size(each.height))));
  const sheet = document.createElement("canvas");
  sheet.width = Math.max(...pictures.map(row => row.reduce((sum, each) => sum + size(each.width) + 1, 0)));
  sheet.height = heights.reduce((sum, height) => sum + height + 1, 0);
  const brush = sheet.getContext("2d");
  brush.imageSmoothingQuality = "high";
  brush.fillStyle = "#888";
  brush.fillRect(0, 0, sheet.width, sheet.height);
  let y = 0;
  pictures.forEach((row, i) => {
    let x = 0;
    for (const each of row) {
      brush.drawImage(each, x, y, size(each.width), size(each.height));
      x += size(each.width) + 1;
    }
    y += heights[i] + 1;
  });
  return sheet.toDataURL("image/webp", 0.3);
}"""
# The share of the pixels of a picture that look like none of the other's pixels around their place.
COMPARE = """async ([first, second, tolerance]) => {
  const [one, other] = await Promise.all([first, second].map(async each => {
    const picture = new Image();
    picture.src = each;
    await picture.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [picture.width, picture.height];
    const brush = canvas.getContext("2d");
    brush.drawImage(picture, 0, 0);
    return brush.getImageData(0, 0, canvas.width, canvas.height);
  }));
  if (one.width !== other.width || one.height !== other.height) return 1;
  const strange = (a, b, x, y) => {
    for (let colour = 0; colour < 3; ++colour) {
      let least = 255, most = 0;
      for (let v = Math.max(0, y - 1); v <= Math.min(b.height - 1, y + 1); ++v)
        for (let u = Math.max(0, x - 1); u <= Math.min(b.width - 1, x + 1); ++u) {
          const value = b.data[4 * (v * b.width + u) + colour];
          least = Math.min(least, value), most = Math.max(most, value);
        }
      const value = a.data[4 * (y * a.width + x) + colour];
      if (value < least - tolerance || value > most + tolerance) return true;
    }
    return false;
  };
  let count = 0;
  for (let y = 0; y < one.height; ++y)
    for (let x = 0; x < one.width; ++x) count += strange(one, other, x, y) || strange(other, one, x, y);
  return count / (one.width * one.height);
}"""


def encoded(picture: bytes) -> str:
    return base64.b64encode(picture).decode()


class Looks:
    """Takes and compares the looks of pages of a folder."""

    def __init__(self, program: Any, folder: Path) -> None:
        self.program, self.folder = program, folder
        self.desk = program.new_page()

    def take(self, name: str, script: str = "() => {}") -> bytes:
        """A page's look, as WebP; with a function that changes the page before."""
        [look] = self.take_each(name, [""], script)
        return look

    def take_each(self, name: str, styles: Iterable[str], script: str = "() => {}") -> Iterator[bytes]:
        """A page's looks with CSS that is added, one after the other."""
        with Reader(self.program, self.folder, reduced_motion="reduce") as visitor:
            page = visitor.open(name)
            page.evaluate(script)
            page.evaluate(PREPARE)
            for style in styles:
                added = page.add_style_tag(content=STYLE + style)
                yield self.picture(page)
                added.evaluate("style => style.remove()")

    def picture(self, page: Any) -> bytes:
        pictures, session = [], page.context.new_cdp_session(page)
        for size, theme in VIEWS:
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=theme)
            height = page.evaluate("document.documentElement.scrollHeight")
            clip = {"x": 0, "y": 0, "width": size["width"], "height": height, "scale": 1 / TAKEN}
            pictures.append(
                session.send(
                    "Page.captureScreenshot",
                    {"format": "png", "optimizeForSpeed": True, "captureBeyondViewport": True, "clip": clip},
                )["data"]
            )
        address = self.desk.evaluate(PUT_TOGETHER, [[pictures], SCALE / TAKEN])
        return base64.b64decode(address.partition(",")[2])

    def difference(self, one: bytes, other: bytes, tolerance: int = 24) -> float:
        """The share of pixels that differ by more than `tolerance` of 255 from all that are near; 1 for other sizes."""
        return float(
            self.desk.evaluate(COMPARE, [*("data:image/webp;base64," + encoded(each) for each in (one, other)), tolerance])
        )
