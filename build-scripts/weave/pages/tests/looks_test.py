"""Compares what pages look like with pictures that somebody has looked at.

Usage: looks_test.py FOLDER REVIEWED [unittest arguments]
       looks_test.py --accept FOLDER REVIEWED

FOLDER holds the woven book, REVIEWED a picture of each page. Where a page looks otherwise, its new look is left beside it,
as NAME.webp, to be looked at; --accept then makes the looks of all such pages the reviewed ones.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import unittest
from typing import Any

from weave.pages.tests import looks
from weave.tests import reader

FOLDER = REVIEWED = pathlib.Path()
# The share of pixels that may differ: more than where all is shifted by one of the window's, less than for the least of
# the faults below.
ALLOWED = 0.005

HARMLESS = {
    "other words": """() => {
        const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
        for (let text; (text = walker.nextNode()); )
          if (!text.parentElement.closest("button, label"))
            text.data = text.data.replace(/[a-z]{2,}/g, word => [...word].reverse().join("").repeat(2)).replace(/[0-9]+/g, "1234567");
    }""",
    "more of each": """() => document.querySelectorAll("main > p, main tbody tr, main li, main pre code > *, .contents li li")
        .forEach(each => each.after(each.cloneNode(true)))""",
    "other figures": """() => document.querySelectorAll(".picture svg").forEach(each => {
        each.setAttribute("viewBox", "0 0 100 300");
        each.textContent = "";
    })""",
}
HARMLESS_STYLES = {"a small shift": "body { padding-top: 1px; }"}
FAULTS = {
    "light in the dark": "* { color-scheme: light !important; }",
    "no bar": ".bar { display: none !important; }",
    "chunks without names": ".chunk-head { display: none; }",
    "paragraphs run on": "main p { margin: 0; }",
    "text in the middle": "main :is(p, li, h1, h2) { text-align: center; }",
    "crowded tables": "table th, table td { padding: 0; border: 0; }",
    "large letters": "html { font-size: 1.3rem !important; }",
    "no contents beside the text": ".contents { display: none !important; }",
}


def names() -> list[str]:
    return [path.stem for path in sorted(FOLDER.glob("*.html"))]


def differing(taker: looks.Looks) -> dict[str, str]:
    """Pages that look otherwise than they did, and how; their new looks are left in the folder."""
    found = {}
    for name in names():
        look, reviewed = taker.take(f"{name}.html"), REVIEWED / f"{name}.webp"
        share = taker.difference(reviewed.read_bytes(), look) if reviewed.exists() else None
        new = FOLDER / f"{name}.webp"
        new.unlink(missing_ok=True)
        if share is None or share > ALLOWED:
            new.write_bytes(look)
            found[name] = "no reviewed look" if share is None else f"{100 * share:.2f} % differ: see {new}"
    return found


class LooksTest(unittest.TestCase):
    taker: Any

    @classmethod
    def setUpClass(cls) -> None:
        cls.taker = looks.Looks(cls.enterClassContext(reader.chromium()), FOLDER)

    def test_pages_look_as_they_did_when_somebody_looked(self) -> None:
        advice = "If they look well: ninja -C build accept-looks"
        self.assertEqual(differing(self.taker), {}, advice)
        self.assertEqual({path.stem for path in REVIEWED.glob("*.webp")} - set(names()), set(), "looks of no page")

    def test_broken_layouts_are_told_from_other_contents(self) -> None:
        texts = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.html")}
        wanted = ('class="chunk"', 'figure class="table"', 'figure class="figure"')
        whole = [name for name, markup in texts.items() if all(each in markup for each in wanted)]
        if not whole:
            self.skipTest("no page has all kinds of things")
        page = min(whole, key=lambda name: len(re.sub("(?s)<svg.*?</svg>", "", texts[name])))  # whose figures are emptied
        look, *others = self.taker.take_each(page, ["", *HARMLESS_STYLES.values(), *FAULTS.values()])
        shares = dict(zip([*HARMLESS_STYLES, *FAULTS], (self.taker.difference(look, other) for other in others), strict=True))
        shares |= {name: self.taker.difference(look, self.taker.take(page, script)) for name, script in HARMLESS.items()}
        self.assertEqual({name: share for name, share in shares.items() if name not in FAULTS and share > ALLOWED}, {})
        self.assertEqual({name: share for name, share in shares.items() if name in FAULTS and share <= ALLOWED}, {})


def accept() -> None:
    with reader.chromium() as program:
        for name, how in differing(looks.Looks(program, FOLDER)).items():
            print(f"{name}: {how}")
            shutil.move(FOLDER / f"{name}.webp", REVIEWED / f"{name}.webp")
    for path in REVIEWED.glob("*.webp"):
        if path.stem not in names():
            print(f"{path.stem}: no such page any more")
            path.unlink()


def has_fonts() -> bool:
    run = subprocess.run(["fc-list", ":", "family"], capture_output=True, text=True)
    return {"DejaVu Sans", "DejaVu Sans Mono", "DejaVu Serif"} <= set(run.stdout.split("\n"))


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "--accept"]
    if len(arguments) < 2:
        sys.exit(__doc__)
    if missing := reader.MISSING or (not has_fonts() and "the fonts DejaVu are not installed"):
        print(missing)
        sys.exit(77)
    FOLDER, REVIEWED = (pathlib.Path(argument).resolve() for argument in arguments[:2])
    if "--accept" in sys.argv:
        REVIEWED.mkdir(exist_ok=True)
        accept()
    elif not any(REVIEWED.glob("*.webp")):
        print("nobody has looked at the pages yet: ninja accept-looks")
        sys.exit(77)
    else:
        unittest.main(argv=[sys.argv[0], *arguments[2:]])
