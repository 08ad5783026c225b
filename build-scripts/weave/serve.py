"""Shows the book while it is written: watches its sources, makes again what a change touches, and reloads the page.

Usage: serve [--port N] [BUILD]

BUILD is the build folder (default: build). A changed chapter's page is made first, everything else after it. What the
build complains of stands on the page and in the terminal. Readers can edit the CUDA of experiments and do exercises in
the pages: what they send is compiled and judged here, within bounds, and nothing of it is kept. Only a browser that
was given the address that this prints, with its key, can do so. Ctrl-C ends it.
"""

import argparse
import contextlib
import http.cookies
import http.server
import json
import os
import queue
import re
import secrets
import select
import signal
import subprocess
import sys
import threading
import traceback
import urllib.parse
from pathlib import Path

from weave.served.workshop import LONGEST, Refused, Workshop

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 0.02  # between writes that belong together
SERVED = Path(__file__).parent / "served"


def watch(root: Path) -> subprocess.Popen[bytes]:
    """Prints the path below `root` of each file that the book is made from when it is written, comes or goes."""
    built = [f"@./{path.name}" for path in root.iterdir() if path.name.startswith("build") and path.name != "build-scripts"]
    options = ["--monitor", "--recursive", "--format", "%w%f", "--exclude", r"/\.|/__pycache__"]
    for event in ("close_write", "create", "delete", "move"):
        options += ["--event", event]
    watcher = subprocess.Popen(["inotifywait", *options, ".", *built], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    said = []
    for line in watcher.stderr or ():
        said.append(line)
        if line == b"Watches established.\n":
            return watcher
    raise OSError(b"".join(said).decode())


class Book:
    """A build folder, and those who look at its pages."""

    def __init__(self, root: Path, build: Path) -> None:
        self.root, self.build, self.pages = root, build, build / "chapters"
        self.readers: set[queue.Queue[str]] = set()
        self.building = threading.Lock()
        self.workshop = Workshop(build, self.building)
        self.key = secrets.token_urlsafe(16)

    def is_key(self, key: str) -> bool:
        return secrets.compare_digest(key.encode(), self.key.encode())

    def times(self) -> dict[str, int]:
        return {path.name: path.stat().st_mtime_ns for path in self.pages.glob("*.html")}

    def tell(self, **change: object) -> None:
        for reader in list(self.readers):
            reader.put(json.dumps(change))

    def make(self, *targets: str) -> bool:
        """Makes the targets, tells which pages that changed, or what went wrong."""
        before = self.times()
        with self.building:
            run = subprocess.run(["ninja", "-C", self.build, *targets], capture_output=True, text=True)
        if run.returncode != 0:
            lines = [line for line in run.stdout.splitlines() if not line.startswith(("[", "ninja: "))]
            print("\n".join(lines), flush=True)
            self.tell(complaint="\n".join(lines))
            return False
        pages = [name for name, time in self.times().items() if before.get(name) != time]
        if pages:
            print("made", *sorted(pages), flush=True)
            self.tell(pages=pages)
        return True

    def follow(self, changes: int) -> None:
        """Makes what the paths touch that come through the pipe `changes`."""
        while lines := os.read(changes, 1 << 16):
            while select.select([changes], [], [], SECONDS)[0] and (more := os.read(changes, 1 << 16)):
                lines += more
            changed = {self.root / os.fsdecode(line) for line in lines.splitlines()}
            pages = [
                f"chapters/{path.stem}.html"
                for path in changed
                if path.parent == self.root / "chapters" and (self.pages / f"{path.stem}.html").exists()
            ]
            if (not pages or self.make(*pages)) and self.make("book"):
                self.tell(pages=[])


class Handler(http.server.SimpleHTTPRequestHandler):
    book: Book
    timeout = 60  # seconds, for who says nothing

    def is_at_home(self) -> bool:
        """Was this host asked for by its own name? A page from elsewhere may have its host's name lead here."""
        assert isinstance(self.server, http.server.HTTPServer)
        port = self.server.server_port
        hosts = [f"{name}:{port}" for name in ("127.0.0.1", "localhost")] + (["127.0.0.1", "localhost"] if port == 80 else [])
        if self.headers.get("Host") in hosts:
            return True
        self.send_error(421)
        return False

    def do_HEAD(self) -> None:
        if self.is_at_home():
            super().do_HEAD()

    def do_POST(self) -> None:
        if not self.is_at_home():
            return
        workshop = self.book.workshop
        try:
            workshop.check(self.headers.get("X-Workshop-Token", ""))
            status, said = 200, workshop.answer(self.path[1:], self.body())
        except Refused as refused:
            status, said = refused.status, {"error": str(refused)}
        except Exception:  # a page that is served waits for an answer
            traceback.print_exc()
            status, said = 500, {"error": "serve has failed; it says more where it was started"}
        self.send(status, "application/json", json.dumps(said).encode())

    def send(self, status: int, kind: str, text: bytes, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(text)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(text)

    def end_headers(self) -> None:
        """What is served is nobody's frame, picture or script."""
        self.send_header("X-Frame-Options", "DENY")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        super().end_headers()

    def handle(self) -> None:
        with contextlib.suppress(ConnectionError):  # The reader left.
            super().handle()

    def body(self) -> bytes:
        """Raises Refused for one that another site's page has sent, or that is too long."""
        if self.headers.get("Origin") != f"http://{self.headers['Host']}":
            raise Refused(403, "only pages that were served here may ask")
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch("[0-9]{1,12}", length):
            raise Refused(411, "of no length")
        if int(length) > 6 * LONGEST:  # JSON writes a letter as six at most.
            self.close_connection = True
            raise Refused(413, f"more than {LONGEST} letters")
        return self.rfile.read(int(length))

    def do_GET(self) -> None:
        if not self.is_at_home():
            return
        if self.path == "/changes":
            self.send_changes()
            return
        url = urllib.parse.urlsplit(self.path)
        if "key" in (said := dict(urllib.parse.parse_qsl(url.query))) and self.book.is_key(said["key"]):
            cookie = f"{self.cookie()}={self.book.key}; HttpOnly; SameSite=Strict; Path=/"
            self.send(303, "text/plain", b"", Location=url.path, Set_Cookie=cookie)
            return
        try:
            path = Path(self.translate_path(self.path))
            path = path / "index.html" if path.is_dir() else path
            text = path.read_bytes() if path.suffix == ".html" else None
        except (OSError, ValueError):
            self.send_error(404)
            return
        if text is None:
            super().do_GET()
        else:
            self.send(200, "text/html; charset=utf-8", text + self.client(path.name), Cache_Control="no-store")

    def cookie(self) -> str:
        """Its name: browsers do not tell servers on other ports apart."""
        assert isinstance(self.server, http.server.HTTPServer)
        return f"serve-{self.server.server_port}"

    def client(self, page: str) -> bytes:
        """What a page gets besides: only who has the key can have code compiled, for it runs as who has started this."""
        found: http.cookies.SimpleCookie[str] = http.cookies.SimpleCookie()
        with contextlib.suppress(http.cookies.CookieError):
            found.load(self.headers.get("Cookie", ""))
        has_key = self.cookie() in found and self.book.is_key(found[self.cookie()].value)
        scripts = [f"const servedPage = {json.dumps({'name': page, 'time': str(self.book.times().get(page))})};\n"]
        scripts += [f"const workshopToken = {json.dumps(self.book.workshop.token)};\n"] if has_key else []
        names = ["changes", "workshop", "exercises"] if has_key else ["changes"]
        scripts += [(SERVED / f"{name}.js").read_text(encoding="utf-8") for name in names]
        return "".join(f"<script>\n{script}</script>\n" for script in scripts).encode()

    def send_changes(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        changes: queue.Queue[str] = queue.Queue()
        self.book.readers.add(changes)
        times = {name: str(time) for name, time in self.book.times().items()}
        self.wfile.write(f": here\n\ndata: {json.dumps({'times': times})}\n\n".encode())
        try:
            while True:
                try:
                    text = f"data: {changes.get(timeout=10)}\n\n"
                except queue.Empty:
                    text = ": still here\n\n"
                self.wfile.write(text.encode())
                self.wfile.flush()
        except OSError:
            pass  # The reader left.
        finally:
            self.book.readers.discard(changes)

    def log_message(self, *_: object) -> None:
        pass


def server(book: Book, port: int) -> http.server.ThreadingHTTPServer:
    """Serves the book's pages to this machine, and to no other. Raises OSError."""
    handler = type("BookHandler", (Handler,), {"book": book})
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), lambda *asked: handler(*asked, directory=str(book.pages)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    parser.add_argument("build", type=Path, nargs="?")
    options = parser.parse_args()
    build = (options.build or options.root / "build").resolve()
    if not (build / "build.ninja").is_file():
        print(f"serve: {build} is no build folder; build-scripts/set-up makes one", file=sys.stderr)
        return 1
    book = Book(options.root.resolve(), build)
    try:
        serving = server(book, options.port)
    except OSError as error:
        print(f"serve: port {options.port}: {error.strerror}", file=sys.stderr)
        return 1
    try:
        watcher = watch(book.root)
    except OSError as error:
        print(f"serve: inotifywait, of inotify-tools, watches nothing: {error}", file=sys.stderr)
        return 1
    assert watcher.stdout
    book.make("book")
    threading.Thread(target=book.follow, args=[watcher.stdout.fileno()], daemon=True).start()
    print(f"http://127.0.0.1:{serving.server_port}/?key={book.key}", flush=True)
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, signal.default_int_handler)
    try:
        serving.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        watcher.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
