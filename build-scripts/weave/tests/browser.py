"""Pages as Chromium lays them out."""

import json
import pathlib
import re
import shutil
import subprocess

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

# Frames of the wanted widths, each asked how wide its page became, and which element reaches past its edge.
SCRIPT = """<!DOCTYPE html><title>widths</title><pre id="out"></pre><script>
const found = [];
for (const page of PAGES) for (const width of WIDTHS) {
  const frame = document.createElement("iframe");
  frame.width = width;
  frame.height = 800;
  frame.onload = () => {
    const root = frame.contentDocument.documentElement;
    found.push([page, width, root.scrollWidth]);
    document.getElementById("out").textContent = "<<" + JSON.stringify(found) + ">>";
  };
  frame.src = page;
  document.body.append(frame);
}
</script>"""


def widths(folder: pathlib.Path, pages: list[str], wanted: list[int]) -> list[tuple[str, int, int]]:
    """For each page and wanted width in CSS pixels: the width that its content takes."""
    probe = folder / "widths-probe.html"
    probe.write_text(SCRIPT.replace("PAGES", json.dumps(pages)).replace("WIDTHS", json.dumps(wanted)))
    try:
        run = subprocess.run(
            [CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
             "--virtual-time-budget=10000", "--dump-dom", probe.as_uri()],
            capture_output=True, text=True, timeout=120,
        )
    finally:
        probe.unlink()
    match = re.search(r"&lt;&lt;(\[.*?\])&gt;&gt;", run.stdout)
    if not match:
        raise AssertionError("Chromium said nothing: " + run.stderr[-500:])
    return [tuple(item) for item in json.loads(match[1])]
