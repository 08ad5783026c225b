"""Tests of what readers of a served page have compiled and judged, over HTTP.

Usage: workshop_test.py BUILD
"""

import contextlib
import http.client
import io
import json
import sys
import threading
import time
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from shared import bounded
from exercises.catalogue import find
from weave import serve
from weave.served import workshop

BUILD = Path(sys.argv.pop(1)).resolve()
KERNEL = "template <int step>\n__global__ void copy(const float* x, float* y) {\n  y[threadIdx.x] = x[threadIdx.x * step];\n}\ntemplate __global__ void copy<2>(const float*, float*);\n"


class Errors(unittest.TestCase):
    def test_each_form_has_its_line(self) -> None:
        said = (
            'edited.cu(3): error: identifier "z" is undefined\n    y[i] = z;\n           ^\n\n'
            "/tmp/x/edited.cu:7:10: fatal error: none.h: No such file or directory\n"
            'edited.cu(9): error #20: something\nedited.cu(11): warning #177-D: variable "b" was never used\n'
            "/usr/include/stdio.h(5): error: no\n1 error detected\n"
            "edited.cu:12: simulator: access out of bounds: thread (0,0,0) reads\n"
        )
        self.assertEqual(
            workshop.errors(said, "edited.cu"),
            [
                {"line": 3, "words": 'identifier "z" is undefined'},
                {"line": 7, "words": "none.h: No such file or directory"},
                {"line": 9, "words": "something"},
                {"line": 0, "words": "stdio.h, line 5: no"},
                {"line": 12, "words": "access out of bounds: thread (0,0,0) reads"},
            ],
        )


