"""The simulator's shared library, asked as a page asks its worker: protocol.d.ts says what requests and replies are.

Usage: native.py LIBRARY
It answers requests on standard input, as worker_driver.js does: a line of JSON each, bytes in base64.

A reply is what the worker's would be, byte for byte, but for the milliseconds that launches took.
"""

import base64
import ctypes
import json
import os
import struct
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

FORMATS = dict(zip("u8 s8 u16 s16 u32 s32 u64 s64 f32 f64".split(), "<B <b <H <h <I <i <Q <q <f <d".split(), strict=True))
STATUSES = {0: "completed", 100: "refused", 101: "unsupported", 102: "memory", 103: "wrong"}
REASONS = ["illegal address", "misaligned address", "assertion", "trap", "deadlock", "cluster address", "illegal instruction"]

Json = dict[str, Any]


class Wrong(Exception):
    """A request that cannot be carried out."""

    def __init__(self, status: str, message: str) -> None:
        super().__init__(message)
        self.status = status


@contextmanager
def standard_output(take: Callable[[str], None]) -> Iterator[None]:
    """Gives what the process writes there in the meantime, whoever does."""
    sys.stdout.flush()
    saved = os.dup(1)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 1)
        try:
            yield
        finally:
            os.dup2(saved, 1)
            os.close(saved)
            file.seek(0)
            take(file.read().decode("utf-8", "replace"))


class Simulator:
    """The library: one machine at a time."""

    def __init__(self, library: Path) -> None:
        self._calls = ctypes.CDLL(str(library))
        text, number = ctypes.c_char_p, ctypes.c_double
        extents = [ctypes.c_uint] * 6
        for name, result, arguments in (
            ("reset", None, []),
            ("error", text, []),
            ("load", ctypes.c_int, [text]),
            ("kernels", text, []),
            ("refusals", text, []),
            ("allocate", number, [number]),
            ("write", ctypes.c_int, [number, text, number]),
            ("read", ctypes.c_int, [ctypes.c_void_p, number, number]),
            ("schedule", ctypes.c_int, [text]),
            ("trace", None, [ctypes.c_int, ctypes.c_int]),
            ("explore", None, [number]),
            ("launch", ctypes.c_int, [text, *extents, number, text, ctypes.c_uint, number]),
            ("counts", text, []),
            ("faults", text, []),
            ("trace_text", text, []),
            ("exploration", text, []),
            ("order", None, [ctypes.POINTER(ctypes.c_uint), ctypes.c_uint, ctypes.c_int]),
            ("replay", text, []),
        ):
            call = getattr(self._calls, "sim_" + name)
            call.restype, call.argtypes = result, arguments

    def answer(self, request: Json) -> Json:
        """The reply to a request, in which bytes are `bytes`."""
        reply: Json = {
            "id": request["id"],
            "status": "completed",
            "message": "",
            "launches": [],
            "outputs": {},
            "refused": [],
            "addresses": {},
            "printed": "",
        }
        with standard_output(lambda text: reply.update(printed=text)):
            try:
                self._carry_out(request, reply)
            except Wrong as wrong:
                reply["status"], reply["message"] = wrong.status, str(wrong)
        return reply

    def _carry_out(self, request: Json, reply: Json) -> None:
        calls = self._calls
        calls.sim_reset()
        if not calls.sim_load(request["ptx"].encode()):
            raise Wrong("wrong", self._error())
        reply["refused"] = json.loads(calls.sim_refusals())
        if not calls.sim_schedule(request.get("schedule", "forward").encode()):
            raise Wrong("wrong", self._error())
        places = {each["name"]: self._placed(each) for each in request["arrays"]}
        reply["addresses"] = {name: int(place) for name, place in places.items()}
        for launch in request["launches"]:
            outcome = self._launched(launch, places)
            reply["launches"].append(outcome)
            reply["status"], reply["message"] = outcome["status"], outcome["message"]
            if outcome["status"] != "completed":
                break
        for each in request["arrays"]:
            buffer = ctypes.create_string_buffer(length_of(each))
            calls.sim_read(buffer, places[each["name"]], length_of(each))
            reply["outputs"][each["name"]] = buffer.raw

    def _placed(self, array: Json) -> float:
        length = length_of(array)
        address = self._calls.sim_allocate(length)
        if address == 0:
            raise Wrong("memory" if length > 0 else "wrong", f"no room for {length} bytes of {array['name']}")
        if "bytes" in array:
            self._calls.sim_write(address, array["bytes"], length)
        return float(address)

    def _launched(self, launch: Json, places: dict[str, float]) -> Json:
        calls = self._calls
        kernel = next((each for each in json.loads(calls.sim_kernels()) if each["name"] == launch["kernel"]), None)
        if kernel is None:
            raise Wrong("wrong", f"there is no kernel {launch['kernel']}")
        traced = launch.get("trace", False)
        calls.sim_trace(int(traced is not False), -1 if isinstance(traced, bool) else traced)
        calls.sim_explore(launch.get("explore", 0))
        arguments = laid_out(kernel, launch["arguments"], places)
        if order := launch.get("order"):
            warps = order["warps"]
            calls.sim_order((ctypes.c_uint * len(warps))(*warps), len(warps), int(order["finish"]))
        status = calls.sim_launch(
            launch["kernel"].encode(),
            *launch["grid"],
            *launch["block"],
            launch.get("shared", 0),
            arguments,
            len(arguments),
            launch.get("patience", 0),
        )
        failed = 0 < status < 100
        return {
            "status": "failed" if failed else STATUSES[status],
            "reason": REASONS[status - 1] if failed else None,
            "message": self._error() if status >= 100 else "",
            "counts": json.loads(calls.sim_counts()),
            "faults": json.loads(calls.sim_faults()),
            "trace": calls.sim_trace_text().decode(),
            "exploration": json.loads(calls.sim_exploration()),
            "replay": json.loads(calls.sim_replay()),
        }

    def _error(self) -> str:
        return str(self._calls.sim_error().decode())

    def kernels(self, ptx: str) -> list[Json]:
        """Those of a PTX, as interface.h describes them. Raises Wrong."""
        self._calls.sim_reset()
        if not self._calls.sim_load(ptx.encode()):
            raise Wrong("wrong", self._error())
        found: list[Json] = json.loads(self._calls.sim_kernels())
        return found


