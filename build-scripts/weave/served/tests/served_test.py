"""Tests of what readers edit in a served page: the CUDA of experiments, and exercises.

Usage: served_test.py BUILD
"""

import pathlib
import sys
import threading
import time
import unittest
from typing import Any

from exercises.catalogue import find
from weave import serve
from weave.tests import reader
from weave.tests.reader import PHONE, Reader

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
EXERCISE = find("first-program/reverse")


class ServedTest(unittest.TestCase):
    browser: Any
    book: serve.Book
    address: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.browser = cls.enterClassContext(reader.chromium())
        cls.book = serve.Book(serve.ROOT, BUILD)
        server = serve.server(cls.book, 0)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)
        cls.address = f"http://127.0.0.1:{server.server_port}/"

    def opened(self, **options: Any) -> Any:
        visitor = self.enterContext(Reader(self.browser, self.address, **options))
        page = visitor.open(f"first-program.html?key={self.book.key}", folded=True)
        page.on("dialog", lambda dialog: dialog.accept())
        self.addCleanup(lambda: self.assertEqual((visitor.asked, visitor.complaints), ([], [])))
        return visitor, page

    def experiment(self, page: Any) -> Any:
        """The experiment, open, and the editor of its CUDA."""
        aid = page.locator("[data-experiment='first-program/add']")
        aid.locator(".experiment-open").click()
        self.wait(aid)
        editor = aid.locator(".code-editor", has_text="Edit the CUDA")
        editor.locator("summary").click()
        return aid, editor

    def wait(self, aid: Any) -> None:
        aid.locator(".experiment[aria-busy=false]").wait_for(timeout=60_000)

    def compile(self, aid: Any, editor: Any, old: str, new: str) -> None:
        area = editor.locator("textarea")
        self.assertIn(old, area.input_value())
        area.fill(area.input_value().replace(old, new))
        editor.get_by_role("button", name="Compile and run what I edited").click()
        editor.locator(":scope[data-busy=false]").wait_for(timeout=60_000)
        self.wait(aid)

    def test_the_cuda_can_be_edited(self) -> None:
        _, page = self.opened()
        aid, editor = self.experiment(page)
        verdict, area = aid.locator(".experiment > .experiment-verdict"), editor.locator("textarea")
        self.assertIn("right", verdict.get_attribute("class"))
        self.assertIn("as the chapter has it", editor.locator("label").inner_text())
        area.fill(area.input_value() + "\n")
        self.assertIn("with edits that were not compiled yet", editor.locator("label").inner_text())
        # Another sum is a wrong one.
        self.compile(aid, editor, "a[i] + b[i]", "a[i] - b[i]")
        self.assertIn("wrong", verdict.get_attribute("class"))
        self.assertEqual(editor.locator(".actions [role=status]").inner_text(), verdict.inner_text())
        self.assertIn("as you edited it", aid.locator(".experiment-launch").inner_text())
        # What goes wrong is told with the line that was edited.
        self.compile(aid, editor, "a[i] - b[i]", "a[i] + b[i + n]")
        fault = aid.locator(".experiment-faults li").first.inner_text()
        self.assertIn("access out of bounds", fault)
        self.assertIn("b[i + n]", fault)
        # PTX is that of the edited kernel.
        ptx = aid.locator(".code-editor", has_text="Edit the PTX")
        ptx.locator("summary").click()
        ptx.locator("label", has_text="as nvcc made it").wait_for()
        before = ptx.locator("textarea").input_value()
        self.assertIn("edited.cu", before)
        self.compile(aid, editor, "a[i] + b[i + n]", "2.0f * a[i] + b[i] - a[i]")
        self.assertIn("right", verdict.get_attribute("class"))
        self.assertNotEqual(ptx.locator("textarea").input_value(), before)
        # What is under the hood is of the edited kernel, too.
        aid.locator(".hood summary").click()
        source = aid.locator(".hood [role=listbox]").first
        source.locator("[data-line]", has_text="2.0f * a[i]").click()
        self.assertGreater(aid.locator(".hood [aria-selected=true]").count(), 2)
        # A kernel of another name does not run.
        area.fill(area.input_value().replace("add<<<", "sum<<<"))
        self.compile(aid, editor, "void add(", "void sum(")
        self.assertIn("there is no kernel add", verdict.inner_text())
        editor.get_by_role("button", name="Back to the chapter’s code").click()
        self.wait(aid)
        self.assertIn("right", verdict.get_attribute("class"))
        self.assertIn("a[i] + b[i]", area.input_value())
        self.assertNotIn("edited", aid.locator(".experiment-launch").inner_text())

    def test_errors_of_the_compiler_lead_to_their_lines(self) -> None:
        _, page = self.opened()
        aid, editor = self.experiment(page)
        self.compile(aid, editor, "a[i] + b[i]", "a[i] + z[i]")
        self.assertIn("was not compiled", aid.locator(".experiment > .experiment-verdict").inner_text())
        self.assertIn("which does not compile", editor.locator("label").inner_text())
        errors, selected = (
            editor.locator(".code-errors li"),
            """() => {
          const area = document.activeElement;
          return area.value.slice(area.selectionStart, area.selectionEnd);
        }""",
        )
        self.assertRegex(errors.first.inner_text(), r'Line \d+ identifier "z" is undefined')
        self.assertIn("a[i] + z[i]", page.evaluate(selected))
        self.compile(aid, editor, "a[i] + z[i]", "a[i] + b[i]")
        self.assertEqual(errors.count(), 0)
        self.assertIn("right", aid.locator(".experiment > .experiment-verdict").get_attribute("class"))

    def test_an_exercise_is_done_in_the_page(self) -> None:
        _, page = self.opened()
        box = page.locator(f".exercise[data-exercise='{EXERCISE}']")
        area, said = box.locator("textarea"), box.locator(".code-verdict")

        def begin() -> None:
            box.locator(".code-editor summary").click()
            area.wait_for()

        def judge(text: str) -> str:
            area.fill(text)
            box.get_by_role("button", name="Judge it").click()
            box.locator(".code-editor[data-busy=false]").wait_for(timeout=120_000)
            return str(said.inner_text())

        begin()
        task = area.input_value()
        self.assertIn("void reverse(", task)
        path, hints = next(iter(EXERCISE.wrong().items()))
        words = judge(path.read_text())
        for each in ["rejected: ", *hints]:
            self.assertIn(each, words)
        self.assertFalse(box.locator(".done input").is_checked())
        # What the simulator finds is led to as what the compiler finds, and what is printed stands apart.
        judge(
            """#include <cstdio>
__global__ void k(float* y, int n) {
  y[n] = 0;
}
void reverse(const float*, float* y, int n) { puts("here I am"); k<<<1, 1>>>(y, n); }
"""
        )
        self.assertRegex(box.locator(".code-errors").inner_text(), r"Line 3 access out of bounds")
        self.assertNotIn("here I am", said.inner_text())
        box.locator("details details summary").click()
        self.assertIn("here I am", box.locator(".code-said").inner_text())
        area.press("x")
        self.assertIn("of-before", said.get_attribute("class").split())
        self.assertIn("does not compile", judge("int y = z;"))
        self.assertIn('Line 1 identifier "z" is undefined', box.locator(".code-errors").inner_text())
        right = EXERCISE.tangled(BUILD, "solution").read_text()
        self.assertIn("accepted: ", judge(right))
        self.assertTrue(box.locator(".done input").is_checked())
        # What was written is there after the page was made anew, until one begins again.
        page.reload()
        begin()
        self.assertEqual(area.input_value(), right)
        box.get_by_role("button", name="Begin again").click()
        self.assertEqual(area.input_value(), task)

    def test_mended_code_takes_the_place_of_what_never_ends(self) -> None:
        visitor, page = self.opened()
        box = page.locator(f".exercise[data-exercise='{EXERCISE}']")
        box.locator(".code-editor summary").click()
        area, said = box.locator("textarea"), box.locator(".code-verdict")
        area.fill("void reverse(const float*, float*, int n) { for (volatile int i = 0;; i = n) {} }")
        area.press("Control+Enter")
        page.wait_for_timeout(4000)
        self.assertIn("compiled and judged", box.locator(".actions [role=status]").inner_text())
        began = time.monotonic()
        area.fill(EXERCISE.tangled(BUILD, "solution").read_text())
        area.press("Control+Enter")
        said.get_by_text("accepted: ").wait_for(timeout=60_000)
        self.assertLess(time.monotonic() - began, 30)
        visitor.complaints.clear()  # Chromium's own, of the answer that came too late.

    def test_errors_take_nothing_of_what_is_typed_meanwhile(self) -> None:
        _, page = self.opened()
        aid, editor = self.experiment(page)
        area = editor.locator("textarea")
        area.fill("int y = z;\nint other;\n")
        area.press("Control+Enter")
        page.keyboard.type("a", delay=10)
        editor.locator(".code-errors li").first.wait_for()
        page.keyboard.type("bc", delay=10)
        self.assertEqual(area.input_value(), "int y = z;\nint other;\nabc")
        # Who waits is led to the line, and what he types does not take its place.
        area.press("Control+Enter")
        page.wait_for_function("area => area.selectionStart === 0", arg=area.element_handle())
        page.keyboard.type("_")
        self.assertEqual(area.input_value(), "_int y = z;\nint other;\nabc")

    def test_a_new_line_begins_where_the_one_before_does(self) -> None:
        _, page = self.opened()
        _, editor = self.experiment(page)
        area = editor.locator("textarea")
        area.fill("int a;\n  int b;")
        area.press("Control+End")
        area.press("Enter")
        page.keyboard.type("int c;")
        area.press("Control+Home")
        area.press("Enter")
        self.assertEqual(area.input_value(), "\nint a;\n  int b;\n  int c;")

    def test_what_was_compiled_last_is_what_is_said(self) -> None:
        _, page = self.opened()
        aid, editor = self.experiment(page)
        page.evaluate(
            """() => {
          const { run } = simulation;
          simulation.run = (...asked) => new Promise(done => setTimeout(() => done(run(...asked)), 3000));
        }"""
        )
        aid.locator("input[type=number]").first.fill("900")
        self.compile_wrong(editor)
        verdict = aid.locator(".experiment > .experiment-verdict")
        self.assertIn("was not compiled", verdict.inner_text())
        page.wait_for_timeout(4000)
        self.assertIn("was not compiled", verdict.inner_text())

    def compile_wrong(self, editor: Any) -> None:
        editor.locator("textarea").fill("int y = z;")
        editor.get_by_role("button", name="Compile and run what I edited").click()
        editor.locator(".code-errors li").first.wait_for()

    def test_who_has_no_key_reads_only(self) -> None:
        visitor = self.enterContext(Reader(self.browser, self.address))
        page = visitor.open("first-program.html?key=wrong")
        self.assertEqual(page.locator("summary", has_text="Do it here").count(), 0)
        self.assertNotIn(self.book.workshop.token, page.content())
        page = visitor.open(f"first-program.html?key={self.book.key}")
        self.assertEqual(page.url, self.address + "first-program.html")
        self.assertGreater(page.locator("summary", has_text="Do it here").count(), 0)

    def test_many_pages_load(self) -> None:
        visitor = self.enterContext(Reader(self.browser, self.address))
        for _ in range(8):
            page = visitor.context.new_page()
            page.goto(self.address + "guide.html", timeout=30_000)
            page.evaluate(
                """() => {
              Object.defineProperty(document, "hidden", { value: true });
              document.dispatchEvent(new Event("visibilitychange"));
            }"""
            )

    def test_without_the_server_it_says_so(self) -> None:
        visitor, page = self.opened()
        aid, editor = self.experiment(page)
        visitor.context.set_offline(True)
        editor.get_by_role("button", name="Compile and run what I edited").click()
        editor.locator(":scope[data-busy=false]").wait_for()
        self.assertIn("the server does not answer", editor.locator(".code-errors").inner_text())
        visitor.complaints.clear()  # Chromium's own, of the connection.

    def test_it_is_accessible_and_fits_a_phone(self) -> None:
        visitor, page = self.opened(size=PHONE)
        aid, editor = self.experiment(page)
        self.compile(aid, editor, "a[i] + b[i]", "a[i] + z[i]")
        box = page.locator(f".exercise[data-exercise='{EXERCISE}']")
        box.locator(".code-editor summary").click()
        box.locator("textarea").fill("int y = z;")
        box.get_by_role("button", name="Judge it").click()
        box.locator(".code-editor[data-busy=false]").wait_for(timeout=120_000)
        page.evaluate(
            """name => document.querySelector("main").replaceChildren(document.querySelector("main h1"),
            document.querySelector("[data-experiment='first-program/add']"), document.querySelector(`[data-exercise="${name}"]`))""",
            str(EXERCISE),
        )
        self.assertEqual(visitor.faults_on_a_phone(), [])

    def test_pages_from_files_have_none_of_it(self) -> None:
        visitor = self.enterContext(Reader(self.browser, BUILD / "chapters"))
        page = visitor.open("first-program.html")
        page.locator("[data-experiment='first-program/add'] .experiment-open").click()
        page.locator(".experiment[aria-busy=false]").wait_for(timeout=60_000)
        self.assertEqual(page.locator("summary", has_text="Edit the PTX").count(), 1)
        self.assertEqual(page.locator("summary", has_text="Edit the CUDA").count(), 0)
        self.assertEqual(page.locator("summary", has_text="Do it here").count(), 0)


if __name__ == "__main__":
    if reader.MISSING:
        print("skipped:", reader.MISSING)
        sys.exit(77)
    unittest.main()
