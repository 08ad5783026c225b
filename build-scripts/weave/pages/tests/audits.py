"""What Lighthouse looks at in a page and axe-core does not, each audit by its name there, as a function of the page.

An audit gives the faults that it finds. Performance is in benchmark_paint.py, for it takes a clock; what HTTP servers
answer for is left out, for these pages are files.
"""

from typing import Any

# Texts of links that say nothing of where they lead.
EMPTY_WORDS = ["click here", "click this", "go", "here", "information", "learn more", "link", "more", "more info",
               "more information", "read more", "right here", "see more", "start", "this"]  # fmt: skip

AUDITS = {
    # Best practices.
    "doctype": 'document.doctype?.name === "html" && document.compatMode === "CSS1Compat" ? [] : ["no standards mode"]',
    "charset": '/^\\s*(<!doctype html>)?.{0,200}<meta charset="?utf-8/is.test(SOURCE.slice(0, 1024)) ? [] : ["no charset"]',
    "image-aspect-ratio": """[...document.images].filter(each => each.naturalWidth &&
        Math.abs(each.width / each.height - each.naturalWidth / each.naturalHeight) > 0.05).map(each => each.src)""",
    "image-size-responsive": """[...document.images].filter(each => each.naturalWidth && !/\\.svg|svg\\+xml/.test(each.src) &&
        each.naturalWidth < 0.75 * each.width * Math.min(devicePixelRatio, 2)).map(each => each.src)""",
    "unload-listeners": '/addEventListener\\(\\s*["\\\'](before)?unload|onunload=/.test(SOURCE) ? ["unload"] : []',
    "paste-preventing-inputs": """[...document.querySelectorAll("input, textarea")].filter(each =>
        !each.dispatchEvent(new ClipboardEvent("paste", { cancelable: true }))).map(each => each.outerHTML)""",
    "no-document-write": '/document\\.write\\(/.test(SOURCE) ? ["document.write"] : []',
    # Search engines.
    "document-title": 'document.title.trim() ? [] : ["no title"]',
    "meta-description": """document.querySelector('meta[name=description]')?.content.trim() ? [] : ["no description"]""",
    "html-has-lang": '/^[a-z]{2}(-[A-Z]{2})?$/.test(document.documentElement.lang) ? [] : ["no language"]',
    "viewport": """/width=device-width/.test(document.querySelector("meta[name=viewport]")?.content) &&
        !/user-scalable\\s*=\\s*(no|0)|maximum-scale/.test(document.querySelector("meta[name=viewport]").content) ? [] : ["no viewport"]""",
    "link-text": """[...document.querySelectorAll("a[href]")].filter(each =>
        EMPTY_WORDS.includes((each.getAttribute("aria-label") || each.textContent).trim().toLowerCase())).map(each => each.outerHTML)""",
    "crawlable-anchors": """[...document.querySelectorAll("a")].filter(each => !each.id && !each.getAttribute("href") ||
        /^(javascript|about):/.test(each.getAttribute("href"))).map(each => each.outerHTML)""",
    "hreflang": """[...document.querySelectorAll("link[rel=alternate][hreflang]")].filter(each =>
        !/^(x-default|[a-z]{2,3}(-[A-Za-z0-9]+)*)$/.test(each.hreflang) || !/^https?:/.test(each.getAttribute("href"))).map(each => each.outerHTML)""",
    "canonical": """(all => all.length > 1 || all.some(each => !/^https?:/.test(each.getAttribute("href"))) ?
        all.map(each => each.outerHTML) : [])([...document.querySelectorAll("link[rel=canonical]")])""",
    "is-crawlable": """[...document.querySelectorAll("meta[name=robots]")].filter(each =>
        /noindex|none/.test(each.content)).map(each => each.outerHTML)""",
    "font-size": """(() => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        let all = 0, small = 0;
        for (let text; (text = walker.nextNode()); ) {
          if (!text.parentElement.checkVisibility()) continue;
          all += text.data.trim().length;
          if (parseFloat(getComputedStyle(text.parentElement).fontSize) < 12) small += text.data.trim().length;
        }
        return small > 0.4 * all ? [`${small} of ${all} letters are small`] : [];
    })()""",
    # What makes a page jump while it loads.
    "unsized-images": """[...document.images].filter(each =>
        !each.getAttribute("width") || !each.getAttribute("height")).map(each => each.src)""",
    "cumulative-layout-shift": """new Promise(done => {
        let sum = 0;
        new PerformanceObserver(list => list.getEntries().forEach(each => { sum += each.value; }))
          .observe({ type: "layout-shift", buffered: true });
        // What moved is told after it was drawn.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(
          () => done(sum > 0.1 ? [`the page shifts by ${sum}`] : []), 100)));
    })""",
}

# A page on which each of them finds something.
BAD = """<html><head><title></title><meta name="robots" content="noindex"><link rel="canonical" href="a.html">
<link rel="alternate" hreflang="english" href="b.html"></head><body style="font-size: 8px" onunload="void 0">
<p>This text is small. <a href="x.html">here</a> <a href="javascript:void 0">a script</a>
<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==" style="width: 40px; height: 10px">
<input onpaste="return false"></p><script>document.write("late");</script>
<p id="below" style="height: 90vh">Moved.</p>
<script>
// Only what was drawn can move.
requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(
  () => below.before(Object.assign(document.createElement("div"), { style: "height: 300px" })), 50)));
</script>
</body></html>"""


def found(page: Any, source: str) -> dict[str, list[str]]:
    """The faults of a page that is loaded, by audit."""
    audits = ", ".join(f'"{name}": await ({audit})' for name, audit in AUDITS.items())
    faults = page.evaluate(f"async SOURCE => {{ const EMPTY_WORDS = {EMPTY_WORDS!r}; return {{ {audits} }}; }}", source)
    return {name: each for name, each in faults.items() if each}