def length_of(array: Json) -> int:
    """Its bytes."""
    return len(array["bytes"]) if "bytes" in array else int(array.get("length", 0))


def bytes_of(argument: Json, places: dict[str, float]) -> bytes:
    """An argument as it lies in memory."""
    if "bytes" in argument:
        return bytes(argument["bytes"])
    if "array" in argument:
        if argument["array"] not in places:
            raise Wrong("wrong", f"there is no array {argument['array']}")
        return struct.pack("<Q", int(places[argument["array"]]) + argument.get("offset", 0))
    kind, value = argument["type"], argument["value"]
    if kind in ("f32", "f64"):
        return struct.pack(FORMATS[kind], value)
    size = struct.calcsize(FORMATS[kind])
    return (int(value) % (1 << 64)).to_bytes(8, "little")[:size]


def laid_out(kernel: Json, given: list[Json], places: dict[str, float]) -> bytes:
    """The arguments as the kernel's parameters lie."""
    parameters = kernel["parameters"]
    if len(given) != len(parameters):
        raise Wrong("wrong", f"{kernel['name']} takes {len(parameters)} arguments, not {len(given)}")
    result = bytearray(kernel["parameter_bytes"])
    for argument, parameter in zip(given, parameters):
        its = bytes_of(argument, places)
        if len(its) != parameter["size"]:
            raise Wrong("wrong", f"{parameter['name']} has {parameter['size']} bytes, not {len(its)}")
        result[parameter["offset"] : parameter["offset"] + len(its)] = its
    return bytes(result)


def packed(value: bytes) -> dict[str, str]:
    """Bytes as JSON has them; for json.dumps()."""
    return {"base64": base64.b64encode(value).decode()}


def unpacked(value: Json) -> Any:
    """Their inverse; for json.loads()."""
    return base64.b64decode(value["base64"]) if value.keys() == {"base64"} else value


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    simulator = Simulator(Path(sys.argv[1]))
    for line in sys.stdin:
        print(json.dumps(simulator.answer(json.loads(line, object_hook=unpacked)), default=packed), flush=True)


if __name__ == "__main__":
    main()
