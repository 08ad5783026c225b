"""Tests of laying out exercises, and of judging answers to one of the book's."""

import contextlib
import dataclasses
import io
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

from exercises import grade, joined, judging
from exercises.catalogue import Exercise, Unknown, exercises, find, hints
from exercises.exercise import beginning, lay_out
from exercises.judging import NotBuilt, Toolchain, Verdict
from exercises.prove import verdicts
from exercises.task import task

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
REVERSE = Exercise("first-program", "reverse")
ANSWER = """
__global__ void reversed(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[n - 1 - i];
}
void reverse(const float* x, float* y, int n) { reversed<<<(n + 255) / 256, 256>>>(x, y, n); }
"""
CHAPTER = """# One

Text.

::: {.goals}

::: {.exercise #ex:two title="Two *things*"}
Do this, as in @sec:there and [@book], with `x<y`.

- one
- two

```{.cpp file=one/exercises/two/skeleton.cu}
void two();
```

::: answer
Secret.
:::
:::

:::
"""


class Scratch(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="exercises-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name: str, text: str) -> pathlib.Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path


class Catalogue(Scratch):
    def test_an_exercise_is_a_folder_with_a_judge(self) -> None:
        for name in ("b/y/judge.cpp", "a/x/judge.cpp", "a/none/other.cpp", "b/x/judge.cpp"):
            self.write(name, "")
        self.assertEqual([str(each) for each in exercises(self.folder)], ["a/x", "b/x", "b/y"])
        self.assertEqual(str(find("y", self.folder)), "b/y")
        self.assertEqual(str(find("b/x", self.folder)), "b/x")
        with self.assertRaisesRegex(Unknown, "'x' is several: a/x, b/x"):
            find("x", self.folder)
        with self.assertRaisesRegex(Unknown, "no exercise 'z'; there are: a/x, b/x, b/y"):
            find("z", self.folder)

    def test_hints_are_the_first_lines(self) -> None:
        self.assertEqual(hints("// hint: one\n// hint: two \n\n// hint: three\n"), ["one", "two"])
        self.assertEqual(hints("int x;\n// hint: one\n"), [])

    def test_other_right_answers_are_found(self) -> None:
        self.assertEqual([path.name for path in find("streams/pieces").right()], ["stream-per-step.cu"])
        self.assertEqual(find("streams/until").right(), [])

    def test_each_of_the_books_has_its_task(self) -> None:
        for each in exercises():
            with self.subTest(exercise=str(each)):
                title, lines = task(each)
                self.assertTrue(title)
                self.assertTrue(lines)
                self.assertNotRegex("\n".join(lines), r"\{\.|:::|\bvalue=")


class Laying(Scratch):
    def setUp(self) -> None:
        super().setUp()
        self.exercise = Exercise("one", "two")
        self.write("code/one/exercises/two/skeleton.cu", '#line 16 "/somewhere/one.md"\nvoid two();\n')

    def lay_out(self, again: bool = False) -> pathlib.Path:
        with mock.patch("exercises.exercise.task", lambda exercise: ("Two", ["Do this.", "", "- one"])):
            return lay_out(self.exercise, self.folder, again)

    def test_a_file_has_the_task_and_the_skeleton(self) -> None:
        path = self.lay_out()
        self.assertEqual(path, self.folder / "exercises/one/two.cu")
        self.assertEqual(
            path.read_text(),
            "// Two (one/two)\n//\n// Do this.\n//\n// - one\n//\n// Judged by: build-scripts/grade one/two\n\nvoid two();\n",
        )

    def test_what_was_begun_stays(self) -> None:
        path = self.lay_out()
        self.lay_out()
        for number in (1, 2):
            path.write_text(f"begun {number}")
            with self.assertRaisesRegex(Unknown, "is there already"):
                self.lay_out()
            self.assertEqual(path.read_text(), f"begun {number}")
            self.lay_out(again=True)
        self.assertIn("Do this", path.read_text())
        self.assertEqual([(path.parent / f"two.cu.{number}").read_text() for number in (1, 2)], ["begun 1", "begun 2"])

    def test_a_chapter_without_the_skeleton_is_told(self) -> None:
        with self.assertRaisesRegex(Unknown, "the chapter makes no one/exercises/three/skeleton.cu"):
            Exercise("one", "three").skeleton(self.folder)

    def test_a_task_is_text_without_code_and_answer(self) -> None:
        self.write("one.md", CHAPTER)
        title, lines = task(self.exercise, self.folder)
        self.assertEqual(title, "Two *things*")
        text = "\n".join(lines)
        self.assertIn("Do this, as in section \u201cthere\u201d", text)
        self.assertIn("-   two", text)
        for hidden in ("Secret", "void two", "Text."):
            self.assertNotIn(hidden, text)
        with self.assertRaisesRegex(Unknown, "no exercise #ex:three"):
            task(Exercise("one", "three"), self.folder)

    def test_the_books_own_begins_with_its_task(self) -> None:
        text = beginning(REVERSE, BUILD)
        self.assertTrue(text.startswith("// Backwards (first-program/reverse)\n//\n// Write a kernel"))
        self.assertIn("void reverse(", text)
        self.assertNotIn("#line", text)


class Judging(Scratch):
    toolchain: Toolchain

    @classmethod
    def setUpClass(cls) -> None:
        cls.toolchain = Toolchain.of(BUILD)

    def judge(self, text: str) -> Verdict:
        return self.toolchain.judge(REVERSE, self.write("answer.cu", text), self.folder)

    def rejects(self, text: str, *words: str) -> None:
        verdict = self.judge(text)
        self.assertFalse(verdict.accepted)
        for each in words:
            self.assertIn(each, verdict.text)

    def test_a_right_answer_is_accepted(self) -> None:
        verdict = self.judge(ANSWER)
        self.assertTrue(verdict.accepted, verdict.text)
        self.assertRegex(verdict.text, r"^accepted: \d+ trials$")

    def test_what_one_began_with_is_told(self) -> None:
        self.rejects("// A comment.\n" + REVERSE.skeleton(BUILD), "this is what you began with", "Write a kernel")

    def test_what_does_not_compile_is_told_by_the_compiler(self) -> None:
        self.rejects(ANSWER.replace("y[i]", "z[i]"), 'answer.cu(4): error: identifier "z" is undefined', "it does not compile")

    def test_a_function_of_another_form_is_told(self) -> None:
        self.rejects(
            ANSWER.replace("float* y, int n) { rev", "float* y, long n) { rev"),
            "it does not define reverse(float const*, float*, int)",
            "as they were",
        )

    def test_an_end_before_the_judgement_is_no_success(self) -> None:
        self.rejects("#include <cstdlib>\nvoid reverse(const float*, float*, int) { exit(0); }", "before it could be judged")
        self.rejects(
            "#include <cstdlib>\nvoid reverse(const float*, float*, int) { abort(); }", "ended the program with status -6"
        )

    def test_an_answer_that_throws_is_rejected(self) -> None:
        self.rejects(
            '#include <stdexcept>\nvoid reverse(const float*, float*, int) { throw std::runtime_error("so"); }', "it throws: so"
        )

    def test_an_answer_may_print(self) -> None:
        for words in (
            'printf("here");',
            'fprintf(stderr, "here");',
            'printf("time: a: ~3 ms\\n");',
            'fprintf(stderr, "rejected: no\\n");',
            'for (int i = 0; i < 400000; ++i) puts("here");',
        ):
            with self.subTest(words):
                verdict = self.judge("#include <cstdio>\n" + ANSWER.replace("{ reversed", f"{{ {words} reversed"))
                self.assertTrue(verdict.accepted, verdict.text)
                self.assertRegex(verdict.text, r"(?m)^accepted: \d+ trials$")
                self.assertLess(len(verdict.text), 1_100_000)
        self.rejects(
            "#include <cstdio>\n" + ANSWER.replace("{ reversed", '{ for (;;) puts("here"); reversed'), "it printed too much"
        )

    def test_what_is_made_on_the_way_stays_in_the_folder(self) -> None:
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        with mock.patch.object(judging, "COMPILING", 0.3), mock.patch.dict("os.environ", TMPDIR=str(elsewhere)):
            self.rejects(ANSWER, "its compiler still runs after 0.3 s")
        self.assertEqual(list(elsewhere.iterdir()), [])

    def test_an_endless_answer_is_ended(self) -> None:
        with mock.patch.object(judging, "SECONDS", 2):
            self.rejects(
                "void reverse(const float*, float*, int n) { for (volatile int i = 0;; i = n) {} }",
                "it still runs after 2 s",
                "Does each loop of yours end?",
            )

    def test_the_same_seed_says_the_same(self) -> None:
        path = self.write("answer.cu", ANSWER.replace("n - 1 - i", "i"))
        first, second = (self.toolchain.judge(REVERSE, path, self.folder, False, "--seed", "7").text for _ in range(2))
        self.assertEqual(first, second)
        self.assertIn("seed: 7", first)

    def test_a_mistake_is_known_whatever_the_numbers_are(self) -> None:
        # Of 64 random strips, the missing first one was now and then what another mistake changes as well.
        exercise = find("trapezoid-1/uneven")
        path = next(each for each in exercise.wrong() if each.name == "from-point-one.cu")
        said = verdicts(self.toolchain, exercise, path, 400)
        self.assertEqual([each.text for each in said if "The first strip is missing" not in each.text], [])

    def test_the_points_of_a_table_come_from_left_to_right(self) -> None:
        exercise = find("trapezoid-1/uneven")
        text = exercise.tangled(BUILD, "solution").read_text(encoding="utf-8")
        falling = "if (i < n - 1 && x[i] >= x[i + 1]) __trap();"
        strict = self.write("strict.cu", text.replace("  if (i < n - 1)", f"  {falling}\n  if (i < n - 1)"))
        self.assertIn(falling, strict.read_text(encoding="utf-8"))
        self.assertEqual([each.text for each in verdicts(self.toolchain, exercise, strict, 20) if not each.accepted], [])

    def test_building_that_takes_long_is_told(self) -> None:
        folder = self.write("ninja", "#!/bin/sh\nsleep 0.2\n").parent
        (folder / "ninja").chmod(0o755)
        for seconds, words in ((0.01, "building what the judge needs first"), (60, "")):
            complaint = io.StringIO()
            with (
                mock.patch.dict("os.environ", PATH=f"{folder}:/usr/bin:/bin"),
                mock.patch.object(judging, "QUIET", seconds),
                contextlib.redirect_stderr(complaint),
            ):
                self.toolchain.make(REVERSE)
            self.assertIn(words, complaint.getvalue())
            self.assertEqual(bool(words), bool(complaint.getvalue()))

    def test_a_folder_that_is_no_build_is_told(self) -> None:
        with self.assertRaisesRegex(NotBuilt, "is no build folder"):
            Toolchain.of(self.folder)


class Joining(Scratch):
    """Answers that are compiled together."""

    def objects(self, *texts: str) -> tuple[Toolchain, list[pathlib.Path], dict[pathlib.Path, pathlib.Path]]:
        toolchain = Toolchain.of(BUILD)
        answers = [self.write(f"answers/{number}.cu", text) for number, text in enumerate(texts)]
        return toolchain, answers, joined.objects(toolchain, REVERSE, answers, self.folder)

    def test_together_they_are_judged_as_alone(self) -> None:
        printing = "#include <cstdio>\n" + ANSWER.replace("{ reversed", '{ puts("here"); reversed')
        toolchain, answers, made = self.objects(
            ANSWER.replace("if (i < n) ", ""),
            ANSWER.replace("n - 1 - i", "i"),
            printing,
            ANSWER.replace("int n) { rev", "long n) { rev"),
        )
        self.assertEqual(list(made), answers)
        for number, (answer, each) in enumerate(made.items()):
            together = toolchain.judge_object(REVERSE, each, self.folder, False, "--seed", "7")
            alone = toolchain.judge(REVERSE, answer, self.folder, False, "--seed", "7")
            self.assertEqual((together.accepted, together.text.replace(f"answer_{number}::", "")), (alone.accepted, alone.text))

    def test_who_defines_macros_stands_alone(self) -> None:
        _, answers, made = self.objects("#define reversed forward\n" + ANSWER, ANSWER)
        self.assertEqual(list(made), answers[1:])

    def test_where_one_does_not_compile_or_looks_elsewhere_all_stand_alone(self) -> None:
        for other in (
            ANSWER.replace("y[i]", "z[i]"),
            ANSWER.replace("\n__global__", "\nvoid other();\n__global__").replace("{ rev", "{ other(); rev"),
        ):
            self.assertEqual(self.objects(ANSWER, other)[2], {})


class Grading(Scratch):
    """The simulator takes the place of the GPU here."""

    def grade(self, text: str, gpu: bool = False) -> tuple[int, str, str]:
        path = self.write("answer.cu", text)
        real = Toolchain.of(BUILD)
        both = dataclasses.replace(real, nvcc=real.simulate_nvcc, on_gpu=real.on_simulator, gpu_flags=[])
        out, complaint = io.StringIO(), io.StringIO()
        with (
            mock.patch.object(sys, "argv", ["grade", "--build", str(BUILD), "first-program/reverse", str(path)]),
            mock.patch.object(Toolchain, "of", lambda build: both),
            mock.patch.object(Toolchain, "make"),
            mock.patch.object(grade, "has_gpu", lambda: gpu),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(complaint),
        ):
            return grade.main(), out.getvalue(), complaint.getvalue()

    def test_the_simulator_judges(self) -> None:
        self.assertEqual(self.grade(ANSWER)[0], 0)
        status, said, _ = self.grade(ANSWER.replace("if (i < n) ", ""), gpu=True)
        self.assertEqual(status, 1)
        self.assertIn("access out of bounds", said)
        self.assertIn("hint: ", said)
        self.assertNotIn("On the GPU", said)

    def test_a_gpu_judges_what_the_simulator_accepts(self) -> None:
        status, said, complaint = self.grade(ANSWER, gpu=True)
        self.assertEqual((status, complaint), (0, ""), said)
        self.assertEqual(said.count("accepted"), 2)
        self.assertIn("On the GPU", said)

    def test_a_slow_answer_is_rejected(self) -> None:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            self.assertTrue(grade.fast_enough(Verdict(True, "", {"a": 1.2, "b": 5}), Verdict(True, "", {"a": 1})))
            self.assertFalse(grade.fast_enough(Verdict(True, "", {"a": 2, "b": 1}), Verdict(True, "", {"a": 1, "b": 1})))
        self.assertIn("right, but 2.00 times as slow", out.getvalue())

    def test_without_an_answer_nothing_is_judged(self) -> None:
        complaint = io.StringIO()
        with mock.patch.object(
            sys, "argv", ["grade", "--build", str(BUILD), "reverse", str(self.folder / "none.cu")]
        ), contextlib.redirect_stderr(complaint):
            self.assertEqual(grade.main(), 2)
        self.assertIn("build-scripts/exercise first-program/reverse lays it out", complaint.getvalue())


if __name__ == "__main__":
    unittest.main()
