"""nvcc, told to compile for the simulated device and to link the simulator in place of CUDA's runtime.

The folder toolkit/ beside this file looks like a CUDA toolkit: its library folder comes before that of the real one,
and what is named libcudart there is the simulator.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import typing

TOOLKIT = pathlib.Path(__file__).resolve().parent / "toolkit"
DRIVER = TOOLKIT / "driver" / "nvcc"  # the real one, which reads the profile beside this name
DEVICES = {"h200": 90, "h100": 90, "a100": 80}  # compute capability times ten; device/device.cpp describes them

# What says which GPU the code is for. There is no other, and it reads PTX.
ARCHITECTURE = {"-arch", "--gpu-architecture", "-gencode", "--generate-code", "-code", "--gpu-code"}
# Code that is optimised when it is linked is no PTX; debugging information is what simulates as slowly as it runs.
DROPPED = {"-dlto", "--dlink-time-opt", "-G", "--device-debug"}
RESPONSE_FILES = {"-optf", "--options-file"}
# The next word is theirs, whatever it looks like.
WITH_VALUE = set(
    """
    -Xcompiler --compiler-options -Xlinker --linker-options -Xptxas --ptxas-options -Xnvlink --nvlink-options -Xcudafe
    --cudafe-options -Xfatbin --fatbin-options -Xarchive --archive-options -o --output-file -D --define-macro -I
    --include-path -isystem --system-include -include --pre-include -L --library-path -l --library -x --x -MF
    --dependency-output -MT --dependency-target-name -ccbin --compiler-bindir -std --std
""".split()
)
# With one of these no program is linked.
NOT_LINKING = set(
    """
    -c --compile -dc --device-c -dw --device-w -E --preprocess -M --generate-dependencies -MM
    --generate-nonsystem-dependencies -ptx --ptx -cubin --cubin -fatbin --fatbin -cuda --cuda -ltoir --ltoir -optix-ir
    --optix-ir -lib --lib -dlink --device-link -dryrun --dryrun
