"""A reader at Chromium, driven by Playwright: pages come from files, and the network is out of reach; or from a server on
this machine."""

import contextlib
import importlib.resources
import importlib.util
import os
import pathlib
import sys
import unittest
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from weave.tests import browser

Marked = TypeVar("Marked", bound=Callable[..., Any])

# BROWSER=firefox in the environment has tests that know both run in Firefox.
IN_FIREFOX = os.environ.get("BROWSER") == "firefox"
MISSING = next(
    (
        f"{tool} is not installed"
        for tool, there in (
            ("firefox-esr", browser.FIREFOX) if IN_FIREFOX else ("chromium", browser.CHROMIUM),
            ("playwright", importlib.util.find_spec("playwright")),
            ("axe-core", importlib.util.find_spec("axe_playwright_python")),
        )
        if not there
    ),
    "",
)

# What Firefox at times says of mathematics of which it has read a part; that it is whole, the validator tests.
MATHS = "Incorrect number of children for <m"

# What WCAG 2.2 AA asks for and a program can see, and what is good besides.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"]

# Marks the texts at whose contrast axe-core looks, which takes nearly all of its time: two of each look, which is that of
# the letters and of all that lies below them. Of a single letter or sign axe-core does not judge.
SAMPLE = """() => {
  const looks = new Map(), grounds = new Map([[null, ""]]);
  const groundOf = element => {
    if (!grounds.has(element)) {
      const { backgroundColor, backgroundImage, filter, opacity, position } = getComputedStyle(element);
      const own = [backgroundColor, backgroundImage, filter, opacity, position].join();
      const isClear = own === "rgba(0, 0, 0, 0),none,none,1,static", below = groundOf(element.parentElement);
      grounds.set(element, isClear ? below : below + ">" + own);
    }
    return grounds.get(element);
  };
  for (const element of document.querySelectorAll("body, body *")) {
    const isInput = element.matches("input, select, textarea");
    const tells = isInput || [...element.childNodes].some(each => each.nodeType === 3 && /\\w.*\\w/.test(each.data));
    const isSeen = tells && element.checkVisibility({ visibilityProperty: true });
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const look = [isInput, color, fontSize, fontWeight, textShadow, groundOf(element)].join();
    const count = looks.get(look) ?? 0;
    element.toggleAttribute("data-sample", isSeen && count < 2);
    if (isSeen) looks.set(look, count + 1);
  }
}"""

# Where there is a gradient, axe-core does not judge: at the edges of what scrolls, and below the bar.
PLAIN = ".scroll { background-image: none !important; } .bar::after { content: none !important; }"

# Where scripts run, as a reader chooses it.
EVERYTHING = """typeof depth === "object" ? depth.choose("everything")
  : document.querySelectorAll("details.folded").forEach(fold => { fold.open = true; })"""

WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 800}


def folder(usage: str) -> pathlib.Path:
    """The folder of pages that a test's command line begins with, which is taken off it; ends the test where there is
    none, or no browser."""
    if len(sys.argv) < 2:
        sys.exit(usage)
    if MISSING:
        print("skipped:", MISSING)
        sys.exit(77)
    return pathlib.Path(sys.argv.pop(1)).resolve()


@contextlib.contextmanager
def chromium() -> Iterator[Any]:
    """A browser that many readers use, one after the other."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        program = driver.chromium.launch(
            executable_path=browser.CHROMIUM, args=["--no-sandbox", "--allow-file-access-from-files"]
        )
        yield program
        program.close()


@contextlib.contextmanager
def firefox() -> Iterator[Any]:
    """The same, of Firefox, which Playwright drives as any WebDriver does."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        program = driver.firefox.launch(executable_path=browser.FIREFOX, channel="moz-firefox")
        yield program
        program.close()


# That of the tests which run in either.
chosen = firefox if IN_FIREFOX else chromium


def only_chromium(why: str) -> Callable[[Marked], Marked]:
    """Marks a test that Firefox is not asked, or Playwright cannot ask it, and says why."""
    return unittest.skipIf(IN_FIREFOX, f"in Firefox: {why}")


