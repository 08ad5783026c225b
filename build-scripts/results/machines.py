"""The machines that there are results of. Used by plot, and for the pages by list_results."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from results import result_files


@dataclass
class Machine:
    """`name` is what pages call it, `label` what readers do; its results are looked for in `folders`, in this order."""

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
    for name, label in labels([shown, *sorted({*here, *kept} - {shown})]).items():
        own = f"{label} (measured here)" if name in here else label
        found.append(Machine(name, own, [measured / name, recorded / name]))
        if name in here and name in kept:
            found.append(Machine(f"{name}~recorded", f"{label} (as recorded)", [recorded / name]))
    return found


def labels(names: list[str]) -> dict[str, str]:
    """What readers call each machine: "H100" for nvidia-h100-80gb-hbm3, if no other is called so."""
    model = re.compile("nvidia-(?:geforce-|rtx-|tesla-)*([^-]+)")
    models = {name: found[1].upper() if (found := model.match(name)) else name for name in names}
    return {name: model if list(models.values()).count(model) == 1 else name for name, model in models.items()}


def names(folder: Path) -> list[str]:
    """The folders in `folder` that hold results."""
    if not folder.is_dir():
        return []
    holding = [path.name for path in folder.iterdir() if path.is_dir() and any(path.glob("*.csv"))]
    return [result_files.check_machine_name(name) for name in sorted(holding)]
