#!/usr/bin/env python3
"""Has the simulator of the pages and the native one run the same random experiments, and compares all that comes of it:
counts, faults, memory, traces, what explorations found and what was printed.

Usage: page_test.py --native LIBRARY [--page SIMULATOR.JS] [--seed N] [--experiments N] PROGRAM|PTX …

An experiment is a kernel of a PTX file, or of a program that has its PTX in it, with random arguments, in random
extents and a random order. Without --page, as where emscripten is missing, the test is skipped.
"""

import argparse
import json
import random
import re
import select
import struct
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import native

SKIPPED = 77
TEXT = re.compile(rb"\.version \d+\.\d+\n\.target[^\0]*")
ENTRY = re.compile(r"^(?:\.\w+ )*\.entry ([\w$]+)\(", re.MULTILINE)
BRACE = re.compile(r"[{}]")
DEBUG = re.compile(r"^\t?\.section.*", re.MULTILINE | re.DOTALL)
PATIENCE = 5000  # warp instructions
SECONDS = 5  # that the native one may take: random numbers make loops as long as can be
PAGE_SECONDS = 300
BLOCKS = [(1, 1, 1), (32, 1, 1), (33, 1, 1), (64, 1, 1), (128, 1, 1), (256, 1, 1), (32, 8, 1), (16, 16, 1), (8, 4, 2)]
GRIDS = [(1, 1, 1), (2, 1, 1), (5, 1, 1), (2, 2, 1), (1, 1, 2)]
SHARED = [0, 0, 128, 1024, 4224, 60000, 1 << 20]
HERE = Path(__file__).resolve().parent


def texts_of(file: Path) -> list[str]:
    """The PTX in a file."""
    return [text.decode() for text in TEXT.findall(file.read_bytes())]


def end_of_body(text: str, start: int) -> int:
    """Behind the brace that closes the first one from there on."""
    depth = 0
    for brace in BRACE.finditer(text, start):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.end()
    raise ValueError("a body without an end")


def alone(text: str, kernel: str) -> str:
    """The PTX without all other kernels and what debuggers read: it is parsed faster."""
    kept, place = [], 0
    for entry in ENTRY.finditer(text):
        end = end_of_body(text, entry.end())
        kept.append(text[place : end if entry[1] == kernel else entry.start()])
        place = end
    return DEBUG.sub("", "".join(kept) + text[place:])


class Experiments:
    """Requests, at random."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def data(self) -> dict[str, Any]:
        """What an array holds."""
        chance, count = self.chance, self.chance.choice([1, 64, 257, 1000, 4096])
        match chance.randrange(6):
            case 0:
                return {"length": 4 * count}
            case 1:
                return {"bytes": chance.randbytes(4 * count)}
            case 2:
                return {"bytes": struct.pack(f"{count}i", *range(count))}
            case 3:
                return {"bytes": struct.pack(f"{count}i", *(chance.randrange(64) for _ in range(count)))}
            case 4:
                return {"bytes": struct.pack(f"{count}d", *(chance.uniform(-9, 9) for _ in range(count)))}
        return {"bytes": struct.pack(f"{count}f", *(chance.uniform(-2, 2) for _ in range(count)))}

    def whole(self) -> int:
        """A number such as counts, strides and indices are."""
        return self.chance.choice([0, 1, 2, 3, 31, 32, 33, 64, 100, 256, 1000])

    def argument(self, parameter: dict[str, Any], ptx: str, arrays: list[dict[str, Any]]) -> dict[str, Any]:
        """A value for a parameter: a place in a new or an old array where it is a pointer."""
        chance, size = self.chance, parameter["size"]
        load = re.search(rf"ld\.param\.(\w+) \t?(%\w+), \[{re.escape(parameter['name'])}\]", ptx)
        pointer = size == 8 and load and re.search(rf"cvta\.\S+ \t?%\w+, {load[2]};", ptx)
        if pointer or size > 16:
            if not arrays or chance.random() < 0.8:
                arrays.append({"name": f"a{len(arrays)}", **self.data()})
            name = chance.choice(arrays)["name"]
            if size == 8:
                return {"array": name, "offset": chance.choice([0, 0, 0, 0, 4, 16, -4])}
            return {"bytes": chance.randbytes(size) if chance.random() < 0.5 else bytes(size)}
        if load and load[1] in ("f32", "f64") and size == int(load[1][1:]) // 8:
            return {"type": load[1], "value": struct.unpack("f", struct.pack("f", chance.uniform(-4, 4)))[0]}
        if size in (1, 2, 4, 8):
            return {"type": f"s{8 * size}", "value": self.whole()}
        return {"bytes": bytes(size)}

    def request(self, number: int, ptx: str, kernel: dict[str, Any]) -> dict[str, Any]:
        chance = self.chance
        arrays: list[dict[str, Any]] = []
        launch = {
            "kernel": kernel["name"],
            "grid": chance.choice(GRIDS),
            "block": chance.choice(BLOCKS),
            "shared": chance.choice(SHARED),
            "arguments": [self.argument(each, ptx, arrays) for each in kernel["parameters"]],
            "patience": PATIENCE,
            "trace": chance.choice([False, False, True, 0, 1]),
            "explore": chance.choice([0, 0, 0, 20]),
        }
        if chance.random() < 0.25:
            warps = [chance.randrange(4) for _ in range(chance.choice([0, 3, 40]))]
            launch["order"] = {"warps": warps, "finish": chance.random() < 0.5}
        schedule = chance.choice(["forward", "reverse", f"random:{chance.getrandbits(64)}", "starve", "lockstep"])
        return {"id": number, "ptx": ptx, "schedule": schedule, "arrays": arrays, "launches": [launch] * chance.choice([1, 1, 2])}


# What an instruction makes of each element, for instructions that libraries of the host compute.
FUNCTION = """.version 9.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 k_out, .param .u64 k_in)
{{
  .reg .b16 %h<3>; .reg .f32 %f<3>; .reg .f64 %d<3>; .reg .b32 %r<4>; .reg .b64 %rd<5>;
  ld.param.u64 %rd0, [k_out]; ld.param.u64 %rd1, [k_in];
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %r0, %r1, %r2, %r3;
  mul.wide.u32 %rd2, %r0, {size}; add.s64 %rd3, %rd0, %rd2; add.s64 %rd4, %rd1, %rd2;
  ld.global.{kind} {register}1, [%rd4];
  {instruction} {register}2, {register}1;
  st.global.{kind} [%rd3], {register}2;
  ret;
}}
"""
FUNCTIONS = """
    ex2.approx.f32 ex2.approx.ftz.f32 lg2.approx.f32 tanh.approx.f32 sin.approx.f32 cos.approx.f32 rcp.approx.f32 rsqrt.approx.f32
    sqrt.rz.f32 rcp.rm.f64 sqrt.rp.f64 rsqrt.approx.f64 ex2.approx.f16 tanh.approx.bf16
