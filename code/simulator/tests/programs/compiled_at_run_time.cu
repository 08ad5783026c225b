// exit: 0
// needs: nvrtc
// prints: 1000 right
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <vector>

// NVRTC compiles the kernel, for the device that there is, and the driver API loads it.
namespace {

const char* const source = R"(
template <class T>
__global__ void scale(T* x, int n, T factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= factor;
}
)";

#define CHECK(call)                                        \
  do {                                                     \
    if (const int error = int(call)) {                     \
      std::printf("line %d: error %d\n", __LINE__, error); \
      return 1;                                            \
    }                                                      \
  } while (false)

constexpr int n = 1000;

/// As a cubin, which is PTX here, or as PTX.
int run(bool as_cubin) {
  nvrtcProgram program;
  CHECK(nvrtcCreateProgram(&program, source, "scale.cu", 0, nullptr, nullptr));
  CHECK(nvrtcAddNameExpression(program, "scale<float>"));
  const char* const options[] = {as_cubin ? "--gpu-architecture=sm_90"
                                          : "--gpu-architecture=compute_90"};
  CHECK(nvrtcCompileProgram(program, 1, options));
  const char* name = nullptr;
  CHECK(nvrtcGetLoweredName(program, "scale<float>", &name));
  std::size_t bytes = 0;
  CHECK(as_cubin ? nvrtcGetCUBINSize(program, &bytes) : nvrtcGetPTXSize(program, &bytes));
  std::vector<char> code(bytes);
  CHECK(as_cubin ? nvrtcGetCUBIN(program, code.data()) : nvrtcGetPTX(program, code.data()));
  CUmodule module;
  CUfunction scale;
  CHECK(cuModuleLoadData(&module, code.data()));
  CHECK(cuModuleGetFunction(&scale, module, name));
  CHECK(nvrtcDestroyProgram(&program));
  std::vector<float> x(n, 2);
  CUdeviceptr device;
  CHECK(cuMemAlloc(&device, n * sizeof(float)));
  CHECK(cuMemcpyHtoD(device, x.data(), n * sizeof(float)));
  int count = n;
  float factor = 3;
  void* arguments[] = {&device, &count, &factor};
  CHECK(cuLaunchKernel(scale, (n + 127) / 128, 1, 1, 128, 1, 1, 0, nullptr, arguments, nullptr));
  CHECK(cuMemcpyDtoH(x.data(), device, n * sizeof(float)));
  CHECK(cuMemFree(device));
  CHECK(cuModuleUnload(module));
  int right = 0;
  for (const float each : x) right += each == 6;
  std::printf("%d right\n", right);
  return right != n;
}

}  // namespace

int main() {
  CUcontext context;
  CHECK(cuInit(0));
  CHECK(cuDevicePrimaryCtxRetain(&context, 0));
  CHECK(cuCtxSetCurrent(context));
  CHECK(run(false));
  CHECK(run(true));
  CHECK(cuDevicePrimaryCtxRelease(0));
  return 0;
}
