"""Tests what the book's fonts are cut down to. Usage: embed_fonts_test.py"""

import base64
import contextlib
import io
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from weave import embed_fonts

INSTALLED = all(map(embed_fonts.find, embed_fonts.FACES)) and all(map(shutil.which, ("hb-subset", "woff2_compress")))


class EmbedFonts(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_with(self, *arguments: object) -> tuple[int, str, str]:
        out, complaint = io.StringIO(), io.StringIO()
        with (
            mock.patch.object(sys, "argv", ["embed_fonts", *map(str, arguments)]),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(complaint),
        ):
            try:
                code = embed_fonts.main()
            except SystemExit as end:
                code = int(str(end.code))
        return code, out.getvalue(), complaint.getvalue()

    @unittest.skipUnless(INSTALLED, "the book's fonts are not installed")
    def test_a_sheet_holds_each_font_by_another_name_and_with_its_licence(self) -> None:
        code, found, _ = self.run_with("--find")
        self.assertEqual(code, 0)
        sheet = self.folder / "fonts.css"
        self.assertEqual(self.run_with("--output", sheet, *found.split("\n")[:-1]), (0, "", ""))
        fonts = re.findall(r"data:font/woff2;base64,([^\"]+)", sheet.read_text())
        self.assertEqual(len(fonts), len(embed_fonts.FACES))
        self.assertLess(sum(len(base64.b64decode(each)) for each in fonts), embed_fonts.MOST_BYTES)
        for face, data in zip(embed_fonts.FACES, fonts):
            packed = self.folder / "font.woff2"
            packed.write_bytes(base64.b64decode(data))
            subprocess.run(["woff2_decompress", packed], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            font = packed.with_suffix(".ttf")
            names = subprocess.run(["fc-query", "--format", "%{family}%{fullname}", font], capture_output=True, text=True)
            self.assertNotIn(face.family, names.stdout)
            self.assertIn("SIL Open Font License".encode("utf-16-be"), font.read_bytes())
            held = subprocess.run(["fc-query", "--format", "%{charset}", font], capture_output=True, text=True).stdout
            has_plus = any(
                int(first, 16) <= ord("+") <= int(last or first, 16)
                for first, _, last in (each.partition("-") for each in held.split())
            )
            self.assertEqual(has_plus, not face.without, face)

    def test_a_font_that_is_not_installed_is_not_taken_for_another(self) -> None:
        self.assertIsNone(embed_fonts.find(embed_fonts.Face("Weft Text", "No Such Font", "400", 80)))
        with mock.patch.object(embed_fonts, "find", lambda face: None):
            self.assertEqual(self.run_with("--find")[0], 1)

    def test_what_cannot_be_made_leaves_no_sheet(self) -> None:
        sheet = self.folder / "fonts.css"
        broken = self.folder / "broken.ttf"
        broken.write_text("no font")
        files = [broken] * len(embed_fonts.FACES)
        self.assertEqual(self.run_with("--output", sheet, broken)[0], 2)
        code, _, complaint = self.run_with("--output", sheet, *files)
        self.assertEqual(code, 1)
        self.assertRegex(complaint, r"^embed_fonts: ")
        with mock.patch.object(embed_fonts, "pack", lambda face, file, folder: b"x" * (embed_fonts.MOST_BYTES // 9 + 1)):
            code, _, complaint = self.run_with("--output", sheet, *files)
        self.assertEqual(code, 1)
        self.assertIn("more than 200000", complaint)
        self.assertFalse(sheet.exists())


if __name__ == "__main__":
    unittest.main()
