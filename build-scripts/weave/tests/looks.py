"""What pages look like, made small: pictures in which a broken layout shows, and other words or numbers do not.

A page's look is one picture of four rows: wide and narrow, each light and dark. A row has the page's first screen and
then the first of each kind of thing that it shows. Letters are too small to be read, digits are all 0, and left
out is what figures draw, where results come from and what claims came to: so new results look as the old ones. Fonts are
DejaVu's, whatever else the machine has.
"""

import base64

from reader import PHONE, WIDE, Reader

SCALE = 12  # CSS pixels to a pixel
VIEWS = [(WIDE, "light"), (WIDE, "dark"), (PHONE, "light"), (PHONE, "dark")]
THINGS = [".chunk", "figure.table", "figure.figure", ".exercise", ".quiz"]
TALLEST = 400  # CSS pixels of a thing

STYLE = """
:root {
  --text-face: "DejaVu Serif" !important; --plain-face: "DejaVu Sans" !important; --code-face: "DejaVu Sans Mono" !important;
}
math { font-family: "DejaVu Serif" !important; }
svg *, .verdict { visibility: hidden; }
.provenance, .stale { display: none !important; }
* { caret-color: transparent !important; }
"""
PREPARE = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = walker.nextNode()); ) if (/[0-9]/.test(text.data)) text.data = text.data.replace(/[0-9]/g, "0");
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


def row(page) -> list[str]:
    """Pictures of a page as it stands in its window."""
    page.evaluate("scrollTo(0, 0)")
    pictures = [encoded(page.screenshot())]
    for thing in THINGS:
        first = page.locator(f"main {thing}").first
        if first.count() and first.is_visible():
            first.evaluate("element => element.scrollIntoView()")
            box = first.bounding_box()
            clip = {"x": box["x"], "y": box["y"], "width": box["width"], "height": min(box["height"], TALLEST)}
            pictures.append(encoded(page.screenshot(clip=clip)))
    return pictures


class Looks:
    """Takes and compares the looks of pages of a folder."""

    def __init__(self, program, folder) -> None:
        self.program, self.folder = program, folder
        self.desk = program.new_page()

    def take(self, name: str, change: str = "", script: str = "() => {}") -> bytes:
        """A page's look, as WebP; with CSS that is added and a function that is called before."""
        with Reader(self.program, self.folder, reduced_motion="reduce") as visitor:
            page = visitor.open(name)
            page.add_style_tag(content=STYLE + change)
            page.evaluate(PREPARE)
            page.evaluate(script)
            rows = []
            for size, theme in VIEWS:
                page.set_viewport_size(size)
                page.emulate_media(color_scheme=theme)
                rows.append(row(page))
        address = self.desk.evaluate(PUT_TOGETHER, [rows, SCALE])
        return base64.b64decode(address.partition(",")[2])

    def difference(self, one: bytes, other: bytes, tolerance: int = 24) -> float:
        """The share of pixels that differ by more than `tolerance` of 255 from all that are near; 1 for other sizes."""
        return self.desk.evaluate(COMPARE, [*("data:image/webp;base64," + encoded(each) for each in (one, other)), tolerance])
