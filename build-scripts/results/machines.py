"""The machines that there are results of. Used by plot, and for the pages by list_results."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from results import result_files


@dataclass
class Machine:
    """`name` is what pages call it; its results are looked for in `folders`, in this order."""

    name: str
    label: str
    folders: list[Path]

    def places(self, counted: Iterable[Path], published: Path) -> list[Path]:
        """Where its results are looked for: what is counted or measured here goes before what is recorded."""
        return [*counted, *self.folders, published]


def find(shown: str, measured: Path, recorded: Path) -> list[Machine]:
    """The machine that is shown first, then all others that have results, by name.

    What was measured here goes before what is recorded of the same machine; that is then a machine
    besides, NAME~recorded. Raises result_files.Damaged for a folder that cannot be a machine's.
    """
    here, kept = names(measured), names(recorded)
    found = []
    for name in [shown, *sorted({*here, *kept} - {shown})]:
        both = name in here and name in kept
        label = f"{name} (measured here)" if name in here else name
        found.append(Machine(name, label, [measured / name, recorded / name]))
        if both:
            found.append(Machine(f"{name}~recorded", f"{name} (as recorded)", [recorded / name]))
    return found


def names(folder: Path) -> list[str]:
    """The folders in `folder` that hold results."""
    if not folder.is_dir():
        return []
    holding = [path.name for path in folder.iterdir() if path.is_dir() and any(path.glob("*.csv"))]
    return [result_files.check_machine_name(name) for name in sorted(holding)]
