"""Tests of the code below kernels: PTX, which can be edited, and machine code."""

import random
import re
from typing import Any

from weave.pages.tests.experiments import TURN, ExperimentsTest
from weave.tests.reader import Reader


class CodeChecks(ExperimentsTest):
    """Asked of every experiment by experiments_tour.py."""

    def check_machine_code(self, page: Any, name: str) -> None:
        """Every line of machine code has its line of the source."""
        compiled = page.evaluate("name => experiments.get(name).compiled", name)
        if "machine" not in compiled:
            self.skipTest("the build had no nvdisasm")
        self.assertEqual(sorted(compiled["machine"]["kernels"]), sorted(compiled["kernels"].values()))
        lines = {number for number, _, _ in compiled["code"]}
        for kernel, made in compiled["machine"]["kernels"].items():
            instructions = [(line, text) for line, text in made["code"] if not text.endswith(":")]
            self.assertEqual([text for line, text in instructions if line not in lines], [], kernel)
            self.assertIn("EXIT", [text.rpartition(" ")[2] for _, text in instructions])
            self.assertGreater(made["registers"], 0)

    def check_hood(self, page: Any, anchor: str, dice: random.Random) -> None:
        """What was made of a line is marked."""
        hood = page.locator(f"#{anchor} .hood")
        hood.locator("summary").click()
        columns = hood.locator("[role=listbox]")
        columns.first.wait_for()
        used = [
            set(column.locator("[data-line]").evaluate_all("all => all.map(each => each.dataset.line)"))
            for column in columns.all()
        ]
        # What was compiled comes of the source, and a line that came to nothing is none that one can point at.
        self.assertEqual(used[0], set().union(*used[1:]))
        seen = """([hood, line]) => {
          const options = [...hood.querySelectorAll("[role=option]")];
          const wrong = options.filter(each => (each.dataset.line === line) !== (each.getAttribute("aria-selected") === "true"));
          const isSeen = list => {
            const active = list.getAttribute("aria-activedescendant"), frame = list.getBoundingClientRect();
            const marked = active ? document.getElementById(active) : list.querySelector("[aria-selected=true]");
            return !marked || (marked.getBoundingClientRect().top >= frame.top - 1 && marked.getBoundingClientRect().bottom <= frame.bottom + 1);
          };
          return [wrong.length, [...hood.querySelectorAll("[role=listbox]")].every(isSeen)];
        }"""
        for column in columns.all():
            option = dice.choice(column.locator("[data-line]").all())
            option.click()
            self.assertEqual(page.evaluate(seen, [hood.element_handle(), option.get_attribute("data-line")]), [0, True])
        columns.nth(1).focus()
        page.keyboard.press("Home")
        first = columns.nth(1).locator("[data-line]").first
        self.assertEqual(columns.nth(1).get_attribute("aria-activedescendant"), first.get_attribute("id"))
        for _ in range(3):
            page.keyboard.press("ArrowDown")
        active = page.locator(f"#{columns.nth(1).get_attribute('aria-activedescendant')}")
        self.assertEqual(page.evaluate(seen, [hood.element_handle(), active.get_attribute("data-line")]), [0, True])
        hood.locator("summary").click()


