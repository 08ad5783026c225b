#!/usr/bin/env python3
"""Runs set-up in a clean Debian 12: from nothing, without each package once, cut off, without network or room.

Usage, as root, for an hour: .ci/test_packages.py [UNITTEST OPTION…]

The root is made by debootstrap once; each test stands on a layer over it. apt and pip fetch as they do here.
"""

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BOOK = Path(__file__).resolve().parents[1]
RELEASE = "bookworm"
NEEDED = ("meson", "ninja-build", "g++", "python3")  # without these set-up stops
FETCHING = ("python3-venv", "ca-certificates")  # needed where something is to be fetched
SEED = int(os.environ.get("SEED", random.randrange(10**6)))


def output(*command: str) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


class Root:
    """A layer over other roots, at `path`; what is written there goes with it."""

    def __init__(self, folder: Path, *lower: Path) -> None:
        self.upper, self.path, work = (folder / name for name in ("upper", "root", "work"))
        for each in (self.upper, self.path, work):
            each.mkdir(parents=True)
        layers = ":".join(map(str, lower))
        mount("-t", "overlay", "-o", f"lowerdir={layers},upperdir={self.upper},workdir={work}", "none", self.path)
        # Of devices, debootstrap has made what is needed, but for those that apt writes its log by.
        mount("-t", "proc", "none", self.path / "proc")
        mount("-t", "devpts", "-o", "newinstance,ptmxmode=666", "none", self.path / "dev/pts")

    def remove(self) -> None:
        subprocess.run(["umount", "--recursive", "--lazy", self.path], check=True)
        shutil.rmtree(self.upper.parent)

    def command(self, command: str, *before: str) -> list[str]:
        settings = [
            f"{name}={value}"
            for name, value in os.environ.items()
            if re.fullmatch(r"(?i)\w+_proxy|PIP_(INDEX_URL|DEFAULT_TIMEOUT|TRUSTED_HOST)", name)
        ]
        if "PIP_CERT" in os.environ:
            settings.append("PIP_CERT=/etc/pip-certificates.crt")
        path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        return [
            *before,
            "env",
            "-i",
            path,
            "HOME=/root",
            "LC_ALL=C.UTF-8",
            *settings,
            "chroot",
            str(self.path),
            "bash",
            "-c",
            command,
        ]

    def run(self, command: str, *before: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(command, *before), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )


def mount(*arguments: str | Path) -> None:
    subprocess.run(["mount", *arguments], check=True)


