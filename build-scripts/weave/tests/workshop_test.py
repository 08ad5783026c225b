"""Tests of what readers of a served page have compiled and judged, over HTTP.

Usage: workshop_test.py BUILD
"""

import http.client
import json
import sys
import threading
import unittest
from pathlib import Path
from unittest import mock

from book import bounded
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
        )
        self.assertEqual(workshop.errors(said, "edited.cu"), [
            {"line": 3, "words": 'identifier "z" is undefined'}, {"line": 7, "words": "none.h: No such file or directory"},
            {"line": 9, "words": "something"}, {"line": 0, "words": "stdio.h, line 5: no"},
        ])  # fmt: skip


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

    def post(self, what: str, **said: object) -> dict:
        status, text = self.ask("POST", f"/{what}", json.dumps(said))
        return json.loads(text) | ({} if status == 200 else {"status": status})

    def refused(self, status: int, words: str, body: str | None = '{"text": ""}', path: str = "/compile", **headers: str | None) -> None:
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
        self.assertIn(self.book.workshop.token, self.ask("GET", "/index.html")[1])
        self.assertIn(self.book.workshop.token, self.ask("GET", "/", Host=f"localhost:{self.server.server_port}")[1])
        self.assertNotIn(self.book.workshop.token, (BUILD / "chapters/index.html").read_text())

    def test_what_is_no_request_is_refused(self) -> None:
        self.refused(411, "of no length", None)
        self.refused(411, "of no length", "", Content_Length="-1")
        self.refused(413, "letters", "", Content_Length=str(10**9))
        self.refused(413, "letters", json.dumps({"text": "x" * (workshop.LONGEST + 1)}))
        for body in ("", "{", "[]", '{"text": 3}', '{"text": null}'):
            self.refused(400, "not an object of strings", body)
        self.refused(400, "no 'text'", "{}")
        self.refused(404, "nothing is called 'else'", path="/else")
        self.assertEqual(self.ask("PUT", "/compile", "{}")[0], 501)

    def test_a_kernel_is_compiled(self) -> None:
        said = self.post("compile", text=KERNEL)
        self.assertEqual(said["errors"], [])
        self.assertEqual(list(said["kernels"]), ["copy<2>"])
        self.assertIn(f".entry {said['kernels']['copy<2>']}(", said["ptx"])
        self.assertRegex(said["ptx"], r'\.file\s+\d+ "edited\.cu"')

    def test_errors_have_their_lines(self) -> None:
        self.assertEqual(self.post("compile", text=KERNEL.replace("y[", "z["))["errors"], [{"line": 3, "words": 'identifier "z" is undefined'}])
        (missing,) = self.post("compile", text='\n#include "none.h"\n')["errors"]
        self.assertEqual(missing["line"], 2)
        self.assertIn("none.h", missing["words"])

    def test_a_compiler_without_end_is_stopped(self) -> None:
        endless = "template <int n> struct S { static const int v = S<n - 1>::v + S<n - 2>::v; };\n"
        with mock.patch.object(workshop, "COMPILING", bounded.Bounds(0.05)):
            said = self.post("compile", text=endless)
        self.assertEqual((said["status"], said["error"]), (422, "nvcc was stopped after 0.05 s"))

    def test_one_thing_at_a_time(self) -> None:
        with mock.patch.object(workshop, "PATIENCE", 0.1), self.book.workshop._turn:
            self.assertEqual(self.post("compile", text="")["status"], 503)
        self.assertEqual(self.post("compile", text="")["errors"], [])

    def test_an_exercise_is_begun_and_judged(self) -> None:
        exercise = find("first-program/reverse")
        name, right = str(exercise), exercise.tangled(BUILD, "solution").read_text()
        self.assertIn("void reverse(", self.post("task", name=name)["text"])
        self.assertEqual(self.post("judge", name=name, text=right)["accepted"], True)
        path, hints = next(iter(exercise.wrong().items()))
        wrong = self.post("judge", name=name, text=path.read_text())
        self.assertEqual((wrong["accepted"], wrong["errors"]), (False, []))
        for words in ["rejected: ", *hints]:
            self.assertIn(words, wrong["text"])
        unknown = self.post("judge", name=name, text="\n\n\nint y = z;\n")
        self.assertEqual(unknown["errors"], [{"line": 4, "words": 'identifier "z" is undefined'}])
        self.assertNotIn("/workshop-", unknown["text"])
        self.assertIn("no exercise 'none'", self.post("task", name="none")["error"])
        self.assertIn("no exercise '../x'", self.post("judge", name="../x", text="")["error"])


if __name__ == "__main__":
    unittest.main()
