"""Writes the HTML by which the front page says how the book's claims fare on each machine.

OUTPUT is rewritten only if it changes; it is empty where no chapter makes a claim. The facts are those
that the weaver wrote beside each chapter.
"""

import html
import sys

from results.machines import labels
from shared import facts
from weave.lists import scoreboard


def main() -> int:
    return scoreboard.write(__doc__, markup)


def markup(pages: list[facts.Page]) -> str:
    pages = [page for page in pages if page.claims]
    if not pages:
        return ""
    names = scoreboard.machines(pages)
    rows = [row(pages, name, called) for name, called in labels(names).items()]
    return '<ul class="glance">\n' + "\n".join(rows) + "\n</ul>\n"


def row(pages: list[facts.Page], name: str, called: str) -> str:
    """A machine, its claims as parts of a bar, and as numbers."""
    counts = scoreboard.counts(pages, name)
    found = [(verdict, counts[verdict]) for verdict in pages[0].verdicts if counts[verdict]]
    parts = "".join(f'<i class="{verdict}-share" style="flex-grow: {count}"></i>' for verdict, count in found)
    numbers = ", ".join(f"{count} {pages[0].verdicts[verdict].words}" for verdict, count in found)
    shares = f'<span class="shares" aria-hidden="true">{parts}</span>'
    return f'<li><b>{html.escape(called)}</b> {shares} <span class="numbers">{numbers}</span></li>'


if __name__ == "__main__":
    sys.exit(main())