""".split()
)
MACHINE_CODE = {"-cubin", "--cubin"}  # is for a real GPU
# Only asked about.
INFORMATION = {"-V", "--version", "-h", "--help", "-code-ls", "--list-gpu-code", "-arch-ls", "--list-gpu-arch"}
# nvlink would look for device code in it, and cannot read what stands there for the host's linker.
RUNTIME = re.compile(r"(?:-l|--library=|(?:.*/)?lib)(cuda(?:rt(?:_static)?)?)(?:\.(?:a|so)(?:\.\d+)*)?")
# The simulator has its own.
NCCL = re.compile(r"(?:-l|--library=|(?:.*/)?lib)nccl(?:_static|(?:_static)?\.(?:a|so)(?:\.\d+)*)?")
# They have a runtime of their own and talk to the driver.
NEEDS_A_GPU = re.compile(
    r"(?:-l|--library=|(?:.*/)?lib)(cublas|cublasLt|cudnn\w*|cudss|cufftw?|curand|cusolver(?:Mg)?|cusparse(?:Lt)?|cutensor\w*"
    r"|npp\w+|nvblas|nvjpeg|nvshmem\w*?)(?:_static)?(?:\.(?:a|so)(?:\.\d+)*)?"
)
# It needs no GPU. A program finds it where it was linked.
NVRTC = re.compile(r"(?:-l|--library=|(?:.*/)?lib)nvrtc(?:\.so(?:\.\d+)*)?")
# By it kernels launch kernels. It is machine code for real GPUs, and part of all that is linked with it.
DEVICE_RUNTIME = re.compile(r"-lcudadevrt|--library=cudadevrt|(?:.*/)?libcudadevrt\.a")


def expanded(words: typing.Iterable[str]) -> list[str]:
    """The words, with those of response files in their places."""
    result = []
    words = iter(words)
    for word in words:
        name, _, value = word.partition("=")
        if name in RESPONSE_FILES:
            for path in (value or next(words, "")).split(","):
                try:
                    result += expanded(shlex.split(pathlib.Path(path).read_text(encoding="utf-8", errors="surrogateescape")))
                except (OSError, ValueError) as error:
                    sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {name}: {error}")
        else:
            result.append(word)
            if word in WITH_VALUE:
                result += [value for value in [next(words, None)] if value is not None]
    return result


def adapted(words: list[str], capability: int) -> list[str]:
    """What nvcc is to be given instead of the words that are meant for nvcc."""
    if INFORMATION.intersection(words):
        return words
    kept, machine_code = [], bool(MACHINE_CODE.intersection(words))
    architecture = str(capability)
    rest = iter(words)
    for word in rest:
        name = word.split("=")[0]
        if word in ("-l", "--library"):
            word = f"-l{next(rest, '')}"
        if word in WITH_VALUE:
            kept += [word, *[value for value in [next(rest, None)] if value is not None]]
        elif name in ARCHITECTURE and not machine_code:
            value = word if "=" in word else next(rest, "")
            # Instructions that only this very GPU has, as wgmma.
            if f"_{capability}a" in value:
                architecture = f"{capability}a"
        elif name in DROPPED or DEVICE_RUNTIME.fullmatch(word) or NCCL.fullmatch(word):
            pass
        elif name in ("-cudadevrt", "--cudadevrt"):
            if "=" not in word:
                next(rest, None)
        elif NVRTC.fullmatch(word):
            # The simulator stands in for parts of it, so it comes first. nvcc does not quote what it hands on.
            kept += ["-Xlinker", "-lcuda", "-Xlinker", f'-rpath="{TOOLKIT / "lib64"}"', word]
        elif runtime := RUNTIME.fullmatch(word):
            kept += ["-Xlinker", f"-l{runtime[1]}"]
        else:
            kept.append(word)
    kept.insert(0, "-cudadevrt=none")
    if not machine_code:
        kept[:0] = [f"-gencode=arch=compute_{architecture},code=compute_{architecture}", *told("compiling")]
    # Where NCCL is not installed. The shell that nvcc runs sees the quotes.
    kept += ["-Xcompiler", f'-idirafter,"{TOOLKIT / "nccl"}"']
    if "-lineinfo" not in kept and "--generate-line-info" not in kept:
        kept.insert(0, "-lineinfo")
    # Before the program's own library folders, one of which may be CUDA's.
    return [f"-L{TOOLKIT / 'lib64'}", *kept]


def told(when: str) -> list[str]:
    """What the build of the simulator wants nvcc to be told besides."""
    return (TOOLKIT / "driver" / when).read_text(encoding="utf-8").split()


def libraries_for_gpus(words: list[str]) -> list[str]:
    """Names of those that are to be linked and can do nothing without a GPU."""
    found = set()
    rest = iter(words)
    for word in rest:
        if word in ("-l", "--library"):
            word = f"-l{next(rest, '')}"
        elif word in WITH_VALUE:
            next(rest, None)
        if match := NEEDS_A_GPU.fullmatch(word):
            found.add(match[1])
    return sorted(found)


def tell_missing(names: set[bytes], who: str) -> None:
    """Says which functions the linker looked for in vain, without the version that a header adds."""
    for name in sorted({re.sub(rb"_v\d+$", b"", name) for name in names}):
        print(f"{who}: {name.decode()} is not part of the simulator", file=sys.stderr)


def links(words: list[str]) -> bool:
    """Whether the result is a program or a shared library."""
    return not (NOT_LINKING | INFORMATION).intersection(words)


def linking() -> list[str]:
    """What nvcc is told besides where it links: by it the program finds the shared library."""
    shared = TOOLKIT / "lib64" / "libwarp-simulator.so"
    # nvcc does not quote what it hands on.
    return [*(["-Xlinker", f'-rpath="{shared.parent}"'] if shared.exists() else []), *told("linking")]


def with_environment(words: list[str], environment: typing.MutableMapping[str, str]) -> list[str]:
    """The words between those that the environment has nvcc add, which it then no longer does."""
    before = shlex.split(environment.pop("NVCC_PREPEND_FLAGS", ""))
    return [*before, *words, *shlex.split(environment.pop("NVCC_APPEND_FLAGS", ""))]


def run(words: list[str], capability: int, who: str) -> int:
    """Has nvcc do what the words say; its exit status. Where it cannot link what the simulator lacks, that is named."""
    environment = dict(os.environ)
    words = expanded(with_environment(words, environment))
    command = [str(DRIVER), *adapted(words, capability), *(linking() if links(words) else [])]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE)
    assert process.stderr
    missing = set()
    for line in process.stderr:
        sys.stderr.buffer.write(line)
        sys.stderr.buffer.flush()
        missing.update(re.findall(rb"undefined reference to `((?:cu|nccl)\w+)'", line))
    if process.wait():
        tell_missing(missing, who)
    elif links(words):
        for name in libraries_for_gpus(words):
            print(f"{who}: lib{name} has a CUDA runtime of its own, which needs a GPU: its functions fail here", file=sys.stderr)
    return process.returncode
