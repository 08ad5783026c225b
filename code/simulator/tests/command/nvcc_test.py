"""simulate-nvcc in nvcc's place: by hand, by Make and by CMake, for programs that run without a GPU.

Usage: nvcc_test.py SIMULATE-NVCC NVCC
"""

import os
import re
import runpy
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

COMMAND, NVCC = Path(sys.argv[1]).absolute(), sys.argv[2]
del sys.argv[1:3]

ARCHITECTURE = r"""
#include <cstdio>
__global__ void ask(int* x) {
#ifdef __CUDA_ARCH__
  *x = __CUDA_ARCH__;
#endif
}
int main() {
  int* x;
  cudaMallocManaged(&x, sizeof(int));
  ask<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  std::printf("%d\n", *x);
}
"""
CAPABILITY = r"""
#include <cstdio>
int main() {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  std::printf("%d%d\n", device.major, device.minor);
}
"""
# Loads what simulate-nvcc -fatbin or NVRTC has made, and doubles 21.
DOUBLED = r"""
#include <cuda.h>
#include <cstdio>
int load(CUmodule* module);
int main() {
  CUcontext context;
  CUmodule module;
  CUfunction twice;
  CUdeviceptr x;
  int value = 21;
  void* arguments[] = {&x};
  if (cuInit(0) || cuDevicePrimaryCtxRetain(&context, 0) || cuCtxSetCurrent(context) || load(&module) ||
      cuModuleGetFunction(&twice, module, "twice") || cuMemAlloc(&x, sizeof value) ||
      cuMemcpyHtoD(x, &value, sizeof value) ||
      cuLaunchKernel(twice, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) ||
      cuMemcpyDtoH(&value, x, sizeof value))
    return 1;
  std::printf("%d\n", value);
}
"""
TWICE = 'extern "C" __global__ void twice(int* x) { *x *= 2; }\n'
BY_FILE = r"""
#include <cuda.h>
int load(CUmodule* module) { return cuModuleLoad(module, "twice.fatbin"); }
"""
BY_NVRTC = r"""
#include <cuda.h>
#include <nvrtc.h>
int load(CUmodule* module) {
  static char code[100000];
  nvrtcProgram program;
  const char* const options[] = {"-arch=sm_90"};
  size_t bytes = 0;
  return nvrtcCreateProgram(&program, TEXT, "twice.cu", 0, nullptr, nullptr) ||
         nvrtcCompileProgram(program, 1, options) || nvrtcGetCUBINSize(program, &bytes) || bytes > sizeof code ||
         nvrtcGetCUBIN(program, code) || cuModuleLoadData(module, code);
}
"""
SUM = r"""
#include <cstdio>
#if __has_include(<nccl.h>)
#include <nccl.h>
#else
#include "OWN"
#endif
int main() {
  ncclComm_t comm[2];
  int *x[2], sum = 0;
  if (ncclCommInitAll(comm, 2, nullptr) != ncclSuccess) return 1;
  ncclGroupStart();
  for (int rank = 0; rank < 2; ++rank) {
    const int own = rank + 20;
    cudaSetDevice(rank);
    cudaMalloc(&x[rank], sizeof(int));
    cudaMemcpy(x[rank], &own, sizeof(int), cudaMemcpyHostToDevice);
    ncclAllReduce(x[rank], x[rank], 1, ncclInt, ncclSum, comm[rank], 0);
  }
  ncclGroupEnd();
  cudaMemcpy(&sum, x[1], sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", sum);
}
""".replace(
    "OWN", str(Path(__file__).resolve().parents[2] / "nccl" / "nccl.h")
)
KERNEL = r"""
#include "half.h"
__global__ void halve(int* x, int n) { if (threadIdx.x < n) x[threadIdx.x] /= DIVISOR; }
int half(int value) {
  int *x, result;
  cudaMalloc(&x, sizeof(int));
  cudaMemcpy(x, &value, sizeof(int), cudaMemcpyHostToDevice);
  halve<<<1, 64>>>(x, 1);
  cudaMemcpy(&result, x, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(x);
  return result;
}
"""
DEVICE_USER = r"""
#include <cstdio>
extern __device__ int twice(int);
extern __device__ int offset[2];
static __device__ int own() { return 100; }
__global__ void use(int* x) {
  printf("user %d\n", own());
  *x = twice(4) + offset[1];
}
int main() {
  int *x, five = 5;
  cudaMemcpyToSymbol(offset, &five, sizeof five, sizeof five);
  cudaMallocManaged(&x, sizeof(int));
  use<<<1, 1>>>(x);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  std::printf("%d\n", *x);
}
"""
DEVICE_OWNER = r"""
#include <cstdio>
__device__ int offset[2] = {7, 6};
static __device__ __noinline__ int own() { return 200; }
__device__ __noinline__ int twice(int x) {
  printf("owner %d\n", own());
  return 2 * x;
}
"""
MAIN = r"""
#include <cstdio>
#include "half.h"
int main() { std::printf("%d\n", half(84)); }
"""
SPILL = """
__global__ void spill(int* x) {
  x[threadIdx.x] = 1;
}
int main() {
  int* x;
  cudaMalloc(&x, 31 * sizeof(int));
  spill<<<1, 32>>>(x);
  return cudaDeviceSynchronize() == cudaSuccess;
}
"""
MAKEFILE = """
CUDA_PATH ?= /usr/local/cuda
NVCC = $(CUDA_PATH)/bin/nvcc
%.o: %.cu
\t$(NVCC) -gencode arch=compute_80,code=sm_80 -DDIVISOR=2 -I$(CUDA_PATH)/include -MD -c $< -o $@
main: main.o half.o
\t$(CXX) $^ -L$(CUDA_PATH)/lib64 -lcudart_static -ldl -lrt -o $@
"""
CMAKE = """
cmake_minimum_required(VERSION 3.18)
project(halves LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)
set(CMAKE_CUDA_ARCHITECTURES 75 80-real)
add_compile_definitions(DIVISOR=2)
add_library(half STATIC half.cu)
add_library(half-shared SHARED half.cu)
add_executable(static main.cpp)
target_link_libraries(static half CUDA::cudart_static)
add_executable(shared main.cpp)
target_link_libraries(shared half CUDA::cudart)
add_executable(plain main.cpp)
target_link_libraries(plain half-shared)
add_executable(device architecture.cu)
add_executable(linked user.cu owner.cu)
set_target_properties(linked PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
target_link_libraries(linked PRIVATE CUDA::cudart_static)
"""