# What Playwright can make Chromium do, and Firefox not.
CHROMIUM_DOES = {
    "scripts": "scripts cannot be turned off",
    "theme": "the system's theme cannot be chosen",
    "reduced_motion": "the wish for less motion cannot be told",
    "has_touch": "there are no fingers",
    "permissions": "the clipboard cannot be read",
}


class Reader:
    """Somebody with a window of their own, who remembers nothing of other readers.

    `home` is the folder of pages, or the address that they are served at. `asked` lists what pages asked for besides
    files and what is served there; `complaints` what their scripts complained of.
    """

    def __init__(
        self,
        program: Any,
        home: pathlib.Path | str,
        size: dict[str, int] = WIDE,
        theme: str = "light",
        scripts: bool = True,
        **options: Any,
    ) -> None:
        for name, value in (("scripts", not scripts), ("theme", theme != "light"), *options.items()):
            if IN_FIREFOX and value and name in CHROMIUM_DOES:
                raise unittest.SkipTest(f"in Firefox: {CHROMIUM_DOES[name]}")
        self.home = home if isinstance(home, str) else home.as_uri() + "/"
        self.context = program.new_context(
            offline=isinstance(home, pathlib.Path), viewport=size, color_scheme=theme, java_script_enabled=scripts, **options
        )
        self.context.set_default_timeout(30_000)
        self.asked: list[str] = []
        self.complaints: list[str] = []
        self.context.on(
            "request",
            lambda request: self.asked.extend([request.url][request.url.startswith(("file:", "data:", "blob:", self.home)) :]),
        )
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.hear(str(error)))
        self.page.on("console", lambda line: self.hear(line.text) if line.type == "error" else None)

    def hear(self, complaint: str) -> None:
        if MATHS not in complaint:
            self.complaints.append(complaint)

    def __enter__(self) -> "Reader":
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()

    def open(self, name: str, folded: bool = False) -> Any:
        """The page after it was loaded, with everything shown, unless what it folds is to stay `folded`."""
        self.page.goto(self.home + name)
        if not folded:
            self.page.evaluate(EVERYTHING)
        return self.page

    def faults_on_a_phone(self) -> list[str]:
        """What is wrong with what is shown: as axe-core finds, light and dark, or wider than phones are. What stays in view
        covers something wherever one has scrolled to; here it does not stay."""
        self.page.add_style_tag(content=".bar, .player-controls { position: static !important; }")
        faults = self.violations()
        self.page.emulate_media(color_scheme="dark")
        faults += self.violations(RULES_OF_COLOUR)
        for width in (360, 390, 700):
            self.page.set_viewport_size({"width": width, "height": 800})
            needed = self.page.evaluate("document.documentElement.scrollWidth")
            faults += [f"{needed} px wide where {width} are to be had"] if needed > width else []
        return faults

    def colour(self) -> str:
        """The paper's."""
        return str(self.page.evaluate("getComputedStyle(document.body).backgroundColor"))

    def violations(self, rules: list[str] | None = None) -> list[str]:
        """What axe-core finds wrong with the page as it is shown: "rule: element"."""
        if not self.page.evaluate("Boolean(window.axe)"):
            axe = importlib.resources.files("axe_playwright_python") / "axe.min.js"
            self.page.evaluate(axe.read_text(encoding="utf-8"))
            self.page.evaluate("axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-sample]' }] })")
            self.page.add_style_tag(content=PLAIN)
        self.page.evaluate(SAMPLE)
        only = {"type": "rule", "values": rules} if rules else {"type": "tag", "values": RULES}
        result = self.page.evaluate(
            "only => axe.run(document, { runOnly: only, resultTypes: ['violations'], elementRef: false })", only
        )
        return [
            f"{each['id']}: {' '.join(map(str, node['target']))}: {node['failureSummary']}"
            for each in result["violations"]
            for node in each["nodes"][:3]
        ]
