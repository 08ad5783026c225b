"""Walks through the woven book by keyboard alone. Usage: keyboard_test.py FOLDER [unittest arguments]"""

import pathlib
import tempfile
import unittest
from typing import Any

from weave.filter.tests import machines_test
from weave.tests import fixture, reader
from weave.tests.reader import PHONE, WIDE, Reader, only_chromium

FOLDER = pathlib.Path()

# Notes where the focus goes, with what is wrong there: no outline that is to be seen, or a place out of sight, which is
# known when the focus goes on, for only then the page has scrolled.
WATCH = """() => {
  const bar = document.querySelector(".bar").getBoundingClientRect().bottom;
  window.stops = [];
  document.addEventListener("focusin", event => {
    if (stops.length) {
      const [element, faults] = stops[stops.length - 1], box = element.getBoundingClientRect();
      if (box.bottom <= (element.closest(".bar, .skip") ? 0 : bar) || box.top >= innerHeight) faults.push("out of sight");
    }
    const style = getComputedStyle(event.target), seen = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
    stops.push([event.target, seen ? [] : ["no outline"]]);
  });
}"""
# What can be used and the keyboard has not come to, and faults of where it came. Of radio buttons it comes to one.
WALKED = """() => {
  const seen = new Set(stops.map(([element]) => element));
  const wanted = [...document.querySelectorAll("a[href], button, summary, input, select, textarea, [tabindex='0']")].filter(element =>
    element.checkVisibility({ visibilityProperty: true }) && element.tabIndex >= 0 && !(element.type === "radio" && !element.checked));
  const named = element => element.outerHTML.slice(0, 120);
  return {
    kinds: [...new Set(wanted.map(element => element.className || element.localName))],
    missed: wanted.filter(element => !seen.has(element)).map(named),
    faults: stops.filter(([, faults]) => faults.includes("no outline")).map(([element]) => named(element)),
    unseen: stops.flatMap(([, faults], place) => place && faults.includes("out of sight") ? [place] : []),
  };
}"""
# Of each kind of element that takes the focus some, with the keys whose own meaning a script takes away there.
TAKEN_KEYS = """keys => {
  const kinds = {}, taken = [];
  for (const element of document.querySelectorAll("main, main pre, main [tabindex], main a[href], main button, main summary, main input, main select")) {
    const kind = element.localName + "." + element.className;
    if (!element.checkVisibility() || (kinds[kind] = (kinds[kind] || 0) + 1) > 2) continue;
    element.focus();
    for (const key of keys) {
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      if (!element.dispatchEvent(event)) taken.push([element.closest(".player-stage, .player-controls, main").className || element.localName, key]);
    }
  }
  return [Object.keys(kinds).length, taken];
}"""
KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown", " ", "Enter", "Escape", "Tab",
        "/", "j", "k", "s", "f", "n", "p", "e", "?"]  # fmt: skip


