"""What the tests of the aids' rules share: running a rule as the page does, and how the tests are started."""

import json
import pathlib
import subprocess
import sys
import unittest
from typing import Any

HERE = pathlib.Path(__file__).resolve().parent
SCRIPT = """
const fs = require("fs"), vm = require("vm");
const rule = vm.runInThisContext(fs.readFileSync(process.argv[1], "utf8") + process.argv[2]);
const answer = %s;
console.log(JSON.stringify(JSON.parse(fs.readFileSync(0, "utf8")).map(answer)));
"""


class Started:
    """The words that a test was started with."""

    subject = ""  # what a rule is held against
    node = ""


def answers(name: str, answer: str, questions: list[Any]) -> Any:
    """What `answer`, a function in JavaScript that finds the aid's object as `rule`, says to each of them."""
    command = [Started.node, "-e", SCRIPT % answer, str(HERE / f"{name}.js"), name]
    run = subprocess.run(command, input=json.dumps(questions), capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def main(usage: str | None) -> None:
    """Runs a test: TEST.py SUBJECT NODE."""
    if len(sys.argv) < 3:
        sys.exit(usage)
    Started.subject, Started.node = sys.argv[1:3]
    if not Started.node:
        print("skipped: node is not installed")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
