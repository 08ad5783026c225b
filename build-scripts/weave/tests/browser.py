"""Pages as Chromium lays them out."""

import html
import json
import os
import pathlib
import re
import shutil
import subprocess
from typing import Any

from shared import tools

CHROMIUM = tools.browser()
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")

# A page in a frame, with which `act` deals, an asynchronous function of the frame; `load` loads the page again.
PLAY = """<!DOCTYPE html><title>play</title><pre id="out"></pre><script>
const frame = document.createElement("iframe");
frame.width = 1280;
frame.height = 800;
document.body.append(frame);
const load = () => new Promise(loaded => { frame.onload = loaded; frame.src = PAGE + "?" + Math.random(); });
const act = ACT;
load().then(() => act(frame)).catch(error => [String(error.stack)]).then(found => {
  document.getElementById("out").textContent = "<<" + JSON.stringify(found) + ">>";
});
</script>"""


def evaluate(folder: pathlib.Path, page: str) -> list[Any]:
    """What an HTML page that is put into the folder writes of itself, as JSON between << and >>."""
    # Named unlike the book's pages, which other tests look for at the same time.
    probe = folder / f"probe-{os.getpid()}.htm"
    probe.write_text(page)
    try:
        run = subprocess.run(
            [
                CHROMIUM or "chromium",
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--allow-file-access-from-files",
                "--virtual-time-budget=10000",
                "--dump-dom",
                probe.as_uri(),
            ],
            capture_output=True,
            text=True,
            timeout=120,
        )
    finally:
        probe.unlink()
    match = re.search(r"&lt;&lt;(.*?)&gt;&gt;", run.stdout, re.DOTALL)
    if not match:
        raise AssertionError("Chromium said nothing: " + run.stderr[-500:])
    found: list[Any] = json.loads(html.unescape(match[1]))
    return found


def play(folder: pathlib.Path, page: str, act: str) -> list[Any]:
    """What a JavaScript function gives that deals with a page: `async frame => …`, which may `await load()` it again."""
    return evaluate(folder, PLAY.replace("PAGE", json.dumps(page)).replace("ACT", act))
