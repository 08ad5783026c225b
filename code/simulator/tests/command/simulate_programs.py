"""Tests of how programs are compiled, started and ended."""

import os
import re
import signal
import subprocess
import time

from simulating import ADD, SimulateTest, lines_with


class Programs(SimulateTest):
    def test_program_runs_and_its_exit_status_and_arguments_are_passed_on(self) -> None:
        self.write("add.cu", ADD)
        run = self.simulate("add.cu")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "1000 right\n", ""))
        run = self.simulate("-arch=sm_80", "add.cu", "-O1", "--", "3", "--count", "b c")
        self.assertEqual(run.stdout, "1000 right\nargument 3\nargument --count\nargument b c\n")
        self.assertEqual((run.returncode, run.stderr), (3, ""))
        self.assertEqual([each.name for each in self.folder.iterdir()], ["add.cu"], "something was left behind")

    def test_what_is_written_or_asked_anew_is_compiled_anew(self) -> None:
        self.write("value.cuh", "constexpr int value = 1;\n")
        self.write("value.cu", '#include "value.cuh"\nint main() { return PLUS + value; }\n')
        self.assertEqual([self.simulate("value.cu", "-DPLUS=1").returncode for _ in range(2)], [2, 2])
        self.write("value.cuh", "constexpr int value = 2;\n")
        self.assertEqual(self.simulate("value.cu", "-DPLUS=1").returncode, 3)
        self.assertEqual(self.simulate("value.cu", "-DPLUS=2").returncode, 4)

    def test_another_device_has_its_own_limits(self) -> None:
        self.write(
            "fit.cu",
            """
#include <cstdio>
__global__ void nothing() {}
int main() {
  int blocks = 0, count = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 64, 40 << 10);
  cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0);
  nothing<<<1, 64, 40 << 10>>>();
  std::printf("%d blocks on each of %d multiprocessors\\n", blocks, count);
  return cudaDeviceSynchronize();
}
""",
        )
        for words, said in (
            ("", "5 blocks on each of 132"),
            ("--device h100", "5 blocks on each of 132"),
            ("--device=a100", "4 blocks on each of 108"),
        ):
            run = self.simulate("fit.cu", *words.split())
            self.assertEqual((run.returncode, run.stdout), (0, f"{said} multiprocessors\n"), run.stderr)

    def test_uses_of_memory_that_are_forgotten_are_told_once(self) -> None:
        self.write(
            "meet.cu",
            """
#include <cstdlib>
__global__ void count(int* x) { atomicAdd(x, 1); }
int main(int, char** argv) {
  int* x;
  cudaMalloc(&x, sizeof(int));
  cudaMemset(x, 0, sizeof(int));
  cudaStream_t streams[2];
  for (cudaStream_t& each : streams) cudaStreamCreateWithFlags(&each, cudaStreamNonBlocking);
  cudaDeviceSynchronize();
  for (int k = 0; k < atoi(argv[1]); ++k) count<<<1, 1, 0, streams[k % 2]>>>(x);
  return cudaDeviceSynchronize();
}
""",
        )
        few, many = (self.simulate("meet.cu", "--", launches) for launches in ("2000", "10000"))
        self.assertEqual((few.returncode, few.stderr), (0, ""))
        self.assertEqual(many.returncode, 0)
        self.assertRegex(many.stderr, r"^simulator: kernels met in memory more than 4096 times .*\n$")

    def test_a_long_launch_tells_how_far_it_is(self) -> None:
        self.write(
            "long.cu",
            """
#include <cstdio>
__global__ void busy(unsigned* x, unsigned rounds) {
  for (unsigned k = 0; k < rounds; ++k) x[blockIdx.x * 32 + threadIdx.x] = k * (x[blockIdx.x * 32 + threadIdx.x] + k);
}
int main() {
  unsigned* x;
  cudaMallocManaged(&x, 64 * 128);
  busy<<<64, 32>>>(x, 100000);
  return cudaDeviceSynchronize();
}
""",
        )
        told = r"simulator: kernel busy is at work for (\d\S*) s: (\d+) of 64 blocks begun(?:; if it waits [^\n]*)?\n"
        for cores in ("1", "2"):
            run = self.simulate("--cores", cores, "long.cu", environment={"SIMULATE_TELL_AFTER": "0.01"})
            self.assertEqual(run.returncode, 0)
            matches = [(float(seconds), int(begun)) for seconds, begun in re.findall(told, run.stderr)]
            self.assertGreater(len(matches), 1, run.stderr)
            self.assertEqual(re.sub(told, "", run.stderr), "")
            due = 0.01
            for seconds, _ in matches:
                self.assertGreater(seconds, 0.99 * due)  # three digits are told
                while due <= seconds:
                    due *= 2
            self.assertTrue(all(1 <= begun <= 64 for _, begun in matches))
        self.assertEqual(self.simulate("long.cu").stderr, "", "ten seconds have not passed")

    def test_a_variable_that_means_nothing_is_told(self) -> None:
        self.write("empty.cu", "__global__ void empty() {}\nint main() { empty<<<1, 1>>>(); return cudaDeviceSynchronize(); }\n")
        for variable, value, told in (
            ("SIMULATE_TELL_AFTER", "5x", "'5x' is no number of seconds"),
            ("SIMULATE_TELL_AFTER", "-1", "'-1' is no number of seconds"),
            ("SIMULATE_LEAKS", "yes", "'yes' is neither 0 nor 1"),
            ("SIMULATE_PATIENCE", "many", "'many' is no number"),
            ("SIMULATE_CHECKS", "maybe", "'maybe' is neither on nor off"),
        ):
            run = self.simulate("empty.cu", environment={variable: value})
            self.assertEqual(run.returncode, 86, run.stderr)
            self.assertEqual(run.stderr.count(f"{variable}: {told}"), 1, run.stderr)

    def test_ctrl_c_tells_where_the_warps_stand(self) -> None:
        self.write(
            "busy.cu",
            """
#include <cstdio>
__global__ void busy(unsigned* x) {
  while (atomicAdd(x, 1) != ~0u) {}
}
int main() {
  unsigned* x;
  cudaMallocManaged(&x, 4);
  printf("begins\\n");
  fflush(stdout);
  busy<<<2, 32>>>(x);
  return cudaDeviceSynchronize();
}
""",
        )
        process = subprocess.Popen(
            [self.command, "busy.cu"],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.assertEqual(process.stdout and process.stdout.readline(), "begins\n")
        time.sleep(0.5)
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        self.assertRegex(errors, r"simulator: interrupted: kernel busy.*\n  block \(0,0,0\): warp 0 .*busy.cu:3")
        self.assertNotIn("Traceback", errors)

    def test_several_sources_are_linked(self) -> None:
        self.write("half.cuh", "void half(int* x, int n);\n")
        self.write(
            "half.cu",
            """
#include "half.cuh"
__global__ void halve(int* x, int n) { if (threadIdx.x < n) x[threadIdx.x] /= DIVISOR; }
void half(int* x, int n) { halve<<<1, 64>>>(x, n); cudaDeviceSynchronize(); }
""",
        )
        self.write(
            "main.cpp",
            """
#include <cuda_runtime.h>
#include <cstdio>
#include "half.cuh"
int main() {
  int* x;
  cudaMallocManaged(&x, 4);
  *x = 84;
  half(x, 1);
  std::printf("%d\\n", *x);
}
""",
        )
        run = self.simulate("main.cpp", "half.cu", "-DDIVISOR=2")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "42\n", ""))

    def test_complaints_of_the_compiler_are_passed_through(self) -> None:
        self.write("wrong.cu", "__global__ void k() { undeclared = 1; }\nint main() {}\n")
        run = self.simulate("wrong.cu")
        self.assertNotIn(run.returncode, (0, 86))
        self.assertTrue(lines_with(run.stderr, "wrong.cu(1): error"), run.stderr)
        self.assertNotIn("Traceback", run.stderr)
        self.write("halfway.cu", "void elsewhere();\nint main() { elsewhere(); }\n")
        run = self.simulate("halfway.cu")
        self.assertNotIn(run.returncode, (0, 86))
        self.assertIn("elsewhere", run.stderr)
        self.write("driver.cu", "#include <cuda.h>\nint main() { CUdeviceptr p; return cuIpcOpenMemHandle(&p, {}, 0); }\n")
        run = self.simulate("driver.cu", "-lcuda")
        self.assertIn("simulate: cuIpcOpenMemHandle is not part of the simulator\n", run.stderr)

    def test_libraries_that_need_a_gpu_are_named(self) -> None:
        self.write("empty.cu", "int main() {}\n")
        subprocess.run(["c++", "-x", "c++", "-shared", "/dev/null", "-o", self.folder / "libcurand.so"], check=True)
        run = self.simulate("empty.cu", f"-L{self.folder}", "-lcurand")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("simulate: libcurand has a CUDA runtime of its own, which needs a GPU", run.stderr)
        self.assertEqual(self.simulate("empty.cu", "-lm", "-Xcompiler", "-DNAME=-lcublas").stderr, "")

    def test_kernels_that_launch_kernels_are_refused(self) -> None:
        self.write(
            "parent.cu",
            "__global__ void child() {}\n__global__ void parent() { child<<<1, 1>>>(); }\n"
            "int main() { parent<<<1, 1>>>(); }\n",
        )
        run = self.simulate("parent.cu", "-rdc=true")
        self.assertEqual((run.returncode, run.stdout), (86, ""))
        self.assertRegex(
            run.stderr,
            r"parent\.cu:2: simulator: not supported: kernel parent, .* kernels that launch " r"kernels are not supported",
        )
        run = self.simulate("parent.cu")
        self.assertNotIn(run.returncode, (0, 86))
        self.assertIn("requires separate compilation", run.stderr)

    def test_missing_file_and_missing_words(self) -> None:
        run = self.simulate("absent.cu")
        self.assertEqual((run.returncode, run.stdout), (1, ""))
        self.assertEqual(run.stderr, "simulate: no such file: absent.cu\n")
        self.assertIn("Usage: simulate", self.simulate("--help").stdout)
        run = self.simulate()
        self.assertEqual(run.returncode, 1)
        self.assertIn("Usage: simulate", run.stderr)
        for words in (
            ["--count=xml", "a.cu"],
            ["a.cu", "--trace"],
            ["a.cu", "--patience=much"],
            ["a.cu", "--cores=all"],
            ["a.cu", "--device=v100"],
        ):
            run = self.simulate(*words)
            self.assertEqual(run.returncode, 1)
            self.assertRegex(run.stderr, "^simulate: -")

    def test_standard_input_reaches_the_program(self) -> None:
        self.write(
            "read.cu",
            """
#include <cstdio>
int main() {
  int n = 0;
  return scanf("%d", &n) == 1 ? n : 1;
}
""",
        )
        run = subprocess.run([self.command, "read.cu", "-o", "unused"], cwd=self.folder, input="42\n", text=True)
        self.assertEqual(run.returncode, 42)
        self.assertFalse((self.folder / "unused").exists())

    def test_a_signal_ends_it_as_a_shell_says(self) -> None:
        self.write("abort.cu", "#include <cstdlib>\nint main() { std::abort(); }\n")
        self.assertEqual(self.simulate("abort.cu").returncode, 134)
