"""Tests that code which is highlighted line by line looks as Pandoc highlights it whole."""

import random
import re
import subprocess
import unittest

from weave.tests import fixture
from weave.tests.fixture import weave

LINES = r"""
__global__ void scale(float* x, float factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] *= 1.5e-3f; // a word, "a text" and /* no comment */
}
/* a comment
that ends */ int after = 0b101 + 0xff'ffu + .5f;
/* at once */ return;
#define LONG(x) \
  foo(x) + \
#include <vector> // for "vector"
auto raw = R"(a text
) of lines)" + R"--(x)--";
"a text that \"goes on\" \
// a comment that goes on \
kernel<<<1, 2>>>(x); cudaMalloc (&x); t<u<v<int>>>(3) << 'a' + L'\n' + u8"é" + R"";
cudaMemcpyHostToDevice; CUDA_CHECK(cudaFree(x)); cudaFoo<int>(1); cpp cuda cudax(); [[nodiscard]] a[0];
  <<a-chunk>>
Rx("a") L uint u8x U"wide" 'ab' 1'000'000 1x x1.y 0x1p-3 @ $ é_1 _é(3) aé(4)

const char c = '\'' + '"';
""".split(
    "\n"
)
# Pandoc has the indentation within a comment, or a text, in the comment's element.
INDENTED = re.compile("^(<[^>]+>)( +)")


def pandoc_alone(blocks: list[str]) -> list[list[str]]:
    """The lines of each block as Pandoc highlights it, without the addresses that it gives them and the elements of operators."""
    run = subprocess.run(
        [fixture.PANDOC, "-t", "html", "--syntax-definition", fixture.FILTER / "cuda.xml"],
        input="".join(f"``` cuda\n{block}\n```\n\n" for block in blocks),
        capture_output=True,
        text=True,
        check=True,
    )
    return [
        [
            re.sub(r'<span class="op">(.*?)</span>', r"\1", re.sub(r'^<a href="#cb[\d-]+"[^>]*></a>', "", line))
            for line in re.findall(r'(?m)^<span id="cb[\d-]+">(.*)</span>$', code)
        ]
        for code in re.findall(r"(?s)<code[^>]*>(.*?)</code>", run.stdout)
    ]


def without_rest(line: str) -> str:
    """A line without the element that holds what stands behind its indentation."""
    return re.sub(r'^( +)<span class="rest">(.*)</span>$', r"\1\2", line)


class Highlight(unittest.TestCase):
    def test_blocks_look_as_pandoc_alone_has_them(self) -> None:
        seed = random.randrange(1 << 32)
        source = random.Random(seed)
        ends = [line for line in LINES if line]
        blocks = ends + ["\n".join([*source.choices(LINES, k=source.randint(1, 9)), source.choice(ends)]) for _ in range(150)]
        woven = weave("# One\n\n" + "".join(f"``` cuda\n{block}\n```\n\n" for block in blocks))
        self.assertEqual(woven.errors, "", f"seed {seed}")
        found = [
            [without_rest(line) for line in re.findall(r'(?s)<span(?: class="i\d+")?>(.*?)\n</span>', code)]
            for code in re.findall(r"(?s)<pre [^>]*><code>(.*?)</code>", woven.html)
        ]
        expected = pandoc_alone(blocks)
        self.assertEqual(len(found), len(blocks))
        for block, lines, wanted in zip(blocks, found, expected):
            self.assertEqual(lines, [INDENTED.sub(r"\2\1", line) for line in wanted], f"seed {seed}:\n{block}")

    def test_blank_lines_at_the_end_do_no_harm(self) -> None:
        woven = weave("# One\n\n" + "``` cuda\nf();\n\n\n\n```\n\n" + "``` cuda\n\n\n```\n")
        self.assertEqual((woven.status, woven.errors), (0, ""))

    def test_a_language_that_pandoc_does_not_know_is_plain(self) -> None:
        self.assertIn("<code><span>a &lt; b\n</span></code>", weave("# One\n\n``` unheard\na < b\n```\n").html)


if __name__ == "__main__":
    unittest.main()
