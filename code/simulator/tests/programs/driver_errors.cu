// exit: 0
// prints: all as CUDA has them
// prints: log: line 5: nonsense.b32: unknown opcode
// reports: cuLaunchKernel returned CUDA_ERROR_INVALID_VALUE (a block has at most
// reports: cuMemAlloc returned CUDA_ERROR_INVALID_CONTEXT (this host thread has no context)
// reports: CUDA_ERROR_INVALID_HANDLE (the kernel's module is of another context)
// reports: CUDA_ERROR_NO_BINARY_FOR_GPU (a cubin is machine code
#include <cuda.h>

#include <cstdio>
#include <cstring>

#include "simulator/tests/programs/driver_results.hpp"

// A program that is wrong in many ways, and hears of each: as from an H200 with CUDA 13.
namespace {

const char* const wrong_text = R"(
.version 7.8
.target sm_75
.visible .entry wrong() {
  nonsense.b32 %r1;
  ret;
}
)";

const char* const text = R"(
.version 7.8
.target sm_75
.address_size 64
.visible .entry nothing() { ret; }
)";

void load_what_is_wrong() {
  char log[400] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
  CUmodule module = nullptr;
  EXPECT(CUDA_ERROR_INVALID_PTX, cuModuleLoadDataEx(&module, wrong_text, 2, options, values));
  std::printf("log: %s\n", log);
  if (reinterpret_cast<size_t>(values[1]) != std::strlen(log)) ++failed;
  EXPECT(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&module, "hello"));
  // What a GPU can run the simulator cannot.
  EXPECT(CUDA_ERROR_NO_BINARY_FOR_GPU, cuModuleLoadData(&module,
                                                        "\x7f"
                                                        "ELF and so on"));
  EXPECT(CUDA_ERROR_FILE_NOT_FOUND, cuModuleLoad(&module, "/no/such/file.ptx"));
}

void launch_what_is_wrong(CUmodule module) {
  CUfunction nothing = nullptr, missing = nullptr;
  CUdeviceptr variable;
  size_t bytes;
  CHECK(cuModuleGetFunction(&nothing, module, "nothing"));
  EXPECT(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&missing, module, "something"));
  EXPECT(CUDA_ERROR_NOT_FOUND, cuModuleGetGlobal(&variable, &bytes, module, "something"));
  const auto launch = [](CUfunction function, unsigned grid, unsigned block, unsigned shared) {
    return cuLaunchKernel(function, grid, 1, 1, block, 1, 1, shared, nullptr, nullptr, nullptr);
  };
  EXPECT(CUDA_ERROR_INVALID_VALUE, launch(nothing, 1, 1025, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, launch(nothing, 0, 32, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, launch(nothing, 1, 32, 48 * 1024 + 1));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, launch(nullptr, 1, 32, 0));
  size_t one = 1;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &one, CU_LAUNCH_PARAM_BUFFER_SIZE, &one,
                   CU_LAUNCH_PARAM_END};
  EXPECT(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
         cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra));
  CHECK(cuFuncSetAttribute(nothing, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 64 * 1024));
  CHECK(launch(nothing, 1, 32, 64 * 1024));
  CHECK(launch(nothing, 1, 1024, 0));
}

void use_the_wrong_context(CUmodule module, CUcontext right) {
  CUcontext other, popped;
  CUfunction function = nullptr;
  CUdeviceptr memory;
  CHECK(cuModuleGetFunction(&function, module, "nothing"));
  CUstream stream;
  CHECK(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
  CHECK(cuCtxCreate(&other, nullptr, 0, 0));
  EXPECT(CUDA_ERROR_INVALID_HANDLE,
         cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr));
  // A stream has a context, in which the launch is made.
  CHECK(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, nullptr, nullptr));
  CHECK(cuCtxPopCurrent(&popped));
  CHECK(cuCtxPopCurrent(&popped));
  if (popped != right) ++failed;
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemAlloc(&memory, 4));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuCtxPopCurrent(&popped));
  CHECK(cuCtxDestroy(other));
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuCtxDestroy(other));
  CHECK(cuCtxSetCurrent(other));
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuMemAlloc(&memory, 4));
  CHECK(cuCtxSetCurrent(right));
}

}  // namespace

int main() {
  CUcontext context;
  CUmodule module;
  CUdevice device = 0;
  EXPECT(CUDA_ERROR_NOT_INITIALIZED, cuDeviceGet(&device, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuInit(1));
  CHECK(cuInit(0));
  CHECK(cuCtxCreate(&context, nullptr, 0, device));
  load_what_is_wrong();
  CHECK(cuModuleLoadData(&module, text));
  launch_what_is_wrong(module);
  use_the_wrong_context(module, context);
  CUdeviceptr memory;
  EXPECT(CUDA_ERROR_OUT_OF_MEMORY, cuMemAlloc(&memory, size_t(1) << 50));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemAlloc(&memory, 0));
  CHECK(cuCtxDestroy(context));
  if (failed == 0) std::printf("all as CUDA has them\n");
  return failed;
}