LINKED = (0, "user 100\nowner 200\n13\n", "")


class NvccTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, **texts: str) -> None:
        for name, text in texts.items():
            stem, _, suffix = name.rpartition("_")
            (self.folder / (f"{stem}.{suffix}" if stem else name)).write_text(text.lstrip("\n"))

    def write_halves(self) -> None:
        self.write(
            half_h="int half(int);\n",
            half_cu=KERNEL,
            main_cpp=MAIN,
            architecture_cu=ARCHITECTURE,
            user_cu=DEVICE_USER,
            owner_cu=DEVICE_OWNER,
        )

    def tool(self, *words: Path | str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            list(map(str, words)), cwd=self.folder, capture_output=True, text=True, env={**os.environ, **environment}
        )

    def nvcc(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        run = self.tool(COMMAND, *words, **environment)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run

    def program(self, name: str = "program", **environment: str) -> tuple[int, str, str]:
        run = subprocess.run([self.folder / name], cwd=self.folder, capture_output=True, text=True, env=environment)
        return run.returncode, run.stdout, run.stderr

    def test_several_sources_at_once_and_one_by_one(self) -> None:
        self.write_halves()
        self.nvcc("-DDIVISOR=2", "main.cpp", "half.cu", "-o", "program")
        self.assertEqual(self.program(), (0, "42\n", ""))
        self.nvcc("-DDIVISOR=4", "-O2", "-c", "half.cu", "-o", "half.o")
        self.nvcc("-c", "main.cpp", "-Xcompiler", "-Wall,-Wextra")
        for name, words in {
            "static": ["-cudart", "static"],
            "shared": ["-cudart=shared"],
            "none": ["-cudart", "none", "-L/usr/local/cuda/lib64", "-lcudart"],
            "path": ["-cudart=none", "/usr/local/cuda/lib64/libcudart_static.a", "-lcuda"],
        }.items():
            self.nvcc("main.o", "half.o", *words, "-o", name)
            self.assertEqual(self.program(name), (0, "21\n", ""), name)
        libraries = self.tool("ldd", "none").stdout
        self.assertNotIn("libcudart", libraries)
        self.assertEqual(sorted(each.suffix for each in self.folder.iterdir() if each.stem == "half"), [".cu", ".h", ".o"])

    def test_the_code_is_for_the_simulated_device_whatever_is_asked_for(self) -> None:
        self.write(architecture_cu=ARCHITECTURE, words_txt='-O1 -gencode "arch=compute_80,code=[sm_80,compute_80]"\n')
        for words in (
            ["-arch=sm_80"],
            ["-arch", "native"],
            ["--gpu-architecture=all"],
            ["-G", "-dlto", "-arch=sm_100"],
            ["-gencode", "arch=compute_75,code=sm_75", "-gencode=arch=compute_120,code=compute_120"],
            ["--gpu-architecture", "compute_80", "--gpu-code", "sm_80,sm_86"],
            ["--options-file", "words.txt"],
        ):
            self.nvcc(*words, "architecture.cu", "-o", "program")
            self.assertEqual(self.program(), (0, "900\n", ""), words)
        self.nvcc("architecture.cu", "-o", "program", NVCC_APPEND_FLAGS="-arch=sm_80", NVCC_PREPEND_FLAGS="-arch=sm_100")
        self.assertEqual(self.program()[1], "900\n")
        self.nvcc("architecture.cu", "-arch=sm_80", "-o", "program", SIMULATE_DEVICE="a100")
        self.assertEqual(self.program(SIMULATE_DEVICE="a100")[1], "800\n")
        self.assertEqual(self.program()[1], "800\n")
        run = self.tool(COMMAND, "architecture.cu", SIMULATE_DEVICE="v100")
        self.assertEqual((run.returncode, run.stderr), (1, "simulate-nvcc: SIMULATE_DEVICE=v100: h200, h100, a100\n"))

    def test_commands_and_the_simulator_know_the_same_devices(self) -> None:
        self.write(capability_cu=CAPABILITY)
        self.nvcc("capability.cu", "-o", "program")
        devices: dict[str, int] = runpy.run_path(str(COMMAND.parent / "nvcc.py"))["DEVICES"]
        for name, capability in devices.items():
            self.assertEqual(self.program(SIMULATE_DEVICE=name)[1], f"{capability}\n")
        self.assertIn(f"no such device: 'x' ({', '.join(devices)})\n", self.program(SIMULATE_DEVICE="x")[2])
        settings = runpy.run_path(str(COMMAND.parent / "settings.py"))["SETTINGS"]
        (meaning,) = (each.text for each in settings if each.variable == "SIMULATE_DEVICE")
        self.assertEqual(re.findall(r"\b[a-z]+\d+", meaning), list(devices))

    def test_faults_are_told_with_file_and_line_and_the_environment_is_obeyed(self) -> None:
        self.write(spill_cu=SPILL)
        self.nvcc("-G", "spill.cu", "-o", "program")
        status, _, errors = self.program(SIMULATE_COUNTS="counts.csv")
        self.assertEqual(status, 86)
        self.assertRegex(errors, r"spill\.cu:2: simulator: access out of bounds: kernel spill")
        self.assertTrue((self.folder / "counts.csv").read_text().startswith("kernel,"))
        self.assertIn("sideways", self.program(SIMULATE_SCHEDULE="sideways")[2])

    def test_what_only_asks_is_answered_by_nvcc(self) -> None:
        for words in (["--version"], ["-V"], ["--help"], ["--list-gpu-arch"]):
            own, theirs = self.nvcc(*words), self.tool(NVCC, *words)
            self.assertEqual((own.stdout, own.stderr), (theirs.stdout, theirs.stderr), words)
        self.write(a_cu="int main() {}\n")
        said = self.nvcc("--dryrun", "a.cu").stderr
        toolkit = self.nvcc("--toolkit").stdout.strip()
        self.assertIn(f"#$ TOP={toolkit}", said)
        line = said.splitlines()[-1]
        self.assertLess(line.index(f"{toolkit}/lib64"), line.index("-lcudart_static"))
        self.assertFalse((self.folder / "a.out").exists())
        self.assertTrue((Path(toolkit) / "include" / "cuda_runtime.h").exists())

    def test_device_code_is_linked_of_several_files(self) -> None:
        self.write_halves()
        self.nvcc("-rdc=true", "user.cu", "owner.cu", "-lcudadevrt", "-cudadevrt", "static", "-o", "program")
        self.assertEqual(self.program(), LINKED)
        self.nvcc("-dc", "user.cu", "owner.cu")
        self.nvcc("-dlink", "user.o", "owner.o", "-o", "linked.o")
        self.nvcc("user.o", "owner.o", "linked.o", "-o", "by-steps")
        self.assertEqual(self.program("by-steps"), LINKED)
        self.nvcc("-lib", "owner.o", "-o", "libowner.a")
        self.nvcc("-rdc=true", "user.o", "-L.", "-lowner", "-o", "of-library")
        self.assertEqual(self.program("of-library"), LINKED)
        for lost, complaint in (
            ("extern __device__ int lost; __device__ int get() { return lost; }", "no linked file defines the variable 'lost'"),
            ("extern __device__ int lost(); __device__ int get() { return lost(); }", "function '_Z4lostv' not known"),
        ):
            self.write(
                lost_cu=lost
                + """
__global__ void use(int* x) { *x = get(); }
int main() {
  int* x;
  cudaMalloc(&x, 4);
  use<<<1, 1>>>(x);
  return cudaDeviceSynchronize();
}
"""
            )
            self.nvcc("-rdc=true", "lost.cu", "-o", "program")
            status, _, errors = self.program()
            self.assertEqual(status, 86)
            self.assertIn(complaint, errors)

    def test_nccl_is_the_simulators(self) -> None:
        self.write(sum_cu=SUM, lost_cu='extern "C" int ncclLost();\nint main() { return ncclLost(); }\n')
        ways: list[list[str]] = [[], ["-lnccl"], ["-L/usr/local/cuda/lib64", "-l", "nccl"], ["/usr/lib/libnccl.so.2"]]
        for words in [*ways, ["-lnccl_static"]]:
            self.nvcc("sum.cu", *words, "-o", "program")
            self.assertEqual(self.program(SIMULATE_DEVICES="2"), (0, "41\n", ""), words)
            self.assertNotIn("libnccl", self.tool("ldd", "program").stdout)
        # As a host's compiler links.
        toolkit = self.nvcc("--toolkit").stdout.strip()
        self.nvcc("-c", "sum.cu", "-o", "sum.o")
        run = self.tool("c++", "sum.o", f"-L{toolkit}/lib64", "-lnccl", "-lcudart", "-o", "program")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(self.program(SIMULATE_DEVICES="2"), (0, "41\n", ""))
        self.assertNotIn("libnccl", self.tool("ldd", "program").stdout)
        run = self.tool(COMMAND, "lost.cu", "-lnccl")
        self.assertTrue(run.stderr.endswith("simulate-nvcc: ncclLost is not part of the simulator\n"), run.stderr)

    def test_the_driver_api_is_the_simulators(self) -> None:
        self.write(main_cpp=DOUBLED, load_cpp=BY_FILE, twice_cu=TWICE)
        self.nvcc("-fatbin", "twice.cu", "-o", "twice.fatbin")
        ways: list[list[str]] = [
            [],
            ["-lcuda"],
            ["-cudart=none", "-l", "cuda"],
            ["-cudart", "shared", "-L/usr/local/cuda/lib64/stubs", "-lcuda"],
        ]
        for words in [*ways, ["-rdc=true", "-lcuda"]]:
            self.nvcc("main.cpp", "load.cpp", *words, "-o", "program")
            self.assertEqual(self.program(), (0, "42\n", ""), words)
            self.assertNotIn("libcuda.", self.tool("ldd", "program").stdout)
        # As a host's compiler links.
        toolkit = self.nvcc("--toolkit").stdout.strip()
        for folder in ("lib64", "lib64/stubs"):
            words = ["main.cpp", "load.cpp", f"-I{toolkit}/include", f"-L{toolkit}/{folder}", "-lcuda", "-o", "program"]
            run = self.tool("c++", *words)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual(self.program(), (0, "42\n", ""))

    def test_nvrtc_gives_what_the_simulator_runs(self) -> None:
        toolkit = Path(self.nvcc("--toolkit").stdout.strip())
        if not list(toolkit.glob("lib64/libnvrtc.so")):
            self.skipTest("no libnvrtc")
        text = "#define TEXT " + '"' + TWICE.strip().replace('"', '\\"') + '"\n'
        self.write(main_cpp=DOUBLED, load_cpp=text + BY_NVRTC)
        for words in (["-lnvrtc", "-lcuda"], ["-lcuda", "-lnvrtc"], ["-cudart=shared", "-lnvrtc"]):
            self.nvcc("main.cpp", "load.cpp", *words, "-o", "program")
            self.assertEqual(self.program(), (0, "42\n", ""), words)

    def test_dependencies_and_other_outputs(self) -> None:
        self.write_halves()
        self.assertIn("half.h", self.nvcc("-M", "-DDIVISOR=2", "half.cu").stdout)
        self.nvcc("-DDIVISOR=2", "-MD", "-MF", "half.d", "-MT", "goal", "-c", "half.cu", "-o", "half.o")
        self.assertRegex((self.folder / "half.d").read_text(), r"^goal *:[\s\S]*half\.h")
        self.assertIn("#define", self.nvcc("-E", "-Xcompiler=-dM", "half.cu").stdout)
        self.nvcc("-ptx", "-arch=sm_80", "architecture.cu")
        self.assertRegex((self.folder / "architecture.ptx").read_text(), r"\.target sm_90\b")
        for words in (["-arch=sm_90a"], ["-gencode", "arch=compute_90a,code=sm_90a"]):
            self.nvcc("-ptx", *words, "architecture.cu")
            self.assertRegex((self.folder / "architecture.ptx").read_text(), r"\.target sm_90a\b")
        self.nvcc("-cubin", "-arch=sm_80", "architecture.cu")
        self.assertTrue((self.folder / "architecture.cubin").exists())

    def test_complaints_and_status_are_nvccs(self) -> None:
        self.write(
            wrong_cu="__global__ void k() { undeclared = 1; }\nint main() {}\n",
            driver_cu="#include <cuda.h>\nint main() { return cuMemUnmap(0, 0); }\n",
        )
        for words in (["wrong.cu"], ["-c", "wrong.cu"]):
            run, theirs = self.tool(COMMAND, *words), self.tool(NVCC, *words)
            self.assertEqual(run.returncode, theirs.returncode)
            self.assertIn("wrong.cu(1): error", run.stderr)
        run = self.tool(COMMAND, "driver.cu", "-lcuda")
        self.assertNotEqual(run.returncode, 0)
        self.assertTrue(run.stderr.endswith("simulate-nvcc: cuMemUnmap is not part of the simulator\n"), run.stderr)
        run = self.tool(COMMAND, "--options-file", "absent.txt")
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stderr, "^simulate-nvcc: --options-file: .*absent.txt")

    def test_make(self) -> None:
        self.write_halves()
        self.write(Makefile=MAKEFILE)
        toolkit = self.nvcc("--toolkit").stdout.strip()
        run = self.tool("make", f"CUDA_PATH={toolkit}", "main")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertEqual(self.program("main"), (0, "42\n", ""))
        self.assertIn("half.h", (self.folder / "half.d").read_text())

    @unittest.skipUnless(shutil.which("cmake"), "no CMake here")
    def test_cmake(self) -> None:
        self.write_halves()
        self.write(CMakeLists_txt=CMAKE)
        for words in (["-S", ".", "-B", "build", f"-DCMAKE_CUDA_COMPILER={COMMAND}"], ["--build", "build"]):
            run = self.tool("cmake", *words)
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
            self.assertIsNone(re.search("(?i)warning", run.stdout + run.stderr), run.stdout + run.stderr)
        for name in ("static", "shared", "plain"):
            self.assertEqual(self.program(f"build/{name}"), (0, "42\n", ""), name)
        self.assertEqual(self.program("build/device"), (0, "900\n", ""))
        self.assertEqual(self.program("build/linked"), LINKED)


if __name__ == "__main__":
    unittest.main()
