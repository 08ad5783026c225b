"""Tests of how sessions on a GPU are kept, with a stand-in for the driver's tool and for nvcc; and of a GPU's names."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from measure import device
from results import result_files
from shared.tools import ROOT, command

SMI = """#!/bin/sh
[ "$GPUS" ] || exit 9
case "$*" in
  *driver_version*) echo 570.1 ;;
  *id=0*) echo "NVIDIA First (80 GB)" ;;
  *) echo NVIDIA Second ;;
esac
"""


class Transcribe(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.write("bin/nvidia-smi", SMI)
        self.write("bin/nvcc", '#!/bin/sh\necho "release 12.8, V12.8.1"\n')
        self.write("one/gpu/ask.sh", 'echo "seen: $CUDA_VISIBLE_DEVICES"\n')

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def transcribe(self, **settings: str) -> subprocess.CompletedProcess[str]:
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("WARP_", "CUDA_"))}
        environment |= {"PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}", "WARP_COMMIT": "abc", "WARP_DIRTY": "no"}
        options = ["--sources", ".", "--output", "out", "--nvcc", "bin/nvcc", "one"]
        return subprocess.run(
            [*command("transcribe"), *options], cwd=self.folder, capture_output=True, text=True, env={**environment, **settings}
        )

    def kept(self) -> dict[str, str]:
        return {path.relative_to(self.folder / "out").as_posix(): path.read_text() for path in self.folder.glob("out/*/*")}

    def test_a_session_is_kept_for_the_gpu_that_it_ran_on(self) -> None:
        run = self.transcribe(GPUS="2")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        ((path, text),) = self.kept().items()
        self.assertEqual(path, "nvidia-first-80-gb/one-gpu-ask.transcript")
        for line in (
            "# machine: nvidia-first-80-gb",
            "# driver: 570.1",
            "# gpu: NVIDIA First (80 GB)",
            "# CUDA: 12.8",
            "> seen:",
        ):
            self.assertIn(f"{line}\n", text)
        self.assertEqual(self.transcribe(GPUS="2").stdout, "one-gpu-ask: as before\n")

    def test_the_second_gpu_is_a_machine_of_its_own(self) -> None:
        run = self.transcribe(GPUS="2", WARP_DEVICE="1")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        ((path, text),) = self.kept().items()
        self.assertEqual(path, "nvidia-second-2/one-gpu-ask.transcript")
        self.assertIn("> seen: 1\n", text)

    def test_without_a_gpu_nothing_is_kept(self) -> None:
        run = self.transcribe(GPUS="")
        self.assertEqual((run.returncode, run.stderr, self.kept()), (77, "", {}))


class Names(unittest.TestCase):
    def test_a_gpu_s_folder_is_called_as_programs_call_it(self) -> None:
        recorded = list((ROOT / "figures" / "recorded").glob("*/machine.txt"))
        self.assertTrue(recorded)
        for path in recorded:
            facts = result_files.machine_facts(path)
            self.assertEqual(device.folder_name(facts["gpu"]), facts["machine"])


if __name__ == "__main__":
    unittest.main()
