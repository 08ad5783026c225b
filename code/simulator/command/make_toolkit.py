#!/usr/bin/env python3
"""Makes a folder that looks like a CUDA toolkit whose runtime is the simulator.

Usage: make_toolkit.py --nvcc NVCC --command SIMULATE-NVCC [--static FILE] [--shared FOLDER] [--needs=-l…]
                       [--compiling=WORDS] [--linking=WORDS] [--nccl nccl.h] FOLDER

What is not the simulator's are links to the toolkit of that nvcc. What lies in the same installation is linked to by
relative paths, so that all of it can be moved. When Meson installs, paths are relative to its prefix.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess

# Of the profile that nvcc reads beside the name that it is called by. What it means by them, it says itself.
KEPT = ("CICC_PATH", "NVVMIR_LIBRARY_DIR", "INCLUDES", "SYSTEM_INCLUDES", "LIBRARIES")


def variables_of(nvcc: str) -> dict[str, str]:
    run = subprocess.run(
        [nvcc, "--dryrun", "-x", "cu", "-E", "/dev/null"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "LC_ALL": "C"},
    )
    return dict(re.findall(r"(?m)^#\$ (\w+)= *(.*?) *$", run.stderr))


def profile(variables: dict[str, str]) -> str:
    own = {name: variables[name] for name in KEPT}
    return f"""\
TOP = $(_HERE_)/..
CICC_PATH = {own["CICC_PATH"]}
NVVMIR_LIBRARY_DIR = {own["NVVMIR_LIBRARY_DIR"]}
LD_LIBRARY_PATH += {variables["_HERE_"]}/../lib:
PATH += {own["CICC_PATH"]}:{variables["_HERE_"]}:
INCLUDES += {own["INCLUDES"]} $(_SPACE_)
SYSTEM_INCLUDES += {own["SYSTEM_INCLUDES"]} $(_SPACE_)
LIBRARIES =+ $(_SPACE_) "-L$(TOP)/lib64" {own["LIBRARIES"]}
CUDAFE_FLAGS +=
PTXAS_FLAGS +=
"""


def link(place: pathlib.Path, target: pathlib.Path | str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(target)


def placed(path: str) -> pathlib.Path:
    return pathlib.Path(os.environ.get("MESON_INSTALL_DESTDIR_PREFIX", "."), path).absolute()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--nvcc", required=True)
    parser.add_argument("--command", required=True, type=placed, help="what stands in nvcc's place")
    parser.add_argument(
        "--static",
        required=True,
        type=placed,
        help="the simulator's archive; linked to where it is, unless there is a shared library",
    )
    parser.add_argument("--shared", type=placed, help="the folder of the shared library, if there is one")
    parser.add_argument("--needs", default="", help="what the archive needs itself")
    parser.add_argument("--compiling", default="", help="what nvcc is told besides")
    parser.add_argument("--linking", default="", help="what nvcc is told besides, where it links")
    parser.add_argument("--nccl", type=pathlib.Path, help="the header for where NCCL is not installed")
    parser.add_argument("folder", type=placed)
    arguments = parser.parse_args()
    folder, nvcc = arguments.folder, shutil.which(arguments.nvcc) or arguments.nvcc
    variables = variables_of(nvcc)
    real = pathlib.Path(variables["_HERE_"])
    if folder.exists():
        shutil.rmtree(folder)

    link(folder / "bin" / "nvcc", os.path.relpath(arguments.command, folder / "bin"))
    link(folder / "driver" / "nvcc", real / "nvcc")
    link(folder / "driver" / "crt", real / "crt")
    (folder / "driver" / "nvcc.profile").write_text(profile(variables), encoding="utf-8")
    (folder / "driver" / "compiling").write_text(arguments.compiling, encoding="utf-8")
    (folder / "driver" / "linking").write_text(arguments.linking, encoding="utf-8")
    include = re.search(r'"-I([^"]*)"', variables["INCLUDES"])
    assert include, variables["INCLUDES"]
    link(folder / "include", os.path.normpath(include[1]))
    link(folder / "nvvm", os.path.normpath(variables["CICC_PATH"] + "/.."))

    if arguments.nccl and arguments.shared:
        (folder / "nccl").mkdir()
        shutil.copy(arguments.nccl, folder / "nccl")
    elif arguments.nccl:
        link(folder / "nccl" / "nccl.h", arguments.nccl.absolute())

    libraries = folder / "lib64"
    libraries.mkdir()
    needs = f"{arguments.needs} -lstdc++ -lm -lpthread -ldl"
    static = f"INPUT({arguments.static} {needs})\n"
    if arguments.shared:
        static = f"INPUT(libwarp-simulator.a {needs})\n"
        link(libraries / "libwarp-simulator.a", os.path.relpath(arguments.static, libraries))
        for each in ("libwarp-simulator.so", "libwarp-simulator.so.0", "glibc-hwcaps"):
            link(libraries / each, os.path.relpath(arguments.shared / each, libraries))
    (libraries / "libcudart_static.a").write_text(static, encoding="utf-8")
    shared = "INPUT(libwarp-simulator.so)\n" if arguments.shared else static
    (libraries / "libcudart.so").write_text(shared, encoding="utf-8")
    # The driver's library, for linkers that are not told of the runtime's. Toolkits have it among the stubs as well.
    (libraries / "stubs").mkdir()
    for place in (libraries, libraries / "stubs"):
        (place / "libcuda.so").write_text(shared, encoding="utf-8")
    # NCCL's is part of the simulator's own.
    for name in ("libnccl.so", "libnccl_static.a"):
        (libraries / name).write_text("/* nothing */\n", encoding="utf-8")
    # What else there is can at least be linked.
    for folder_of_libraries in re.findall(r'"-L([^"]*)"', variables["LIBRARIES"]):
        for library in sorted(pathlib.Path(os.path.normpath(folder_of_libraries)).glob("*")):
            if (
                not library.name.startswith(("libcudart", "libcuda.", "libnccl", "stubs"))
                and not (libraries / library.name).exists()
            ):
                link(libraries / library.name, library)


if __name__ == "__main__":
    main()
