"""set-up itself, with tools that only seem to install, to fetch and to build, and that take their time.

Usage: set_up_test.py [SEED]
"""

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SEED = int(sys.argv[1]) if len(sys.argv) > 1 else random.randrange(10**6)
PARTS = 8  # of what is fetched or built
BORROWED = "awk bash cat cp df dirname flock grep head ln mkdir mktemp mv rm sed sort stat tail tee touch true".split()

# What is fetched works from its first part on, so that only its place tells whether it is whole.
FAKES = {
    "apt-get": """\
[[ $* == *install* ]] || exit 0
for package; do
  case $package in
    *fc-match* | -* | install | DPkg*) ;;
    meson | qpdf) [[ ! -e $FAKES/no-$package ]] || { echo "no candidate: $package" >&2; exit 100; }
      [[ $* == *--simulate* ]] || cp "$FAKES/spare-$package" "$FAKES/$package" ;;
  esac
done""",
    "chromium-headless-shell": "",
    "dpkg": "",
    "fc-match": 'echo "${!#}"',
    "inotifywait": "",
    "python3": """\
case "$1 $2" in
  "-m venv") mkdir -p "$3/bin" && write "$3" && cp "$FAKES/spare-venv-python" "$3/bin/python3" ;;
esac""",
    "spare-venv-python": """\
here=${BASH_SOURCE[0]%/bin/*}
case "$1 $2" in
  "-m pip")
    echo "$*" >>"$FAKES/pip.log"
    [[ ! -e $FAKES/no-network || $* != *$(<"$FAKES/no-network")* ]] ||
      { echo "ERROR: No matching distribution found" >&2; exit 1; }
    [[ $* == *--target* ]] || { write "$here/lib"; exit; }
    target=$*
    target=${target#*--target }
    target=${target%% *}/nvidia/cu13
    if [[ $* == *nccl* ]]; then
      write "${target%cu13}nccl/lib"
      exit
    fi
    if [[ $* == *cccl==13.3* ]]; then
      write "$target/include/cccl"
      exit
    fi
    if [[ $* == *nvdisasm* ]]; then
      mkdir -p "$target/bin" && cp "$FAKES/spare-nvdisasm" "$target/bin/nvdisasm" && write "$target"
      exit
    fi
    mkdir -p "$target/bin" "$target/include" && touch "$target/include/there.h" "$target/include/more.h" &&
      cp "$FAKES/spare-nvcc" "$target/bin/nvcc" && write "$target" ;;
esac""",
    "spare-nvdisasm": "",
    "spare-nvcc": """\
[[ $1 != --version ]] || { echo "release 13.0, V13.0.88"; exit; }
for source in "$@"; do [[ $source != *.cu ]] || break; done
while read -r header; do
  [[ -e ${BASH_SOURCE[0]%/bin/*}/include/$header ]] || { echo "error: <$header> is missing"; exit 1; }
done < <(sed -n 's/^#error <\\(.*\\)> is missing/\\1/p' "$source")""",
    # Fails where Meson fails: over a folder that it was killed in.
    "spare-meson": """\
[[ $1 != --version ]] || { echo 1.0.1; exit; }
echo "$*" >>"$FAKES/meson.log"
[[ ! -e $FAKES/meson-fails ]] || { echo "meson.build:1:0: ERROR"; exit 1; }
echo "The Meson build system"
if [[ $2 == --reconfigure ]]; then
  [[ -e build/meson-private/coredata.dat && -s build/meson-private/cmd_line.txt ]] || { echo "KeyError"; exit 1; }
elif [[ -e build/meson-private/coredata.dat ]]; then
  echo "Directory already configured."
  exit
fi
mkdir -p build/meson-private build/meson-info
for file in meson-private/coredata.dat build.ninja meson-private/cmd_line.txt meson-info/meson-info.json; do
  pause
  cat build-cuda/native.ini >"build/$file" || exit 1
  [[ ! -e $FAKES/killed-after || $(<"$FAKES/killed-after") != "$file" ]] || kill -KILL 0
done""",
    "ninja": """\
[[ $1 != --version ]] || { echo 1.11.1; exit; }
[[ ! -e $FAKES/ninja-fails ]] || { echo "FAILED: a chapter"; exit 1; }
case $* in
  *"-t query"*) [[ -e $FAKES/no-pages ]] || printf 'first-page:\n  input: phony\n    | chapters/book.css\n    | chapters/first.html\n'; exit ;;
  *first-page) mkdir -p build/chapters && touch build/chapters/first.html; exit ;;
esac
[[ $* == *to-read ]] || exit 1
nvcc=$(sed -n "s/^cuda = '\\(.*\\)'$/\\1/p" build/build.ninja) && [[ -x $nvcc ]] && mkdir -p build/chapters &&
  write build && echo "the book" >build/chapters/index.html""",
}
BEGINNING = f"""\
#!{shutil.which("bash")}
pause() {{ read -rt 0.005 <>"$FAKES/nothing"; }}
write() {{ # write FOLDER: part by part
  local part
  mkdir -p "$1" || exit 1
  for ((part = 1; part <= {PARTS}; ++part)); do
    pause
    printf '%16000s' '' >"$1/part-$part" || exit 1
  done
}}
"""


class SetUpTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="set-up-")))
        self.book = self.folder / "book"
        self.fakes = self.folder / "bin"
        (self.book / "build-scripts").mkdir(parents=True)
        shutil.copy2(ROOT / "build-scripts" / "set-up", self.book / "build-scripts")
        (self.book / "code" / "harness").mkdir(parents=True)
        (self.book / "code" / "harness" / "harness.cpp").write_text(
            "#include <there.h>\n#if VERSION >= 2\n#include <newer.h>\n#endif\n#include <more.h>\n"
        )
        (self.book / "chapters").mkdir()
        (self.book / "chapters" / "first.md").write_text("It includes\n\n#include <there.h>\n")
        self.fakes.mkdir()
        os.mkfifo(self.fakes / "nothing")
        for name in BORROWED:
            (self.fakes / name).symlink_to(shutil.which(name) or name)
        for name, text in FAKES.items():
            self.fake(name, text)
        for name in ("g++", "em++", "gnuplot", "hb-subset", "hunspell", "java", "epubcheck", "pdfinfo", "woff2_compress"):
            self.fake(name, "")
        self.fake("pandoc", "echo pandoc 3.0")
        self.fake("ctags", "echo Universal Ctags")
        self.fake("spare-qpdf", "")
        for name in ("meson", "qpdf"):
            shutil.copy2(self.fakes / f"spare-{name}", self.fakes / name)

    def fake(self, name: str, text: str) -> None:
        path = self.fakes / name
        path.write_text(BEGINNING + text + "\n")
        path.chmod(0o755)

    def environment(self) -> dict[str, str]:
        return {"PATH": str(self.fakes), "FAKES": str(self.fakes), "HOME": str(self.folder)}

    def note(self, name: str, text: str = "") -> None:
        (self.fakes / name).write_text(text)

    def start(self, *options: str, **settings: Any) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [self.book / "build-scripts" / "set-up", "--wheels", *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=self.environment(),
            start_new_session=True,
            **settings,
        )

    def run_set_up(self, *options: str, status: int = 0) -> str:
        """Runs it to its end; returns what it said."""
        process = self.start(*options)
        said, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, status, said)
        return str(said)

    def parts(self, folder: str) -> int | None:
        return len(list((self.book / folder).glob("part-*"))) if (self.book / folder).exists() else None

    def assert_nothing_half(self) -> None:
        """What stands in its place is whole."""
        self.assertIn(self.parts("build-cuda/toolkit/nvidia/cu13"), (None, PARTS))
        self.assertIn(self.parts("build-cuda/disassembler/nvidia/cu13"), (None, PARTS))
        if (self.book / "build-browser").exists():
            self.assertEqual((self.parts("build-browser"), self.parts("build-browser/lib")), (PARTS, PARTS))

    def assert_whole(self) -> None:
        self.assertEqual(self.parts("build-cuda/toolkit/nvidia/cu13"), PARTS)
        self.assertEqual(self.parts("build-cuda/disassembler/nvidia/cu13"), PARTS)
        self.assertRegex(
            (self.book / "build-cuda/native.ini").read_text(), r"nvdisasm = '.*/disassembler/nvidia/cu13/bin/nvdisasm'"
        )
        self.assertEqual(self.parts("build-browser/lib"), PARTS)
        self.assertEqual(self.parts("build"), PARTS)
        self.assertEqual((self.book / "build/chapters/index.html").read_text(), "the book\n")
        self.assertFalse((self.book / "build-unfinished").exists())

    def test_from_nothing_and_again(self) -> None:
        said = self.run_set_up()
        self.assert_whole()
        self.assertTrue(said.endswith(f"\nset-up: the book:\n{self.book}/build/chapters/index.html\n"), said)
        self.assertNotIn("Meson", said)
        first = f"\nset-up: the first chapter, to read while the others are built:\n{self.book}/build/chapters/first.html\n"
        self.assertIn(first, said)
        fetched = self.pip_log()
        again = self.run_set_up()
        self.assertEqual(self.pip_log(), fetched)
        # Of the system's own folders, what is in them here.
        if "missing" not in again:
            self.assertRegex(again, r"\Aset-up: nvcc: .*\nset-up: building: .*\nset-up: the book:\n.*\n\Z")

    def test_without_pages_there_is_no_first_one(self) -> None:
        self.note("no-pages")
        self.assertNotIn("the first chapter", self.run_set_up())
        self.assert_whole()

    def pip_log(self) -> list[str]:
        return (self.fakes / "pip.log").read_text().splitlines()

    def test_only_install_stops_before_the_build(self) -> None:
        self.run_set_up("--only-install")
        self.assertFalse((self.book / "build").exists())
        self.assertEqual(self.parts("build-cuda/toolkit/nvidia/cu13"), PARTS)
        self.assertIn(
            f"cuda = '{self.book}/build-cuda/toolkit/nvidia/cu13/bin/nvcc'", (self.book / "build-cuda/native.ini").read_text()
        )

    def test_an_unknown_option_is_refused(self) -> None:
        self.assertIn("no such option: --wheel", self.run_set_up("--wheel", status=2))
        self.assertFalse((self.book / "build-cuda").exists())

    def test_a_toolkit_that_lacks_a_header_is_fetched_anew(self) -> None:
        self.run_set_up()
        header = self.book / "build-cuda/toolkit/nvidia/cu13/include/more.h"
        header.unlink()
        self.assertIn("<more.h> is missing", self.run_set_up())
        self.assertTrue(header.exists())
        self.assert_whole()

    def test_another_nvcc_has_meson_begin_anew(self) -> None:
        (self.book / "build-cuda").mkdir()
        (self.book / "build-cuda/native.ini").write_text("[binaries]\ncuda = '/nowhere/nvcc'\n")
        subprocess.run(
            [self.fakes / "meson", "setup", "build"], cwd=self.book, check=True, env=self.environment(), capture_output=True
        )
        self.run_set_up()
        self.assert_whole()

    def test_other_versions_for_the_browser_are_fetched(self) -> None:
        self.run_set_up()
        (self.book / "build-browser/holds").write_text("playwright==0.1\n")
        self.assertIn("fetching the Python packages", self.run_set_up())
        self.assert_whole()

    def test_nccl_is_fetched_once_where_it_is_asked_for(self) -> None:
        self.run_set_up()
        self.assertNotIn("nccl", "".join(self.pip_log()))
        self.assertIn("fetching the Python package nvidia-nccl", self.run_set_up("--nccl"))
        self.assertEqual(self.parts("build-cuda/nccl/nvidia/nccl/lib"), PARTS)
        fetched = self.pip_log()
        self.run_set_up("--nccl")
        self.assertEqual(self.pip_log(), fetched)
        self.assert_whole()

    def test_nccl_is_fetched_where_there_are_several_gpus(self) -> None:
        self.fake("nvidia-smi", "echo 'GPU 0: one'; [[ ! -e $FAKES/two ]] || echo 'GPU 1: another'")
        self.run_set_up()
        self.assertNotIn("nccl", "".join(self.pip_log()))
        self.note("two")
        self.note("no-network", "nccl")
        self.assertRegex(self.run_set_up(), "could not get: nvidia-nccl.* \\(its times beside ours\\)")
        (self.fakes / "no-network").unlink()
        self.run_set_up()
        self.assertEqual(self.parts("build-cuda/nccl/nvidia/nccl/lib"), PARTS)
        self.assert_whole()

    def test_newer_cubs_are_fetched_where_they_are_asked_for_and_used_from_then_on(self) -> None:
        self.run_set_up()
        self.assertNotIn("-Dcccl", (self.fakes / "meson.log").read_text())
        for options in (("--cccl",), ()):
            self.run_set_up(*options)
            folders = sorted((self.book / "build-cuda").glob("cccl-*/nvidia/cu13/include/cccl"))
            self.assertEqual([self.parts(str(each)) for each in folders], [PARTS, PARTS])
            configured = (self.fakes / "meson.log").read_text().splitlines()[-1]
            self.assertEqual(configured, f"setup --reconfigure build -Dcccl={','.join(map(str, folders))}")
        self.assert_whole()

    def test_what_is_missing_is_installed(self) -> None:
        for name in ("meson", "qpdf"):
            (self.fakes / name).unlink()
        said = self.run_set_up()
        self.assertRegex(said, "installing: apt-get .* meson qpdf")
        self.assert_whole()

    def test_what_cannot_be_installed_is_told_and_the_rest_is_installed(self) -> None:
        for name in ("meson", "qpdf"):
            (self.fakes / name).unlink()
        self.note("no-qpdf")
        said = self.run_set_up()
        self.assertIn("could not get: qpdf (a PDF that is a quarter as large)", said)
        self.assertIn("run set-up again", said)
        self.assert_whole()

    def test_without_what_the_build_needs_it_stops(self) -> None:
        (self.fakes / "meson").unlink()
        self.note("no-meson")
        said = self.run_set_up(status=1)
        self.assertIn("could not get: meson (the build)", said)
        self.assertTrue(said.endswith("cannot be built without meson: install it, then run set-up again\n"), said)

    def test_without_network_it_says_what_to_do(self) -> None:
        self.note("no-network", "nvidia")
        said = self.run_set_up(status=1)
        self.assertIn("could not get: nvcc", said)
        self.assertIn("run set-up again where there is a network, or install the CUDA Toolkit", said)
        self.note("no-network", "nvdisasm")
        self.assertRegex(self.run_set_up(), r"could not get: nvidia-cuda-nvdisasm==\S+ \(machine code in the pages\)")
        self.assertNotIn("nvdisasm", (self.book / "build-cuda/native.ini").read_text())
        shutil.rmtree(self.book / "build-browser")
        self.note("no-network", "playwright")
        said = self.run_set_up()
        self.assertIn("(the tests of the pages)", said)
        self.assertIn("run set-up again", said)
        self.assertFalse((self.book / "build-browser").exists())
        (self.fakes / "no-network").unlink()
        self.run_set_up()
        self.assert_whole()

    def test_a_build_that_fails_is_shown_and_counts(self) -> None:
        for name, words in (("meson-fails", "meson.build:1:0: ERROR"), ("ninja-fails", "FAILED: a chapter")):
            with self.subTest(name):
                self.note(name)
                said = self.run_set_up(status=1)
                self.assertIn(words, said)
                self.assertNotIn("the book:", said)
                (self.fakes / name).unlink()
        self.run_set_up()
        self.assert_whole()

    def test_killed_at_any_moment_and_run_again(self) -> None:
        start = time.monotonic()
        self.run_set_up()
        whole = time.monotonic() - start
        moments = random.Random(SEED)
        for trial in range(20):
            moment, group, afresh = moments.uniform(0, whole), moments.random() < 0.5, moments.random() < 0.7
            with self.subTest(f"seed {SEED}, trial {trial}", moment=moment, group=group, afresh=afresh):
                if afresh:
                    for made in self.book.glob("build*"):
                        if made.name != "build-scripts":
                            shutil.rmtree(made)
                else:
                    (self.book / "build-cuda/toolkit/nvidia/cu13/include/more.h").unlink()
                    (self.book / "build-cuda/native.ini").write_text("")
                    shutil.rmtree(self.book / "build-browser")
                process = self.start()
                time.sleep(moment)
                (os.killpg if group else os.kill)(process.pid, signal.SIGKILL)
                process.communicate()
                self.assert_nothing_half()
                self.run_set_up()
                self.assert_whole()

    def test_killed_in_the_midst_of_meson_and_run_again(self) -> None:
        for last in ("meson-private/coredata.dat", "build.ninja", "meson-private/cmd_line.txt"):
            with self.subTest(last):
                shutil.rmtree(self.book / "build", ignore_errors=True)
                self.note("killed-after", last)
                self.run_set_up(status=-signal.SIGKILL)
                (self.fakes / "killed-after").unlink()
                self.run_set_up()
                self.assert_whole()

    def test_two_at_the_same_time_are_one_after_the_other(self) -> None:
        processes = [self.start(), self.start()]
        said = [process.communicate(timeout=60)[0] for process in processes]
        self.assertEqual([process.returncode for process in processes], [0, 0], said)
        self.assertEqual(sum("another set-up is at work in this folder" in each for each in said), 1, said)
        self.assert_whole()
        self.assertEqual(sum("--target" in line for line in self.pip_log()), 2)

    def test_a_full_disk_is_told_and_nothing_half_is_left(self) -> None:
        space = ["unshare", "--map-root-user", "--mount"]
        if subprocess.run([*space, "mount", "-t", "tmpfs", "none", self.book], capture_output=True).returncode:
            self.skipTest("no file system may be mounted here")
        filled = 0
        for kilobytes in range(100, 941, 140):
            with self.subTest(kilobytes=kilobytes):
                script = f"""
                    cp -r {self.book} {self.folder}/template
                    mount -t tmpfs -o size={kilobytes}k none {self.book}
                    cp -r {self.folder}/template/. {self.book}
                    export PATH={self.fakes}:$PATH FAKES={self.fakes}
                    {self.book}/build-scripts/set-up --wheels
                    echo "ended: $?"
                    find {self.book}
                    mount -o remount,size=16m {self.book}
                    {self.book}/build-scripts/set-up --wheels >{self.folder}/again 2>&1 || cat {self.folder}/again
                    cp -r {self.book} {self.folder}/made"""
                said = subprocess.run(
                    [*space, "bash", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
                ).stdout
                status = int(re.findall(r"(?m)^ended: (\d+)", said)[0])
                if "No space left" in said:
                    filled += 1
                    self.assertRegex(said, r"/book has \d MB free, .*: make room")
                    self.assertIn("run set-up again", said)
                self.assertEqual(status == 0, f"{self.book}/build/chapters/index.html" in said, said)
                for place in ("build-cuda/toolkit/nvidia/cu13", "build-cuda/disassembler/nvidia/cu13", "build-browser/lib"):
                    self.assertIn(said.count(f"{self.book}/{place}/part-"), (0, PARTS), said)
                shutil.rmtree(self.folder / "template")
                empty, self.book = self.book, self.folder / "made"
                self.assert_whole()
                self.book = empty
                shutil.rmtree(self.folder / "made")
        self.assertGreater(filled, 3)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
