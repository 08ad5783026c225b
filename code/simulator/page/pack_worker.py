"""Packs the simulator into one classic script, which works from any address, file: too.

Usage: pack_worker GLUE WASM WORKER OUTPUT
GLUE is what emscripten made beside WASM, WORKER what answers a page's requests.

The script defines a global, simulatorScript: the text of a worker. The binary in it is compressed by gzip, which
browsers take apart, and written in base64.
"""

import base64
import gzip
import json
import os
import sys
from pathlib import Path


def main() -> None:
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    glue, wasm, worker, output = map(Path, sys.argv[1:])
    # Without the time: equal inputs make equal outputs.
    binary = base64.b64encode(gzip.compress(wasm.read_bytes(), 9, mtime=0)).decode()
    text = "\n".join(
        [glue.read_text(encoding="utf-8"), f'const simulatorBinary = "{binary}";', worker.read_text(encoding="utf-8")]
    )
    # All of it or none.
    unfinished = output.with_name(output.name + ".unfinished")
    unfinished.write_text(f"globalThis.simulatorScript = {json.dumps(text)};\n", encoding="utf-8")
    os.replace(unfinished, output)


if __name__ == "__main__":
    main()
