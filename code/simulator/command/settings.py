"""What can be set about a simulation: by an option of simulate, by a variable of the environment elsewhere."""

import re
import textwrap
import typing


class Setting(typing.NamedTuple):
    option: str  # as the help shows it
    variable: str
    value: str  # as the help shows it, or what the variable is set to by an option without a value
    text: str
    number: str = ""  # of what, if the value is one
    usual: str = ""  # value, where the option may stand without

    @property
    def name(self) -> str:
        return re.split(r"[ \[]", self.option)[0].removeprefix("--")

    def wrong(self, value: str) -> str:
        """What the value should be, if it is not."""
        if self.number and not (value.isdigit() and int(value)):
            return f"a number of {self.number}, 1 or more"
        return ""

    @property
    def takes_value(self) -> bool:
        return " " in self.option


SETTINGS = (
    Setting("--schedule ORDER", "SIMULATE_SCHEDULE", "ORDER",
            "order of blocks and warps: forward, reverse, random:SEED, starve, lockstep (a warp has one program counter, "
            "as before Volta)"),
    Setting("--streams WHEN", "SIMULATE_STREAMS", "WHEN",
            "when kernels, copies and fills take effect: early (at once), late (when somebody waits for them) or "
            "random:SEED; a host that looks at results before it has waited may see them with early, and does not with "
            "late"),
    Setting("--trace KERNEL", "SIMULATE_TRACE_KERNEL", "KERNEL",
            "write what every lane did in the launches of one kernel; steps begin again with each launch"),
    Setting("--trace-to FILE", "SIMULATE_TRACE", "FILE", "the file to write that to; without a kernel, of all kernels"),
    Setting("--explore[=N]", "SIMULATE_EXPLORE", "N",
            "before each launch, run it in every order of its warps that makes a difference, in 10000 or N at most: a "
            "race, a deadlock or a failed assertion that needs luck needs none; for a few warps", "orders", "10000"),
    Setting("--patience N", "SIMULATE_PATIENCE", "N",
            "report a livelock when N warp instructions pass in which no thread ends and no barrier of a block is "
            "complete; threads that spin without changing anything are always reported", "warp instructions"),
    Setting("--device h100", "SIMULATE_DEVICE", "h100",
            "simulate another GPU: h200 (if nothing is said), h100 or a100"),
    Setting("--devices N", "SIMULATE_DEVICES", "N",
            "give the program so many GPUs, all alike and with access to each other; 1 if nothing is said, 32 at most",
            "devices"),
    Setting("--cores N", "SIMULATE_CORES", "N",
            "let so many cores share the blocks of a launch, instead of all; results, counts and faults are the same",
            "cores"),
    Setting("--leaks", "SIMULATE_LEAKS", "1", "report device memory that was never freed"),
    Setting("--watch-host", "SIMULATE_WATCH_HOST", "1",
            "find also a host that is too early on a page of managed or pinned memory that kernels use in part, or before "
            "they have begun; a program that blocks SIGSEGV, keeps locks in such memory or hands it to the system may fail"),
    Setting("--faults N", "SIMULATE_FAULTS", "N",
            "end a launch when it has faults in N places, instead of 100; 1: at the first, as a GPU does", "places"),
    Setting("--strict", "SIMULATE_STRICT", "1",
            "what is benign fails the run as well, such as writes of the same value that nothing orders"),
    Setting("--fast", "SIMULATE_CHECKS", "off",
            "only run the program: no accesses are checked but for being in bounds and aligned, races are not looked for, "
            "and all counts are zero"),
)  # fmt: skip
COUNTS = Setting("--count", "SIMULATE_COUNTS", "FILE", "write what each kernel launch did to a CSV file")
FAULT_LIST = Setting("--json", "SIMULATE_FAULT_LIST", "FILE", "write the faults to a CSV file")
TELL_AFTER = Setting(
    "", "SIMULATE_TELL_AFTER", "SECONDS", "tell that a launch is at work when it takes as long, instead of 10 seconds"
)

NCCL_PATIENCE = Setting(
    "", "SIMULATE_NCCL_PATIENCE", "SECONDS",
    "for how long ncclCommInitRank waits for other ranks to call it, and ncclCommDestroy for other processes to, instead "
    "of 60 seconds"
)  # fmt: skip


def table(rows: typing.Iterable[tuple[str, str]]) -> str:
    """Two columns, as helps have them."""
    rows = list(rows)
    indent = max(len(name) for name, _ in rows) + 4
    return "\n".join(
        textwrap.fill(text, 118, initial_indent=f"  {name:{indent - 2}}", subsequent_indent=" " * indent) for name, text in rows
    )


def options() -> str:
    return table(
        [
            ("--count[=table|csv|json]", "print what each kernel launch did, after the program's own output"),
            *((setting.option, setting.text) for setting in SETTINGS),
            ("--json FILE", "write the faults, each launch's counts and the exit status to FILE, for other programs"),
            ("--check", "report faults; this is done unless --fast is given"),
        ]
    )


def variables() -> str:
    return table(
        (f"{setting.variable}={setting.value}", setting.text)
        for setting in (COUNTS, FAULT_LIST, *SETTINGS, TELL_AFTER, NCCL_PATIENCE)
    )
