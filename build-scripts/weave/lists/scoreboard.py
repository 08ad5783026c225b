"""Writes the Markdown of the page that lists every claim of the book with its verdict on each machine.

OUTPUT is rewritten only if it changes. The facts are those that the weaver wrote beside each page, in
the order of the pages.
"""

import argparse
import html
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from results.machines import labels
from shared import facts, output

INTRODUCTION = """\
---
title: Scoreboard
---

Some sentences of this book are tests. Here they all are, with their verdict on every machine that
there are results of; the figures that decided, with their quartiles, are folded. A claim *holds* or is
*refuted* only where it does so wherever its figures lie between their quartiles; else it is
*undecided*. A claim that cannot be tested asks for a result that the machine does not have. Claims
that rest on counted or published figures alone have the same verdict everywhere. A verdict is
*outdated* where the program was changed after its results were recorded.
"""

SOURCES = """\
Some of the claims were made before this book, {years}: {citations}. They are listed by their year,
and once more under the chapters that test them.
"""

# Offers to show but those claims that are refuted, or on which machines disagree.
SCRIPT = '<script src="scoreboard.js" defer></script>\n'


def main() -> int:
    return write(__doc__, markdown)


def write(description: str | None, text: Callable[[list[facts.Page]], str]) -> int:
    """As a program: writes the text that is made of the pages' facts."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=Path, metavar="OUTPUT")
    parser.add_argument("facts", nargs="+", type=Path, metavar="PAGE.facts.json")
    options = parser.parse_args()
    output.write_if_changed(options.output, text([facts.read(path) for path in options.facts]))
    return 0


def markdown(pages: list[facts.Page]) -> str:
    pages = [page for page in pages if page.claims]
    if not pages:
        return INTRODUCTION + "\nNo chapter makes a claim yet.\n"
    names = machines(pages)
    sections = [INTRODUCTION, raw(summary(pages, names) + SCRIPT), *sources(pages, names)]
    for page in pages:
        rows = [row(page, claim, names) for claim in page.claims]
        sections += [f"# [{escaped(page.title)}]({page.name}.html)\n", raw(table(f"Claims of {page.title}", rows, names))]
    return "\n".join(sections)


def raw(markup: str) -> str:
    """HTML within Markdown, in a fence longer than any run of backticks within."""
    longest = max(map(len, re.findall("`+", markup)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{{=html}}\n{markup}{fence}\n"


def escaped(text: str) -> str:
    """Text of which Markdown makes nothing else."""
    return re.sub(r"([^\w\s])", r"\\\1", text, flags=re.ASCII)


def machines(pages: list[facts.Page]) -> list[str]:
    """The machine that the pages show, then those that any claim was judged on."""
    judged = {outcome.machine for page in pages for claim in page.claims for outcome in claim.outcomes}
    shown = pages[0].machine
    return [shown, *sorted(judged - {"", shown})]


def counts(pages: list[facts.Page], machine: str) -> Counter[str]:
    """How many claims have which verdict on the machine, by the verdict's name."""
    outcomes = [claim.on(machine) for page in pages for claim in page.claims]
    return Counter(outcome.verdict if outcome else "missing" for outcome in outcomes)


def summary(pages: list[facts.Page], names: list[str]) -> str:
    """A table of how many claims have which verdict on each machine."""
    head = "".join(f'<th scope="col" class="number">{verdict.words}</th>' for verdict in pages[0].verdicts.values())
    rows, called = [], labels(names)
    for name in names:
        found = counts(pages, name)
        cells = "".join(f'<td class="number">{found[verdict]}</td>' for verdict in pages[0].verdicts)
        full = f' <span class="unit">{html.escape(name)}</span>' if called[name] != name else ""
        rows.append(f'<tr><th scope="row">{html.escape(called[name])}{full}</th>{cells}</tr>')
    head = f'<tr><th scope="col">Machine</th>{head}</tr>'
    return region("How many claims", f"<table>\n<thead>{head}</thead>\n<tbody>\n" + "\n".join(rows) + "\n</tbody></table>")


def sources(pages: list[facts.Page], names: list[str]) -> list[str]:
    """The part of the page on what sources claimed, as Markdown; nothing where none did."""
    claimed = [(page, claim, claim.source) for page in pages for claim in page.claims if claim.source]
    if not claimed:
        return []
    claimed.sort(key=lambda each: (each[2].when(), each[2].key))
    years = sorted({source.when() for _, _, source in claimed if source.year} or {"without a date"})
    said = years[0] if len(years) == 1 else f"from {years[0]} to {years[-1]}"
    citations = "; ".join(f"@{key}" for key in dict.fromkeys(source.key for _, _, source in claimed))
    rows = [
        row(
            page,
            claim,
            names,
            f'<th scope="row"><a href="#ref-{html.escape(source.key)}">{html.escape(source.author)} {source.when()}</a></th>',
        )
        for page, claim, source in claimed
    ]
    text = SOURCES.format(years=said, citations=citations)
    title = "Claims of the sources"
    return [f"# {title}\n", text, raw(table(title, rows, names, '<th scope="col" class="source">Source</th>'))]


def table(label: str, rows: list[str], names: list[str], first: str = "") -> str:
    machines = "".join(f'<th scope="col" class="on">{html.escape(name)}</th>' for name in labels(names).values())
    head = first + '<th scope="col">Claim</th>' + machines
    return region(
        html.escape(label),
        f'<table class="scoreboard">\n<thead><tr>{head}</tr></thead>\n<tbody>\n' + "\n".join(rows) + "\n</tbody></table>",
    )


def region(label: str, content: str) -> str:
    return f'<div class="scroll plain" tabindex="0" role="region" aria-label="{label}, scrollable">{content}</div>\n'


def row(page: facts.Page, claim: facts.Claim, names: list[str], first: str = "") -> str:
    address = html.escape(f"{page.name}.html#{claim.anchor}")
    mark = ' <span class="unit">(refuted, says the text)</span>' if claim.marked else ""
    outcomes = [claim.on(name) for name in names]
    cells = "".join(f"<td>{cell(page, outcome)}</td>" for outcome in outcomes)
    verdicts = " ".join(dict.fromkeys(each.verdict for each in outcomes if each and each.verdict != "missing"))
    scope = "td" if first else 'th scope="row"'
    sentence = f'<a href="{address}">{claim.sentence}</a>{mark}{figures(claim, names)}'
    return f'<tr data-verdicts="{verdicts}">{first}<{scope}>{sentence}</{scope[:2]}>{cells}</tr>'


def figures(claim: facts.Claim, names: list[str]) -> str:
    """What decided, folded, for each machine, or once where it is the same for all."""
    called = labels(names)
    texts = "".join(
        f"<dt>{html.escape(called.get(each.machine, each.machine) or 'any machine')}</dt><dd>{'<br>'.join(each.figures)}</dd>"
        for each in claim.outcomes
        if each.figures
    )
    test = f"<p><code>{html.escape(claim.test)}</code></p>"
    return texts and f'<details class="figures"><summary>Figures</summary>{test}<dl>{texts}</dl></details>'


def cell(page: facts.Page, outcome: facts.Outcome | None) -> str:
    if outcome is None:
        return "not judged"
    shown = page.verdicts[outcome.verdict]
    # What a page misses is marked there; that another machine lacks it is no fault.
    name = "untested" if outcome.verdict == "missing" else outcome.verdict
    verdict = f'<span class="verdict {name}"><span aria-hidden="true">{shown.sign}</span> {shown.words}</span>'
    return verdict + (' <span class="stale">outdated</span>' if outcome.outdated else "")


if __name__ == "__main__":
    sys.exit(main())
