"""Leaves out of a bound book the figures behind each verdict, which are in the pages, and has verdicts lead to the scoreboard."""

import re

from weave.bind import woven
from weave.bind.answers import classes

SCOREBOARD = "scoreboard"


def anchor_of(page: str, claim: str) -> str:
    """Of a claim's row on the scoreboard."""
    return f"{page}-{claim}"


def name_rows(scoreboard: woven.Page) -> set[str]:
    """Gives the rows of the scoreboard anchors, and takes the figures out of them. Returns the anchors."""
    rows = {}
    for row in scoreboard.main.iter("tr"):
        for cell in row:
            for figures in [each for each in cell if "figures" in classes(each)]:
                cell.remove(figures)
            for link in cell.iter("a"):
                if found := re.fullmatch(r"(.+)\.html#(claim-\d+)", link.get("href", "")):
                    rows[anchor_of(found[1], found[2])] = row  # the last, below its chapter
    for anchor, row in rows.items():
        row.set("id", anchor)
    return set(rows)


def send_to_scoreboard(pages: list[woven.Page]) -> None:
    """Takes the sections of claims out of all pages; where there is no scoreboard, all stays."""
    scoreboard = next((page for page in pages if page.name == SCOREBOARD), None)
    if scoreboard is None:
        return
    rows = name_rows(scoreboard)
    for page in pages:
        for section in [each for each in page.main if "claims" in classes(each)]:
            page.main.remove(section)
        for link in page.main.iter("a"):
            if found := re.fullmatch(r"#(claim-\d+)-figures", link.get("href", "")):
                anchor = anchor_of(page.name, found[1])
                if anchor not in rows:
                    raise ValueError(f"{page.name}: {found[1]} is not on the scoreboard")
                link.set("href", f"{SCOREBOARD}.html#{anchor}")