""".split()
FORMS = {"f16": ("b16", "%h", "e", 2), "bf16": ("b16", "%h", "e", 2), "f32": ("f32", "%f", "f", 4), "f64": ("f64", "%d", "d", 8)}


def function_request(number: int, instruction: str, chance: random.Random) -> dict[str, Any]:
    """One for an instruction with any bits for operands, and with such as lie where functions bend."""
    kind, register, code, size = FORMS[instruction.rpartition(".")[2]]
    blocks, threads = 128, 256
    count = blocks * threads
    near = struct.pack(f"<{count // 2}{code}", *(chance.uniform(-12, 12) for _ in range(count // 2)))
    text = FUNCTION.format(instruction=instruction, kind=kind, register=register, size=size)
    launch = {"kernel": "k", "grid": (blocks, 1, 1), "block": (threads, 1, 1), "arguments": [{"array": "out"}, {"array": "in"}]}
    return {
        "id": number,
        "ptx": text,
        "launches": [launch],
        "arrays": [
            {"name": "out", "length": size * count},
            {"name": "in", "bytes": near + chance.randbytes(size * (count - count // 2))},
        ],
    }


def improper_requests() -> list[tuple[str, dict[str, Any]]]:
    """What cannot be carried out, each with the status that says so, and between them what can be."""
    proper = function_request(0, "sqrt.rz.f32", random.Random(1))
    launch, arrays = proper["launches"][0], proper["arrays"]
    out = arrays[0]

    def launched(**changed: Any) -> dict[str, Any]:
        return proper | {"launches": [launch | changed]}

    return [
        ("wrong", proper | {"ptx": proper["ptx"].rstrip("}\n")}),
        ("wrong", proper | {"schedule": "backwards"}),
        ("wrong", proper | {"arrays": [out | {"length": 0}, arrays[1]]}),
        ("memory", proper | {"arrays": [out | {"length": 1 << 52}, arrays[1]]}),
        ("completed", proper),
        ("wrong", launched(kernel="none")),
        ("wrong", launched(arguments=launch["arguments"][:1])),
        ("wrong", launched(arguments=[{"array": "out"}, {"array": "none"}])),
        ("wrong", launched(arguments=[{"array": "out"}, {"type": "s32", "value": 1}])),
        ("refused", launched(block=(1025, 1, 1))),
        ("refused", launched(grid=(0, 1, 1))),
        ("refused", launched(shared=1 << 20)),
        ("failed", launched(arguments=[{"array": "out"}, {"type": "u64", "value": 0}])),
        ("completed", launched(arguments=[{"array": "out"}, {"array": "in", "offset": 4}], grid=(1, 1, 1))),
    ]


class Late(Exception):
    """An answer that does not come in time."""


class Peer:
    """A process that answers requests."""

    def __init__(self, *command: str | Path) -> None:
        self.process = subprocess.Popen(list(map(str, command)), stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def heard(self, seconds: float) -> dict[str, Any]:
        """Its next message. Raises Late."""
        assert self.process.stdout is not None
        if not select.select([self.process.stdout], [], [], seconds)[0]:
            self.process.kill()
            raise Late
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"page_test: a process ended with status {self.process.wait()}")
        message: dict[str, Any] = json.loads(line, object_hook=native.unpacked)
        return message

    def answer(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(request, default=native.packed).encode() + b"\n")
        self.process.stdin.flush()
        while "explored" in (message := self.heard(seconds)):
            assert message["id"] == request["id"]
        return message


def differences(one: Any, other: Any, path: str = "") -> list[str]:
    """Where two values differ."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return [found for key in one for found in differences(one[key], other[key], f"{path}.{key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [found for i, each in enumerate(one) for found in differences(each, other[i], f"{path}[{i}]")]
    if isinstance(one, str) and isinstance(other, str) and one != other:
        lines = zip(one.splitlines() + [""], other.splitlines() + [""])
        one, other = next((pair for pair in lines if pair[0] != pair[1]), (one, other))
    return [] if one == other else [f"{path}: native {one!r:.400}, page {other!r:.400}"]


def check_improper(simulator: Peer, page: Peer) -> int:
    """How many of them are answered otherwise than they should be, by either."""
    failures = 0
    for status, request in improper_requests():
        expected, heard = simulator.answer(request, PAGE_SECONDS), page.answer(request, PAGE_SECONDS)
        for launch in heard["launches"]:
            del launch["milliseconds"]
        if found := differences(expected, heard) or [""][: expected["status"] != status]:
            failures += 1
            print(f"{status} expected, {expected['status']}: {expected['message']}", *found, sep="\n")
    # The worker outlives what it was not made for.
    if (status := page.answer({"id": 1, "ptx": None}, PAGE_SECONDS)["status"]) != "broken":
        failures += 1
        print(f"broken expected: {status}")
    if (status := page.answer(improper_requests()[4][1], PAGE_SECONDS)["status"]) != "completed":
        failures += 1
        print(f"completed expected: {status}")
    return failures


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--native", type=Path, required=True)
    parser.add_argument("--page", type=Path)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().getrandbits(32))
    parser.add_argument("--experiments", type=int, default=60)
    parser.add_argument("files", type=Path, nargs="+")
    options = parser.parse_args()
    if options.page is None:
        print("skipped: the pages have no simulator, for want of emscripten")
        sys.exit(SKIPPED)
    print(f"--seed {options.seed}")
    experiments = Experiments(random.Random(options.seed))
    texts = [text for file in options.files for text in texts_of(file)]
    named = [(text, entry[1]) for text in texts for entry in ENTRY.finditer(text)]
    if not named:
        sys.exit("page_test: no kernels")
    reader = native.Simulator(options.native)
    page = Peer("node", HERE / "worker_driver.js", options.page)
    if not page.heard(PAGE_SECONDS)["ready"]:
        sys.exit("page_test: the worker is not ready")
    serving = [sys.executable, HERE / "native.py", options.native]
    simulator = Peer(*serving)
    met: Counter[str] = Counter()
    failures = check_improper(simulator, page)
    requests = [function_request(0, each, experiments.chance) for each in FUNCTIONS]
    for number in range(options.experiments):
        text, name = experiments.chance.choice(named)
        ptx = alone(text, name)
        kernel = next(each for each in reader.kernels(ptx) if each["name"] == name)
        requests.append(experiments.request(number, ptx, kernel))
    for request, what in zip(requests, FUNCTIONS + [""] * len(requests)):
        try:
            expected = simulator.answer(request, SECONDS if not what else PAGE_SECONDS)
        except Late:
            met["too long"] += 1
            simulator = Peer(*serving)
            continue
        heard = page.answer(request, PAGE_SECONDS)
        for launch in heard["launches"]:
            del launch["milliseconds"]
        met[expected["status"]] += 1
        met.update({fault["kind"] for launch in expected["launches"] for fault in launch["faults"]})
        found = differences(expected, heard)
        if what and expected["status"] != "completed":
            found.append(f"not completed: {expected['message']}")
        if found:
            failures += 1
            launch = request["launches"][0]
            told = {key: launch.get(key) for key in ("grid", "block", "shared", "arguments", "explore", "order")}
            print(f"experiment {request['id']}, {what or launch['kernel']}, {request.get('schedule')}: {told}")
            print(*found[:5], sep="\n")
    for peer in (simulator, page):
        peer.process.kill()
    print(f"{len(requests)} experiments with {len(named)} kernels, {failures} different; met:")
    for what, times in met.most_common():
        print(f"{times:6}  {what}")
    if failures or not met["completed"] or not met["failed"]:
        sys.exit(1)


if __name__ == "__main__":
    main()