def make_root(path: Path) -> None:
    """A minimal Debian 12 that fetches packages from where this machine does, if it knows where."""
    targets = output(
        "apt-get", "indextargets", "--format", "$(REPO_URI) $(CODENAME) $(COMPONENT)", "Created-By: Packages", "Origin: Debian"
    )
    sources = [line for line in targets.splitlines() if line.split()[1].startswith(RELEASE)]
    mirrors = [line.split()[0] for line in sources if line.split()[1] == RELEASE]
    subprocess.run(["debootstrap", "--variant=minbase", RELEASE, path, *mirrors[:1]], check=True, stdout=subprocess.DEVNULL)
    if sources:
        (path / "etc/apt/sources.list").write_text("".join(f"deb {line}\n" for line in sources))
    (path / "etc/apt/apt.conf.d/90as-here").write_text(output("apt-config", "dump", "Acquire"))
    for name in ("/etc/resolv.conf", "/etc/hosts", "/etc/pip.conf"):
        if Path(name).exists():
            shutil.copy(name, path / name[1:])
    if "PIP_CERT" in os.environ:
        shutil.copy(os.environ["PIP_CERT"], path / "etc/pip-certificates.crt")
    (path / "book").mkdir()
    names = output("git", "-C", str(BOOK), "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in filter(None, names.split("\0")):
        if (BOOK / name).is_file():
            (path / "book" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(BOOK / name, path / "book" / name)


class PackagesTest(unittest.TestCase):
    folder: Path
    clean: Path
    full: Root
    purposes: dict[str, str]
    from_nothing: subprocess.CompletedProcess[str]

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory(prefix="packages-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.clean = cls.folder / "clean"
        make_root(cls.clean)
        cls.full = Root(cls.folder / "full", cls.clean)
        cls.addClassCleanup(cls.full.remove)
        cls.from_nothing = cls.full.run("/book/build-scripts/set-up --only-install")
        told = cls.full.run("/book/build-scripts/set-up --help").stdout
        cls.purposes = dict(re.findall(r"(?m)^  ([a-z0-9+-]+) +(.*)", told.split("Debian packages")[1]))

    def layer(self, *, full: bool = True) -> Root:
        root = Root(Path(tempfile.mkdtemp(dir=self.folder)), *([self.full.upper] if full else []), self.clean)
        self.addCleanup(root.remove)
        return root

    def set_up(self, root: Root, *before: str, status: int = 0) -> str:
        run = root.run("/book/build-scripts/set-up --only-install", *before)
        self.assertEqual(run.returncode, status, run.stdout)
        return run.stdout

    def assert_complete(self, said: str) -> None:
        self.assertNotIn("could not get", said)
        self.assertNotRegex(said, "(?m)^(E|W|ERROR|WARNING|dpkg):")

    def test_from_nothing(self) -> None:
        self.assertEqual(self.from_nothing.returncode, 0, self.from_nothing.stdout)
        self.assert_complete(self.from_nothing.stdout)
        self.assertGreater(len(self.purposes), 15)
        again = self.set_up(self.layer())
        self.assertRegex(again, r"\Aset-up: nvcc: .*\n\Z")

    def test_whole_book(self) -> None:
        """What a reader gets who has nothing but Debian: the book, and every test of it."""
        root = self.layer()
        said = self.run_in_book(root, "build-scripts/set-up")
        self.assert_complete(said)
        self.assertRegex(said, r"set-up: nvcc: /book/build-cuda/toolkit/.*\n")
        said = self.run_in_book(root, "meson test -C build --print-errorlogs")
        print(said[-1000:], file=sys.stderr)

    def run_in_book(self, root: Root, command: str) -> str:
        run = root.run(f"cd /book && {command}")
        self.assertEqual(run.returncode, 0, run.stdout)
        return run.stdout

    def test_each_package_comes_back_or_is_told_to_be_missing(self) -> None:
        for package, purpose in self.purposes.items():
            with self.subTest(package):
                root = self.layer()
                remove = f"apt-get purge --yes --auto-remove -o APT::AutoRemove::SuggestsImportant=false '{package}'"
                if package in FETCHING:
                    remove += " && rm -r /book/build-cuda /book/build-browser"
                self.assertEqual(root.run(remove).returncode, 0)
                said = self.set_up(root)
                self.assertNotIn("could not get", said)
                self.assertEqual(
                    root.run(f"dpkg-query --show --showformat '${{Status}}' '{package}'").stdout, "install ok installed"
                )
                self.assertEqual(root.run(remove).returncode, 0)
                pin = f"Package: {package}\nPin: release *\nPin-Priority: -1\n"
                (root.path / "etc/apt/preferences.d/none").write_text(pin)
                said = self.set_up(root, status=1 if package in (*NEEDED, *FETCHING) else 0)
                self.assertIn(f"could not get: {package} ({purpose})\n", said)
                if package in NEEDED:
                    self.assertRegex(said, "the book cannot be built without .*: install it, then run set-up again\n$")
                else:
                    self.assertIn("run set-up again", said)
                print(f"{package}: comes back, and is told to be missing", file=sys.stderr)
                self.doCleanups()

    def test_killed_twenty_times_and_run_again(self) -> None:
        print(f"SEED={SEED}", file=sys.stderr)
        root, moments = self.layer(full=False), random.Random(SEED)
        for _ in range(20):
            process = subprocess.Popen(
                root.command("/book/build-scripts/set-up --only-install"),
                start_new_session=True,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            try:
                process.wait(timeout=moments.uniform(0, 30))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            self.assertFalse(
                (root.path / "book/build-cuda/toolkit").exists()
                and root.run("/book/build-cuda/toolkit/nvidia/cu*/bin/nvcc --version").returncode
            )
        said = self.set_up(root)
        self.assertNotIn("could not get", said)
        self.assertRegex(self.set_up(root), r"\Aset-up: nvcc: .*\n\Z")
        self.assertEqual(root.run("dpkg --audit").stdout, "")

    def test_without_network(self) -> None:
        said = self.set_up(self.layer(full=False), "unshare", "--net", status=1)
        self.assertRegex(said, "the book cannot be built without meson: install it, then run set-up again\n$")
        self.doCleanups()
        root = self.layer()
        root.run("rm -r /book/build-cuda /book/build-browser")
        said = self.set_up(root, "unshare", "--net", status=1)
        self.assertIn("run set-up again where there is a network", said)
        self.assertFalse((root.path / "book/build-cuda/toolkit").exists())
        self.assertNotIn("could not get", self.set_up(root))

    def test_without_room(self) -> None:
        for megabytes in (20, 200, 350):
            with self.subTest(megabytes=megabytes):
                root = self.layer()
                root.run("mkdir /kept && cd /book && cp -r --parents build-scripts/set-up chapters/*.md code/harness /kept")
                mount("-t", "tmpfs", "-o", f"size={megabytes}m", "none", root.path / "book")
                root.run("cp -r /kept/. /book")
                run = root.run("/book/build-scripts/set-up --only-install")
                self.assertRegex(run.stdout, r"/book has \d+ MB free, and a build from nothing takes \d+ MB: make room\n")
                self.assertIn("run set-up again", run.stdout)
                self.assertEqual(run.returncode, 0 if "nvcc: /book" in run.stdout else 1, run.stdout)
                mount("-o", "remount,size=2g", root.path / "book")
                self.assertNotIn("could not get", self.set_up(root))
                self.doCleanups()


def main() -> None:
    for tool in ("debootstrap", "apt-get", "git"):
        if not shutil.which(tool):
            sys.exit(f"{sys.argv[0]}: no {tool} here; on Debian: apt-get install {tool.removesuffix('-get')}")
    if os.geteuid() != 0:
        sys.exit(f"{sys.argv[0]}: only root can make a system root")
    if "IN_NAMESPACE" not in os.environ:  # its mounts go with it
        os.execvpe("unshare", ["unshare", "--mount", sys.executable, *sys.argv], {**os.environ, "IN_NAMESPACE": "yes"})
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what was made is removed
    unittest.main(verbosity=2)


main()
