"""Finds C++ components that include each other in a circle, and folders that include upwards.

A component is a header and the source of the same name. FOLDER/layers, where there is one, lists the
folders below FOLDER from the ground up, one a line, `.` for FOLDER itself: each may include from
itself and from those before it. `NAME/` is the folder with all below it, in one place. A header in the
list has this place of its own with its source.
`except A B` lets the component A include B all the same.

Exit status 1 if there is anything to tell.
"""

import argparse
import sys
from pathlib import Path

from shared import source_code

Graph = dict[str, dict[str, str]]  # component: {component that it includes: where, as FILE:LINE}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=Path, help="the folder that includes start from")
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="below it; tests/ is not looked at")
    options = parser.parse_args()
    faults = []
    for folder in options.folders:
        graph = includes(options.root, folder)
        if not graph:
            faults.append(f"{folder}: error: no C++ there")
        if (folder / "layers").is_file():
            faults += against_layers(graph, folder / "layers", folder.relative_to(options.root).as_posix())
        faults += [f"{graph[ring[0]][ring[1]]}: error: in a circle: {' → '.join(ring)}" for ring in circles(graph)]
    for fault in faults:
        print(fault)
    return 1 if faults else 0


def includes(root: Path, folder: Path) -> Graph:
    """Of the components below the folder, as far as they include each other."""
    files = {
        path.relative_to(root).as_posix(): path
        for suffix in ("hpp", "cpp", "cu")
        for path in sorted(folder.rglob(f"*.{suffix}"))
        if "tests" not in path.relative_to(folder).parts
    }
    graph: Graph = {component(name): {} for name in files}
    for name, path in files.items():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            other = source_code.included(line)
            if other in files and component(other) != component(name):
                graph[component(name)].setdefault(component(other), f"{path}:{number}")
    return graph


def component(file: str) -> str:
    return file.rsplit(".", 1)[0]


def circles(graph: Graph) -> list[list[str]]:
    """For each knot of components one shortest circle, which ends where it begins."""
    found, seen = [], set[str]()
    for start in sorted(graph):
        if start in seen:
            continue
        before, queue = dict[str, str](), [start]
        for here in queue:
            for there in sorted(graph[here]):
                if there not in before:
                    before[there] = here
                    queue.append(there)
        if start not in before:
            continue
        ring = [start]
        while len(ring) == 1 or ring[-1] != start:
            ring.append(before[ring[-1]])
        seen.update(ring)
        found.append(ring[::-1])
    return found


def against_layers(graph: Graph, layers: Path, root: str) -> list[str]:
    """What is included against the order of the layers, and what is wrong with their list. Takes
    what the list excepts out of the graph."""
    faults: list[str] = []
    folders, components, whole = dict[str, int](), dict[str, int](), dict[str, int]()
    for number, line in enumerate(layers.read_text(encoding="utf-8").splitlines(), 1):
        words = line.split("#")[0].split()
        if words[:1] == ["except"] and len(words) == 3:
            if graph.get(f"{root}/{words[1]}", {}).pop(f"{root}/{words[2]}", None) is None:
                faults.append(f"{layers}:{number}: error: nothing needs the exception")
        elif len(words) == 1 and words[0].endswith(".hpp"):
            components[component(f"{root}/{words[0]}")] = number
        elif len(words) == 1 and words[0].endswith("/"):
            whole[f"{root}/{words[0]}"] = number
        elif len(words) == 1:
            folders[root if words[0] == "." else f"{root}/{words[0]}"] = number
        elif words:
            faults.append(f"{layers}:{number}: error: neither a folder nor `except A B`")
    for folder in {folder_of(name) for name in graph} - folders.keys():
        folders.update((folder, number) for start, number in whole.items() if f"{folder}/".startswith(start))
    for folder in sorted({folder_of(name) for name in graph} - folders.keys()):
        faults.append(f"{layers}:1: error: the folder {folder} has no place")
    for here, others in graph.items():
        for there, where in others.items():
            low, high = (components.get(name, folders.get(folder_of(name))) for name in (here, there))
            if low and high and low < high:
                faults.append(f"{where}: error: {here} includes upwards: {there}")
    return faults


def folder_of(name: str) -> str:
    return name.rsplit("/", 1)[0]


if __name__ == "__main__":
    sys.exit(main())