class KeyboardTest(unittest.TestCase):
    browser: Any
    texts: dict[str, str]

    @classmethod
    def setUpClass(cls) -> None:
        cls.browser = cls.enterClassContext(reader.chosen())
        cls.texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.html"))}

    def reader(self, folder: pathlib.Path | None = None, **options: Any) -> Reader:
        visitor = self.enterContext(Reader(self.browser, folder or FOLDER, **options))
        self.addCleanup(lambda: self.assertEqual((visitor.asked, visitor.complaints), ([], [])))
        return visitor

    def page_with(self, *markup: str) -> str:
        """The lightest page that holds all of some markup."""
        found = [name for name, text in self.texts.items() if all(each in text for each in markup)]
        return str(min(found, key=lambda name: len(self.texts[name])) if found else self.skipTest(f"no page has {markup}"))

    def opened(self, **options: Any) -> Any:
        """A page with all kinds of things, its player, its answers and the links of its first chunk open."""
        name = self.page_with('class="player"', 'class="box quiz"', 'class="box exercise"', 'class="unfold"')
        visitor = self.reader(**options)
        # Time stands still: what is read meanwhile changes the page.
        visitor.page.clock.install(time=0)
        page = visitor.open(name)
        page.clock.pause_at(3_600_000)
        page.evaluate("document.querySelectorAll('details:has(.player), .answer').forEach(each => each.open = true)")
        page.locator(".player-open").first.press("Enter")
        page.locator(".player-count").first.wait_for()
        page.locator(".show-links").first.press("Enter")
        page.evaluate("document.activeElement.blur(), getSelection().removeAllRanges(), scrollTo(0, 0)")
        return page

    def walk(self, page: Any) -> dict[str, Any]:
        """Goes by the Tab key until it comes back to where it began."""
        page.evaluate(WATCH)
        for _ in range(40):
            for _ in range(100):
                page.keyboard.press("Tab")
            if page.evaluate("stops.length > 1 && stops.slice(1).some(([element]) => element === stops[0][0])"):
                found: dict[str, Any] = page.evaluate(WALKED)
                found["unseen"] = [place for place in found["unseen"] if not self.comes_into_sight(page, place)]
                return found
        self.fail("the Tab key comes to no end")

    def comes_into_sight(self, page: Any, place: int) -> bool:
        """Whether a stop of the walk that was out of sight, in the haste, is so to somebody who waits."""
        page.evaluate("place => stops[place - 1][0].focus()", place)
        page.keyboard.press("Tab")
        page.wait_for_timeout(100)
        return bool(
            page.evaluate(
                """() => {
          const box = document.activeElement.getBoundingClientRect(), bar = document.querySelector(".bar").getBoundingClientRect();
          return box.bottom > bar.bottom && box.top < innerHeight;
        }"""
            )
        )

    @only_chromium("the Tab key leaves the page for the browser itself")
    def test_tab_comes_to_all_that_can_be_used(self) -> None:
        for size in (WIDE, PHONE):
            with self.subTest(**size):
                found = self.walk(self.opened(size=size))
                self.assertEqual((found["missed"], found["faults"], found["unseen"]), ([], [], []))
                wanted = set("skip copy show-links line-link code player-open player-stage player-code summary anchor".split())
                self.assertEqual(wanted - set(found["kinds"]), set())

    def test_keys_keep_their_meaning(self) -> None:
        page = self.opened()
        page.evaluate("document.addEventListener('click', event => event.preventDefault(), true)")
        kinds, taken = page.evaluate(TAKEN_KEYS, KEYS)
        self.assertGreater(kinds, 15)
        # The page's own keys work from the text itself; arrows step and the space bar plays where the player says so.
        own = (
            {("player-stage", key) for key in ("ArrowLeft", "ArrowRight", " ")}
            | {("player-controls", key) for key in ("ArrowLeft", "ArrowRight")}
            | {("main", key) for key in ("/", "ArrowLeft", "ArrowRight", "n", "p", "e", "?")}
        )
        self.assertEqual({tuple(each) for each in taken} - own, set())
        self.assertIn(["main", "/"], taken)
        page = self.opened()
        page.evaluate("getSelection().selectAllChildren(document.querySelector('main > p'))")
        self.assertEqual(page.evaluate(TAKEN_KEYS, KEYS)[1], [])

    def test_a_machine_is_chosen(self) -> None:
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        with fixture.Book({"one": machines_test.TEXT}, machines_test.FILES) as book:
            (folder / "one.html").write_text(book.weave("one").html, encoding="utf-8")
        for path in [*sorted((fixture.PAGES / "styles").glob("*.css")), *(fixture.PAGES / "scripts").glob("*.js")]:
            with (folder / ("book.css" if path.suffix == ".css" else path.name)).open("a") as file:
                file.write(path.read_text(encoding="utf-8"))
        page = self.reader(folder).open("one.html")
        for _ in range(10):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('.machine-choice summary')"):
                break
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        self.assertEqual(page.evaluate("document.activeElement.id"), "machine")
        page.keyboard.press("ArrowDown")
        self.assertEqual(page.locator(".machine-strip").inner_text(), "Numbers of there; the text speaks of here.")
        page.keyboard.press("Tab")
        page.keyboard.press("ArrowDown")
        self.assertTrue(page.locator(".machine-strip").inner_text().startswith("A: there, B: "))
        page.keyboard.press("Escape")
        self.assertFalse(page.locator("#machine").is_visible())
        self.assertTrue(page.evaluate("document.activeElement.matches('.machine-choice summary')"))


if __name__ == "__main__":
    FOLDER = reader.folder(__doc__)
    unittest.main()
