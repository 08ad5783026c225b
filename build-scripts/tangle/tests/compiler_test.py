"""Tests that compilers, assert and debug information name the chapter and its Markdown line.

The environment variable TANGLE names the program; CXX the compiler, g++ by default. Tests of nvcc
are skipped where there is none.
"""

import os
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

TANGLE = os.path.abspath(os.environ["TANGLE"])
CXX = shlex.split(os.environ.get("CXX", "g++"))
NVCC = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc") or ""

# Every line with a mark is reported in its turn: the mark becomes an error.
BOOK = """# A chapter

```{.cpp file=a.EXTENSION}
#include <cassert>
/*1*/
<<types>>

#define TWICE(x) \\
  <<twice>>
/*2*/

int work(int x) {
  /*3*/
  <<start>>
  /*4*/
    <<finish>>
  /*5*/
  return x;
}
```

Some prose.

- A list.

  ```{.cpp #start}
  x += 1;

  /*6*/
  if (x > 1) {
    <<inner>>
    /*7*/
  }
  ```

> ~~~ {.cpp #inner}
> /*8*/
> x = TWICE(x);
> ~~~

   ```{.cpp #finish}
     x += 2; /*9*/
   ```

```{.cpp #finish}

/*10*/
```

```{.cpp #twice}
((x) + \\
 (x))
```

```{.cpp #types}
/*11*/
template <typename T>
T half(T x) {
  return x / 2; /*12*/
}
```

```{.cpp file=a.EXTENSION}
int main() {
  <<last>>
  return work(half(2));
}
```

```{.cpp #last}
/*13*/
assert(half(4) == LAST);
```
"""

MARKS = 13


class CompilerTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tangle-"))
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "chapters").mkdir()

    def tangle(self, text: str) -> None:
        (self.folder / "chapters/a.md").write_text(text)
        subprocess.run([TANGLE, "--output", "out", "--root", ".", "chapters/a.md"], cwd=self.folder, check=True)

    def compile(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)

    def check_marks(self, extension: str, command: list[str], pattern: str, marks: list[int] | range) -> None:
        book = BOOK.replace("EXTENSION", extension).replace("LAST", "2")
        self.tangle(book)
        result = self.compile(command)
        self.assertEqual(result.returncode, 0, result.stdout)
        for mark in marks:
            text = book.replace(f"/*{mark}*/", "static_assert(false);")
            line = 1 + text[: text.index("static_assert")].count("\n")
            self.tangle(text)
            found = re.findall(pattern, self.compile(command).stdout, re.MULTILINE)
            with self.subTest(mark=mark):
                self.assertIn(("chapters/a.md", str(line)), found)
                self.assertEqual(len(set(found)), 1, found)


class Cpp(CompilerTest):
    def test_errors(self) -> None:
        self.check_marks(
            "cpp", [*CXX, "-std=c++20", "-fsyntax-only", "out/a.cpp"], r"^([^:\s]+):(\d+):\d+: error:", range(1, MARKS + 1)
        )

    def test_assert(self) -> None:
        book = BOOK.replace("EXTENSION", "cpp").replace("LAST", "3")
        self.tangle(book)
        self.assertEqual(self.compile([*CXX, "-std=c++20", "out/a.cpp", "-o", "a"]).stdout, "")
        line = 1 + book[: book.index("assert(half")].count("\n")
        self.assertIn(f"chapters/a.md:{line}:", self.compile(["./a"]).stdout)

    def test_export_compiles(self) -> None:
        self.tangle(BOOK.replace("EXTENSION", "cpp").replace("LAST", "2"))
        subprocess.run([TANGLE, "--output", "export", "--no-line", "chapters/a.md"], cwd=self.folder, check=True)
        self.assertNotIn("#line", (self.folder / "export/a.cpp").read_text())
        self.assertEqual(self.compile([*CXX, "-std=c++20", "-fsyntax-only", "export/a.cpp"]).stdout, "")


@unittest.skipUnless(NVCC, "no nvcc")
class Cuda(CompilerTest):
    def test_errors(self) -> None:
        self.check_marks(
            "cu", [NVCC, "-std=c++20", "--ptx", "out/a.cu", "-o", "a.ptx"], r"^([^(\s]+)\((\d+)\): error", [5, 8, 12]
        )

    def test_debug_information(self) -> None:
        book = """
```{.cpp file=a.cu}
__global__ void kernel(int* x) {
  <<store>>
}
```

Prose.

```{.cpp #store}
int y = threadIdx.x;
x[y] = clock();
```
"""
        self.tangle(book)
        self.assertEqual(self.compile([NVCC, "-std=c++20", "-lineinfo", "--ptx", "out/a.cu", "-o", "a.ptx"]).stdout, "")
        ptx = (self.folder / "a.ptx").read_text()
        files = dict(re.findall(r'^\s*\.file\s+(\d+)\s+"([^"]*)"', ptx, re.MULTILINE))
        lines = {
            int(line) for number, line in re.findall(r"\.loc\s+(\d+)\s+(\d+)", ptx) if files[number].endswith("chapters/a.md")
        }
        self.assertTrue({11, 12} <= lines, lines)
        self.assertTrue(lines <= {3, 11, 12, 5}, lines)


if __name__ == "__main__":
    unittest.main()
