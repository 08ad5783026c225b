#!/usr/bin/env python3
"""Counts how the tests of a build went: "PASSED FAILED SKIPPED [failed test ...]".

Usage: count_tests.py BUILD FAILED LEFT_OUT

The last words of tests that failed go to the file FAILED; the names of tests that did not run to their end, for whoever
ran them was stopped, to the file LEFT_OUT. They count as skipped. How long the slowest took is told on standard error.
"""

import json
import pathlib
import subprocess
import sys

KINDS = {"OK": "passed", "EXPECTEDFAIL": "passed", "SKIP": "skipped"}


def main() -> None:
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    build, failed, left_out = map(pathlib.Path, sys.argv[1:])
    asked = subprocess.run(["meson", "introspect", "--tests", build], check=True, capture_output=True, text=True)
    lines = (build / "meson-logs" / "testlog.json").read_text(encoding="utf-8").splitlines()
    # One JSON object a line for each test that ended, or was ended.
    tests = [test for test in map(json.loads, lines) if test["result"] != "INTERRUPT"]
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    bad: list[str] = []
    seconds: dict[str, float] = {}
    for test in tests:
        name = test["name"].split(" / ")[-1]
        seconds[name] = test["duration"]
        kind = KINDS.get(test["result"], "failed")
        counts[kind] += 1
        if kind == "failed":
            bad.append(name)
            words = test.get("stdout", "") + test.get("stderr", "")
            with open(failed, "a", encoding="utf-8") as log:
                print(f"\n--- {test['name']}: {test['result']}\n{words[-3000:]}", file=log)
    slowest = sorted(seconds, key=lambda name: seconds[name], reverse=True)[:12]
    print("slowest tests, in s:", ", ".join(f"{name} {seconds[name]:.0f}" for name in slowest), file=sys.stderr)
    missing = [test["name"] for test in json.loads(asked.stdout) if test["name"] not in seconds]
    if missing:
        left_out.write_text(f"tests left out, for it is late: {', '.join(missing)}\n", encoding="utf-8")
        counts["skipped"] += len(missing)
    print(*counts.values(), *bad)


if __name__ == "__main__":
    main()
