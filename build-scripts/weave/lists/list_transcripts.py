"""Gathers the transcripts of a chapter's sessions for its page: runs those on the simulator, looks up those on a GPU.

OUTPUT, as Lua, holds for each session, by its name: `place` (simulator or gpu); `steps`, each with its `command` and
the lines that it `printed`, where there is a transcript; `metadata`, what a recorded one says of itself; and `cause`,
why it is outdated, if it is. It is rewritten only if that changes. A session on the simulator that rests on the same files and
tools is not run again.
"""

import argparse
import hashlib
import sys
from pathlib import Path

from results import result_files, sessions, staleness
from shared import output


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chapter", metavar="CHAPTER")
    parser.add_argument("output", type=Path, metavar="OUTPUT")
    parser.add_argument("depfile", type=Path, metavar="DEPFILE")
    parser.add_argument("--sources", type=Path, required=True, help="what was tangled")
    parser.add_argument("--kept", type=Path, required=True, help="where transcripts of the simulator are kept")
    parser.add_argument("--simulate", type=Path, required=True)
    parser.add_argument("--library", type=Path, required=True, help="the simulator that it links")
    parser.add_argument("--nvcc", type=Path, required=True)
    parser.add_argument(
        "--recorded",
        type=Path,
        action="append",
        required=True,
        metavar="FOLDER",
        help="of the machine that is shown; the first that has a transcript gives it",
    )
    options = parser.parse_args()
    read: list[Path] = [each for folder in options.recorded for each in (folder, folder.parent) if each.is_dir()]
    found: dict[str, object] = {}
    try:
        for session in sessions.find(options.sources, options.chapter):
            here = session.place == "simulator"
            entry = on_simulator(session, options) if here else recorded(session, options, read)
            found[session.name] = entry | {"place": session.place}
    except (sessions.Wrong, result_files.Damaged) as error:
        print(f"list_transcripts: {error}", file=sys.stderr)
        return 1
    output.write_lua(options.output, found)
    output.write_depfile(options.depfile, options.output, read)
    return 0


def on_simulator(session: sessions.Session, options: argparse.Namespace) -> dict[str, object]:
    path = options.kept / f"{session.name}.transcript"
    key = session.key(hashlib.sha1(options.library.read_bytes()).hexdigest(), str(options.nvcc))
    kept = sessions.read(path) if path.is_file() else None
    if not kept or kept.header.get("key") != key:
        kept = sessions.Transcript({"key": key}, session.run([options.simulate.absolute().parent, options.nvcc.resolve().parent]))
        options.kept.mkdir(parents=True, exist_ok=True)
        output.write_if_changed(path, kept.text())
    return {"steps": said(kept)}


def recorded(session: sessions.Session, options: argparse.Namespace, read: list[Path]) -> dict[str, object]:
    for folder in options.recorded:
        path = folder / f"{session.name}.transcript"
        if path.is_file():
            read.append(path)
            kept = sessions.read(path)
            cause = staleness.why_outdated(kept.header, session.key())
            return {"steps": said(kept), "metadata": kept.header} | ({"cause": cause} if cause else {})
    return {"steps": [{"command": step.command, "printed": []} for step in session.steps()], "missing": True}


def said(transcript: sessions.Transcript) -> list[object]:
    return [{"command": step.command, "printed": step.printed} for step in transcript.steps]


if __name__ == "__main__":
    sys.exit(main())
