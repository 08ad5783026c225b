"""Tests of the notes in the margin of a wide window."""

import re
from typing import Any

from weave.pages.tests.reading import ReadingTest
from weave.tests.reader import only_chromium

ROOMY = {"width": 1600, "height": 1000}
SIGNS = {"≤": "<=", "≥": ">=", "=": "=="}  # as claims' tests write them
# Of each note: where it is, what it says, what is drawn; and of the link that it belongs to, where that is and leads.
NOTES = """() => [...document.querySelectorAll(".margin > *")].map(note => {
  const box = each => { const { left, right, top, bottom } = each.getBoundingClientRect(); return [left, top + scrollY, right, bottom + scrollY]; };
  const link = [...document.querySelectorAll("main a")].find(each => margin.of(each) === note);
  const row = link.matches(".verdict") && [...document.getElementById(link.hash.slice(1)).querySelectorAll(".verdicts tr")];
  return {
    box: box(note), text: note.textContent, link: box(link), isClaim: note.matches(".margin-claim"),
    leads: row ? row.map(each => each.textContent) : document.getElementById(link.hash.slice(1)).querySelector("p").textContent,
    compared: [...note.querySelectorAll(".margin-sides > span")].map(each => each.textContent).join(" ").trim(),
    names: [...note.querySelectorAll(".margin-sides > code")].map(each => each.textContent),
    tests: row && [...document.getElementById(link.hash.slice(1)).querySelectorAll(".steps code")].map(each => each.textContent),
    machine: (document.getElementById("machine")?.selectedOptions[0].textContent) ?? "",
    drawn: [...note.querySelectorAll("svg line")].map((line, i) =>
      [line.x1.baseVal.value, note.querySelectorAll("circle")[i].cx.baseVal.value, line.x2.baseVal.value]),
  };
})"""


