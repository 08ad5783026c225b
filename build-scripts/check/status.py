"""Says which results that the book asks for are missing, outdated or damaged, and how its claims stand.

Reads the facts that the weaver wrote beside each page. With --check, exit status 1 if a
result is damaged, or if the text and the verdict on the reference machine are at odds: a
claim that is refuted and not marked so, or marked and held. With --strict also if a result
is missing or outdated, or a claim cannot be tested.
"""

import argparse
import html
import re
import sys
from collections import Counter
from pathlib import Path

from shared import facts

STATES = ("missing", "outdated", "damaged")


def main() -> int:
    options = parse()
    pages = [facts.read(path) for path in options.facts]
    faults = results(pages)
    # Another machine's results are measured again by whoever has it.
    serious = [state for state, own in faults if state == "damaged" or options.strict and own]
    for page in pages:
        for claim in page.claims:
            serious += claim_faults(page, claim, options)
    print(closing(pages, faults))
    return 1 if options.check and serious else 0


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("facts", nargs="+", type=Path, metavar="PAGE.facts.json")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--strict", action="store_true")
    return parser.parse_args()


def results(pages: list[facts.Page]) -> list[tuple[str, bool]]:
    """Prints each faulty result once, with the pages that ask for it; returns the states, and whether it is one of the
    machine that is shown."""
    askers: dict[tuple[str, ...], list[str]] = {}
    for page in pages:
        for each in page.results:
            if each.state != "current":
                key = (each.state, each.experiment, each.machine or "any machine", each.cause)
                askers.setdefault(key, []).append(page.name)
    for (state, experiment, machine, cause), names in sorted(askers.items()):
        print(f"{state} result: {experiment} on {machine}: {cause} (asked for by {', '.join(names)})")
    shown = {"any machine", *(page.machine for page in pages)}
    return [(state, machine in shown) for state, _, machine, _ in askers]


def claim_faults(page: facts.Page, claim: facts.Claim, options: argparse.Namespace) -> list[str]:
    """Prints a claim unless it stands as the text says; returns what is serious about it."""
    faults = []
    shown = claim.outcomes[0]
    if shown.verdict == "missing" or shown.verdict == "undecided":
        print(describe(page, claim, shown, page.verdicts[shown.verdict].words))
        faults += [shown.verdict] if options.strict and shown.verdict == "missing" else []
    for outcome in claim.outcomes:
        if outcome.odds:
            faults.append(outcome.odds)
            print(describe(page, claim, outcome, outcome.odds))
    return faults


def describe(page: facts.Page, claim: facts.Claim, outcome: facts.Outcome, words: str) -> str:
    place = f"{page.source}:{claim.line}"
    where = f" on {outcome.machine}" if outcome.machine else ""
    figures = "; ".join(plain(each) for each in outcome.figures)
    return f"{place}: claim {words}{where}: {plain(claim.sentence)} [{figures}]"


def plain(markup: str) -> str:
    """Its text, with powers as 2^14."""
    without_source = re.sub(r"<annotation.*?</annotation>", "", markup)
    with_powers = re.sub(r"(<m[a-z]+>[^<]*</m[a-z]+></msup>)|<sup>", r"^\1", without_source)
    return " ".join(html.unescape(re.sub("<[^>]*>", "", with_powers)).split())


def closing(pages: list[facts.Page], faults: list[tuple[str, bool]]) -> str:
    states = Counter(state for state, _ in faults)
    asked = {(each.experiment, each.machine) for page in pages for each in page.results}
    verdicts = Counter(claim.outcomes[0].verdict for page in pages for claim in page.claims)
    machines = " and ".join(dict.fromkeys(page.machine for page in pages))
    return (
        f"status: {len(asked)} results asked for, "
        + ", ".join(f"{states[state]} {state}" for state in STATES)
        + f"; {sum(verdicts.values())} claims on {machines}, "
        + ", ".join(f"{verdicts[name]} {verdict.words}" for name, verdict in pages[0].verdicts.items())
    )


if __name__ == "__main__":
    sys.exit(main())