class Code(ExperimentsTest):
    def edit(self, page: Any, anchor: str, change: Any) -> str:
        """Has the PTX changed and run; the verdict."""
        area = page.locator(f"#{anchor} .code-editor textarea")
        if not area.is_visible():
            page.locator(f"#{anchor} .code-editor summary").click()
        area.fill(change(area.input_value()))
        page.locator(f"#{anchor} .code-editor button", has_text="Run what I edited").click()
        self.wait(page, anchor)
        return str(page.locator(f"#{anchor} .experiment > .experiment-verdict").first.inner_text())

    def selected(self, page: Any, anchor: str) -> str:
        return str(
            page.evaluate(
                """id => {
          const area = document.querySelector(`#${id} textarea`);
          return document.activeElement === area ? area.value.slice(area.selectionStart, area.selectionEnd) : "";
        }""",
                anchor,
            )
        )

    def test_the_ptx_can_be_edited(self) -> None:
        page_name, anchor, _ = self.place("scan/steps")
        visitor, page = self.opened(page_name, anchor)
        faults, area = page.locator(f"#{anchor} .experiment-faults").first, page.locator(f"#{anchor} textarea")
        back = page.locator(f"#{anchor} .code-editor button", has_text="Back to nvcc’s")
        # Without a barrier there is a race.
        self.edit(page, anchor, lambda text: re.sub(r"\n\tbar\.sync.*", "", text))
        self.assertIn("race in shared memory", faults.inner_text())
        self.assertIn("edited", page.locator(f"#{anchor} .experiment-launch").inner_text())
        barriers = page.locator(f"#{anchor} [data-count=barriers] td").first
        self.assertEqual(barriers.inner_text(), "0")
        page.locator(f"#{anchor} .hood summary").click()
        self.assertIn("Of PTX that you edited there is no machine code", page.locator(f"#{anchor} .hood .hint").inner_text())
        # The edit stays where knobs turn, but with its kernel.
        page.evaluate(TURN, [anchor, {"n": 50}])
        self.assertIn("race in shared memory", faults.inner_text())
        page.evaluate(TURN, [anchor, {"arrays": "one", "block": 32, "n": 20}])
        self.assertNotEqual(barriers.inner_text(), "0")
        self.assertIn("as nvcc made it", page.locator(f"#{anchor} .code-editor label").inner_text())
        self.assertIn("bar.sync", area.input_value())
        page.evaluate(TURN, [anchor, {"arrays": "two", "block": 64, "n": 64}])
        self.assertIn("race in shared memory", faults.inner_text())
        self.assertIn("as you edited it", page.locator(f"#{anchor} .code-editor label").inner_text())
        # No link has it.
        link = page.locator(f"#{anchor} .experiment-foot a").get_attribute("href")
        other = self.enterContext(Reader(self.browser, self.folder)).open(page_name + link)
        self.wait(other, anchor)
        self.assertEqual(other.locator(f"#{anchor} .experiment > .experiment-verdict.right").count(), 1)
        back.click()
        self.wait(page, anchor)
        self.assertEqual(page.locator(f"#{anchor} .experiment > .experiment-verdict.right").count(), 1)
        self.assertIn("bar.sync", area.input_value())
        self.assertNotIn("edited", page.locator(f"#{anchor} .experiment-launch").inner_text())

    def test_what_is_wrong_with_edited_ptx_is_told_with_its_line(self) -> None:
        page_name, anchor, _ = self.place("scan/steps")
        _, page = self.opened(page_name, anchor)
        errors, area = page.locator(f"#{anchor} .code-errors"), page.locator(f"#{anchor} textarea")
        # Not to be parsed; and what is not known of an instruction, which the parser leaves to whoever runs it.
        self.assertIn("It was not run", self.edit(page, anchor, lambda text: text.replace("bar.sync \t0;", "bar.sync \t0", 1)))
        line = self.selected(page, anchor)
        number = int(re.findall(r"Line (\d+)", errors.inner_text())[0])
        self.assertEqual(line, area.input_value().split("\n")[number - 1])
        # It is found missing where the next statement begins.
        lines = area.input_value().split("\n")
        self.assertIn(lines.index("\tbar.sync \t0"), range(number - 3, number))
        page.locator(f"#{anchor} .code-editor button", has_text="Back to nvcc’s").click()
        self.wait(page, anchor)
        self.edit(page, anchor, lambda text: text.replace("st.shared.u32", "st.sharde.u32", 1))
        self.assertIn("st.sharde.u32", self.selected(page, anchor))
        self.assertIn("modifier '.sharde' not supported", errors.inner_text())
        self.assertEqual(page.locator(f"#{anchor} textarea[aria-invalid=true]").count(), 1)
        self.edit(page, anchor, lambda text: text.replace("st.sharde.u32", "st.shared.u32"))
        self.assertEqual(errors.locator("li").count(), 0)
        self.assertEqual(page.locator(f"#{anchor} .experiment > .experiment-verdict.right").count(), 1)
        for nonsense in ("", "hello", ".version 9.0\n.target sm_90\n.address_size 64\n"):
            self.assertIn("It was not run", self.edit(page, anchor, lambda _, text=nonsense: text))

    def test_edited_ptx_that_never_ends_is_stopped(self) -> None:
        page_name, anchor, _ = self.place("scan/steps")
        _, page = self.opened(page_name, anchor)
        loop = "\tbar.sync \t0;\nAGAIN: bra AGAIN;"
        verdict = self.edit(page, anchor, lambda text: text.replace("\tbar.sync \t0;", loop, 1))
        self.assertRegex(verdict, "ended with an error: deadlock|Stopped")
        page.evaluate("simulation.bound = 1000")
        page.locator(f"#{anchor} .experiment-orders button").first.click()
        page.wait_for_selector(f"#{anchor} .experiment-orders[aria-busy=false] .experiment-verdict.stopped", timeout=60_000)
        page.locator(f"#{anchor} .code-editor button", has_text="Back to nvcc’s").click()
        page.wait_for_selector(f"#{anchor} .experiment > .experiment-verdict.right")

    def test_ptx_that_no_assembler_takes_is_not_compared(self) -> None:
        page_name, anchor, _ = self.place("first-program/add")
        _, page = self.opened(page_name, anchor)
        verdict = self.edit(page, anchor, lambda text: text.replace("add.f32", "addd.f32", 1))
        self.assertRegex(verdict, r"assembler would not take this PTX, line \d+: addd\.f32: unknown opcode\.$")
        self.assertEqual(set(page.locator(f"#{anchor} [data-count] td:first-of-type").all_inner_texts()), {"–"})
        self.edit(page, anchor, lambda text: re.sub(r"\n\tret;", "\nL: bra L;\n\tret;", text.replace("addd.f32", "add.f32")))
        self.assertNotRegex(page.locator(f"#{anchor} .experiment-faults").first.inner_text(), r"\.md:\d")