class Served(unittest.TestCase):
    def setUp(self) -> None:
        self.book = serve.Book(serve.ROOT, BUILD)
        self.server = serve.server(self.book, 0)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.host = f"127.0.0.1:{self.server.server_port}"

    def ask(self, method: str, path: str, body: str | None = None, **headers: str | None) -> tuple[int, str]:
        """`headers` with the value None are left out."""
        usual = {"Host": self.host}
        if method == "POST":
            usual |= {"Origin": f"http://{self.host}", "X-Workshop-Token": self.book.workshop.token}
        sent = usual | {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection(self.host, timeout=300)
        self.addCleanup(connection.close)
        connection.putrequest(method, path, skip_host=True)
        for name, value in sent.items():
            if value is not None:
                connection.putheader(name, value)
        if body is not None and "Content-Length" not in sent:
            connection.putheader("Content-Length", str(len(body.encode())))
        connection.endheaders((body or "").encode())
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

    def post(self, what: str, **said: object) -> dict[str, Any]:
        status, text = self.ask("POST", f"/{what}", json.dumps(said))
        found: dict[str, Any] = json.loads(text) | ({} if status == 200 else {"status": status})
        return found

    def refused(
        self, status: int, words: str, body: str | None = '{"text": ""}', path: str = "/compile", **headers: str | None
    ) -> None:
        found, text = self.ask("POST", path, body, **headers)
        self.assertEqual(found, status, text)
        self.assertIn(words, text)

    def test_only_pages_that_were_served_here_may_ask(self) -> None:
        for origin in (None, "null", "http://elsewhere.example", f"https://{self.host}", "http://127.0.0.1"):
            self.refused(403, "only pages that were served here", Origin=origin)
        for token in (None, "", "x", self.book.workshop.token[:-1], "é"):
            self.refused(403, "reload it", X_Workshop_Token=token and token.encode().decode("latin-1"))
        # A host's name that its owner has lead here.
        for host in ("elsewhere.example", f"elsewhere.example:{self.server.server_port}", "", "127.0.0.1:1"):
            self.refused(421, "", Host=host, Origin=f"http://{host}")
            self.assertEqual(self.ask("GET", "/index.html", Host=host)[0], 421)
            self.assertEqual(self.ask("HEAD", "/index.html", Host=host)[0], 421)
        cookie = f"serve-{self.server.server_port}={self.book.key}"
        self.assertIn(self.book.workshop.token, self.ask("GET", "/index.html", Cookie=cookie)[1])
        self.assertIn(
            self.book.workshop.token, self.ask("GET", "/", Cookie=cookie, Host=f"localhost:{self.server.server_port}")[1]
        )
        for other in ("", cookie[:-1], "serve-1=" + self.book.key, "=;,"):
            self.assertNotIn(self.book.workshop.token, self.ask("GET", "/index.html", Cookie=other)[1])
        self.assertNotIn(self.book.workshop.token, (BUILD / "chapters/index.html").read_text())

    def test_what_is_no_request_is_refused(self) -> None:
        self.refused(411, "of no length", None)
        self.refused(411, "of no length", "", Content_Length="-1")
        self.refused(413, "letters", "", Content_Length=str(10**9))
        self.refused(413, "letters", json.dumps({"text": "x" * (workshop.LONGEST + 1)}))
        for body in ("", "{", "[]", '{"text": 3}', '{"text": null}', '{"text": "\\ud800"}', "[" * 100_000):
            self.refused(400, "no name and text", body)
        self.refused(411, "of no length", "", Content_Length="1" * 5000)
        for path in ("/%00.html", "/" + "x" * 5000 + ".html", "/%ED%A0%80.html", "/none.html", "/../../build.ninja"):
            self.assertEqual(self.ask("GET", path)[0], 404, path)
        self.refused(404, "nothing is called 'else'", path="/else")
        self.assertEqual(self.ask("PUT", "/compile", "{}")[0], 501)

    def test_a_kernel_is_compiled(self) -> None:
        said = self.post("compile", text=KERNEL)
        self.assertEqual(said["errors"], [])
        self.assertEqual(list(said["kernels"]), ["copy<2>"])
        self.assertIn(f".entry {said['kernels']['copy<2>']}(", said["ptx"])
        self.assertRegex(said["ptx"], r'\.file\s+\d+ "edited\.cu"')
        compiler = json.loads((BUILD / "code/experiments/compiler.json").read_text())
        self.assertEqual("machine" in said, compiler["nvdisasm"] != "")
        for made in said.get("machine", {"kernels": {}})["kernels"].values():
            self.assertEqual({line for line, text in made["code"] if text.startswith(("LDG", "STG"))}, {3})

    def test_errors_have_their_lines(self) -> None:
        self.assertEqual(
            self.post("compile", text=KERNEL.replace("y[", "z["))["errors"], [{"line": 3, "words": 'identifier "z" is undefined'}]
        )
        (missing,) = self.post("compile", text='\n#include "none.h"\n')["errors"]
        self.assertEqual(missing["line"], 2)
        self.assertIn("none.h", missing["words"])

    def test_a_compiler_without_end_is_stopped(self) -> None:
        endless = "template <int n> struct S { static const int v = S<n - 1>::v + S<n - 2>::v; };\n"
        with mock.patch.object(workshop, "COMPILING", bounded.Bounds(0.05)):
            said = self.post("compile", text=endless)
        self.assertEqual((said["status"], said["error"]), (422, "nvcc was stopped after 0.05 s"))

    def test_the_last_text_that_is_sent_counts(self) -> None:
        name = "first-program/reverse"
        endless = "void reverse(const float*, float*, int n) { for (volatile int i = 0;; i = n) {} }"
        said: list[dict[str, Any]] = []
        first = threading.Thread(target=lambda: said.append(self.post("judge", name=name, text=endless)))
        first.start()
        time.sleep(1)
        self.assertEqual(self.post("compile", text="")["errors"], [])
        first.join(20)
        self.assertEqual(said, [{"status": 409, "error": "stopped, for other code was sent"}])

    def test_while_the_book_is_built_nothing_is_judged(self) -> None:
        with mock.patch.object(workshop, "PATIENCE", 0.1), self.book.building:
            said = self.post("judge", name="first-program/reverse", text="")
            self.assertEqual(said, {"status": 503, "error": "the book is being built: try again when that is done"})
            self.assertIn("text", self.post("task", name="first-program/reverse"))

    def test_a_fault_of_the_server_is_told(self) -> None:
        with mock.patch.object(workshop.Workshop, "_task", side_effect=OSError("no room")), contextlib.redirect_stderr(
            io.StringIO()
        ) as said:
            self.assertEqual(self.post("task", name="x")["status"], 500)
        self.assertIn("no room", said.getvalue())

    def test_text_that_nvcc_blows_up_is_bounded(self) -> None:
        lines = "".join(f"#define A{i + 1} A{i} A{i}\n" for i in range(16)) + '#define A0 asm volatile("\\n");\n'
        began = time.monotonic()
        said = self.post("compile", text=lines + "__global__ void k() { A16 }\n")
        self.assertLess(time.monotonic() - began, 60)
        self.assertEqual(said.get("errors", []), [])

    def test_an_exercise_is_begun_and_judged(self) -> None:
        exercise = find("first-program/reverse")
        name, right = str(exercise), exercise.tangled(BUILD, "solution").read_text()
        self.assertIn("void reverse(", self.post("task", name=name)["text"])
        self.assertEqual(self.post("judge", name=name, text=right)["accepted"], True)
        path, hints = next(iter(exercise.wrong().items()))
        wrong = self.post("judge", name=name, text=path.read_text())
        self.assertFalse(wrong["accepted"])
        for words in ["rejected: ", *hints]:
            self.assertIn(words, wrong["verdict"])
        unknown = self.post("judge", name=name, text="\n\n\nint y = z;\n")
        self.assertEqual(unknown["errors"], [{"line": 4, "words": 'identifier "z" is undefined'}])
        self.assertNotIn("/workshop-", unknown["rest"])
        self.assertEqual(unknown["verdict"], "rejected: it does not compile")
        self.assertIn("no exercise 'none'", self.post("task", name="none")["error"])
        self.assertIn("no exercise '../x'", self.post("judge", name="../x", text="")["error"])


if __name__ == "__main__":
    unittest.main()
