"""What the pages of the book rest on, as the weaver writes it beside each page. Used by status and scoreboard."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass
class Outcome:
    """A claim on one machine, or with no machine ("") on all; `figures` is HTML, a text for each part of the test;
    `odds` says how the text is at odds with the verdict, where it has to agree, or is ""."""

    machine: str
    verdict: str
    outdated: bool
    figures: list[str]
    odds: str


@dataclass
class Source:
    """Who asserted a claim first, by the bibliography: its key there, the authors' names, the year, or 0 for none."""

    key: str
    author: str
    year: int

    def when(self) -> str:
        return str(self.year) if self.year else "n.d."


@dataclass
class Claim:
    """`sentence` is HTML; `line` is that of its test in the page's source; `marked` says that the text calls it refuted;
    `source` is nobody where the claim is the book's own; the machine that is shown comes first."""

    anchor: str
    sentence: str
    test: str
    line: int
    marked: bool
    source: Source | None
    outcomes: list[Outcome]

    def on(self, machine: str) -> Outcome | None:
        return next((each for each in self.outcomes if each.machine in ("", machine)), None)


@dataclass
class Verdict:
    """How one is shown: `sign` is a character, `words` stand beside it."""

    sign: str
    words: str


@dataclass
class Result:
    """`state` is current, outdated, missing or damaged, and `cause` says why."""

    experiment: str
    machine: str
    state: str
    cause: str


@dataclass
class Page:
    """`source` is the path of its Markdown, as seen from the build folder; `machine` is the one it shows; `verdicts` are
    all that there are, by their names, the best first."""

    name: str
    source: str
    title: str
    machine: str
    claims: list[Claim]
    results: list[Result]
    verdicts: dict[str, Verdict]


def read(path: Path) -> Page:
    found = json.loads(path.read_text(encoding="utf-8"))
    return Page(
        found["page"],
        found["source"],
        found["title"],
        found["machine"],
        [_claim(each) for each in found["claims"]],
        [Result(each["experiment"], each["machine"], each["state"], each.get("cause", "")) for each in found["results"]],
        {each["name"]: Verdict(each["sign"], each["words"]) for each in found["verdicts"]},
    )


def _claim(found: dict[str, Any]) -> Claim:
    outcomes = [
        Outcome(each["machine"], each["verdict"], each["outdated"], _figures(each), each.get("odds", ""))
        for each in found["outcomes"]
    ]
    source = Source(**found["source"]) if "source" in found else None
    return Claim(found["anchor"], found["sentence"], found["test"], found["line"], found["marked"], source, outcomes)


def _figures(outcome: dict[str, Any]) -> list[str]:
    figures = [step["figures"] for step in outcome["steps"]]
    return figures + ([f"… and {outcome['more']} more"] if "more" in outcome else [])