class Margin(ReadingTest):
    def opened(self, *kinds: str, **options: Any) -> Any:
        """The page that has most of each of some markup: of claims and of citations."""
        kinds = kinds or (' class="verdict ', 'data-cites="')
        name = max(self.texts, key=lambda name: min(self.texts[name].count(each) for each in kinds))
        page = self.reader(**options).open(name, folded=True)
        page.wait_for_timeout(700)
        return page

    def test_notes_say_what_citations_and_verdicts_lead_to(self) -> None:
        notes = self.opened(size=ROOMY).evaluate(NOTES)
        self.assertGreater(sum(each["isClaim"] for each in notes), 10)
        self.assertGreater(sum(not each["isClaim"] for each in notes), 5)
        drawn = named = 0
        for note in notes:
            if not note["isClaim"]:
                self.assertEqual(note["text"].split(". ", 1)[-1], note["leads"].split(". ", 1)[-1])
                self.assertNotIn("———", note["text"])
                continue
            verdict, machine = re.findall(r"(\w+) on (?:the )?(any machine|H\d00)", note["text"])[0]
            if not machine.startswith("any"):
                self.assertIn(machine, note["machine"])
            (row,) = (each for each in note["leads"] if machine in each)
            self.assertIn(verdict, row)
            if note["drawn"]:
                drawn += 1
                self.check_drawn(note, row)
            if any(note["names"]):
                named += 1
                sign = note["compared"].split(" ")[1]
                compared = f" {SIGNS.get(sign, sign)} ".join(note["names"])
                self.assertNotRegex(compared, "[{}']")
                # But for the values in parentheses, which may stand for a name of the test's.
                tests = [re.sub(r"\{([^}]+)\}(\.ms)?", r"(\1)", each).replace("{}", "") for each in note["tests"]]
                bare, *all_bare = (re.sub(r"=[^=,)]+(?=[,)])", "=", each) for each in (compared, *tests))
                self.assertTrue(any(bare in each for each in all_bare), note)
        self.assertGreater(drawn, 10)
        self.assertGreater(named, 10)

    def test_what_is_not_told_whole_has_no_note_and_exponents_are_raised(self) -> None:
        notes = [note for note in self.opened('data-cites="', "<br>n = 2<sup>", size=ROOMY).evaluate(NOTES) if note["isClaim"]]
        for note in notes:
            (row,) = (each for each in note["leads"] if re.findall(r"(any machine|H\d00)", note["text"])[0] in each)
            self.assertNotIn("… and", row)
            self.assertNotRegex(note["text"], r"n = 2\d")
        self.assertTrue(any("n = 2²" in note["text"] for note in notes))

    def check_drawn(self, note: dict[str, Any], row: str) -> None:
        """The numbers are the row's, and lie to one another as they are drawn."""
        one, sign, other = note["compared"].split(" ")
        self.assertRegex(row, re.escape(one) + r"( \([^()]*\))?[†‡]* " + sign + " " + re.escape(other))
        values = [float(each.replace("\u202f", "").replace("−", "-")) for each in (one, other)]
        (lower, median, upper), (other_lower, other_median, other_upper) = note["drawn"]
        self.assertLessEqual(lower, median)
        self.assertLessEqual(median, upper)
        self.assertLessEqual(other_lower, other_median)
        self.assertLessEqual(other_median, other_upper)
        self.assertEqual((values[0] < values[1], values[0] > values[1]), (median < other_median, median > other_median))

    def test_notes_lie_beside_what_they_belong_to_and_over_nothing(self) -> None:
        page = self.opened(size=ROOMY)
        notes = page.evaluate(NOTES)
        blocks = page.evaluate(
            """() => [...document.querySelectorAll("main :is(p, svg, pre, table, .chunk, .aid)")].filter(each =>
            each.checkVisibility() && !each.closest(".margin")).map(each => {
              const { left, right, top, bottom } = each.getBoundingClientRect();
              return [left, top + scrollY, right, bottom + scrollY];
            })"""
        )
        for note in notes:
            left, top, right, bottom = note["box"]
            self.assertLessEqual(right, ROOMY["width"] - 14)
            self.assertTrue(-1 <= top - note["link"][1] <= 121, note["text"])
            over = [each for each in blocks if each[0] < right and each[2] > left and each[1] < bottom and each[3] > top]
            self.assertEqual(over, [], note["text"])
        for one, other in zip(notes, notes[1:]):
            self.assertLessEqual(one["box"][3], other["box"][1])
        scrolled, seen = page.evaluate("(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.documentElement)")
        self.assertEqual(scrolled, seen)

    def test_there_are_none_where_there_is_no_room_and_none_for_those_who_listen(self) -> None:
        page = self.opened()
        self.assertEqual(page.locator(".margin > *").count(), 0)
        page.set_viewport_size(ROOMY)
        page.locator(".margin > *").first.wait_for()
        self.assertEqual(page.locator(".margin").get_attribute("aria-hidden"), "true")
        self.assertEqual(page.locator(".margin :is(a, [tabindex])").count(), 0)

    @only_chromium("paper cannot be asked for")
    def test_there_are_none_on_paper(self) -> None:
        page = self.opened(size=ROOMY)
        page.emulate_media(media="print")
        self.assertFalse(page.locator(".margin").is_visible())

    def test_notes_follow_the_machine(self) -> None:
        page = self.opened(size=ROOMY)
        other = page.locator("#machine option").nth(1).get_attribute("value")
        page.evaluate(
            """other => {
              const select = document.getElementById("machine");
              select.value = other;
              select.dispatchEvent(new Event("change", { bubbles: true }));
            }""",
            other,
        )
        page.wait_for_timeout(700)
        notes = [each for each in page.evaluate(NOTES) if each["isClaim"]]
        self.assertGreater(len(notes), 10)
        for note in notes:
            if "any machine" not in note["text"]:
                self.assertIn(re.findall(r"on the (H\d00)", note["text"])[0], note["machine"])

    def test_a_link_with_a_note_points_to_it(self) -> None:
        page = self.opened(size=ROOMY)
        page.evaluate(
            """() => {
              const link = [...document.querySelectorAll("main a.verdict")].find(each => margin.of(each));
              link.scrollIntoView({ block: "center" });
              link.id = "pointed-at";
            }"""
        )
        page.wait_for_timeout(500)
        page.locator("#pointed-at").hover()
        page.locator(".margin > .pointed").wait_for()
        self.assertEqual(page.locator(".preview").count(), 0)
        self.assertEqual(
            page.evaluate("margin.of(document.getElementById('pointed-at')).textContent"),
            page.locator(".margin > .pointed").text_content(),
        )
