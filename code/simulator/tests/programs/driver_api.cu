// exit: 0
// prints: sum of squares right
// prints: all as CUDA has them
// streams: early late random:1
#include <cuda.h>

#include <cstdio>
#include <cstring>
#include <vector>

#include "simulator/tests/programs/driver_results.hpp"

// A program of the driver API alone: its kernels stand in PTX, as a string.
namespace {

const char* const text = R"(
.version 7.8
.target sm_75
.address_size 64

.visible .global .align 4 .u32 calls;
.visible .const .align 4 .u32 addend = 5;

.visible .entry square(.param .u64 x, .param .u32 n) {
  .reg .pred %p<2>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [x];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.u32 %p1, %r5, %r1;
  @%p1 bra done;
  mul.wide.u32 %rd2, %r5, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u32 %r6, [%rd3];
  mul.lo.s32 %r6, %r6, %r6;
  ld.const.u32 %r7, [addend];
  add.s32 %r6, %r6, %r7;
  st.global.u32 [%rd3], %r6;
  atom.global.add.u32 %r6, [calls], 1;
done:
  ret;
}
)";

void expect(bool right, int line) {
  if (right) return;
  std::printf("line %d: not so\n", line);
  ++failed;
}
#define RIGHT(condition) expect(condition, __LINE__)

constexpr unsigned n = 1000;

void query(CUdevice device) {
  int major = 0, count = 0, version = 0;
  char name[64];
  std::size_t bytes = 0;
  CHECK(cuDeviceGetCount(&count));
  CHECK(cuDeviceGetName(name, sizeof name, device));
  CHECK(cuDeviceTotalMem(&bytes, device));
  CHECK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
  CHECK(cuDriverGetVersion(&version));
  RIGHT(count == 1 && std::strcmp(name, "simulator") == 0 && bytes > 0 && major == 9);
  RIGHT(version == CUDA_VERSION);
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceGet(&device, 7));
}

void run(CUmodule module, CUfunction square) {
  std::vector<unsigned> x(n);
  for (unsigned i = 0; i < n; ++i) x[i] = i;
  CUdeviceptr device, calls;
  std::size_t bytes = 0;
  CHECK(cuMemAlloc(&device, n * sizeof(unsigned)));
  CHECK(cuModuleGetGlobal(&calls, &bytes, module, "calls"));
  RIGHT(bytes == 4);
  CUstream stream;
  CUevent begin, end;
  CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CHECK(cuEventCreate(&begin, CU_EVENT_DEFAULT));
  CHECK(cuEventCreate(&end, CU_EVENT_DEFAULT));
  CHECK(cuMemcpyHtoDAsync(device, x.data(), n * sizeof(unsigned), stream));
  unsigned count = n;
  void* arguments[] = {&device, &count};
  CHECK(cuEventRecord(begin, stream));
  CHECK(cuLaunchKernel(square, (n + 255) / 256, 1, 1, 256, 1, 1, 0, stream, arguments, nullptr));
  CHECK(cuEventRecord(end, stream));
  // The same by a buffer, for the first half.
  struct {
    CUdeviceptr x;
    unsigned n;
  } packed = {device, n / 2};
  std::size_t size = sizeof packed.x + sizeof packed.n;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   CU_LAUNCH_PARAM_END};
  CHECK(cuLaunchKernel(square, (n + 255) / 256, 1, 1, 256, 1, 1, 0, stream, nullptr, extra));
  CUlaunchConfig config = {.gridDimX = 1,
                           .gridDimY = 1,
                           .gridDimZ = 1,
                           .blockDimX = 32,
                           .blockDimY = 1,
                           .blockDimZ = 1,
                           .sharedMemBytes = 0,
                           .hStream = stream,
                           .attrs = nullptr,
                           .numAttrs = 0};
  count = 0;
  CHECK(cuLaunchKernelEx(&config, square, arguments, nullptr));
  CHECK(cuMemcpyDtoHAsync(x.data(), device, n * sizeof(unsigned), stream));
  CHECK(cuStreamSynchronize(stream));
  unsigned right = 0;
  for (unsigned i = 0; i < n; ++i) {
    const unsigned once = i * i + 5;
    right += x[i] == (i < n / 2 ? once * once + 5 : once);
  }
  if (right == n) std::printf("sum of squares right\n");
  unsigned called = 0;
  CHECK(cuMemcpyDtoH(&called, calls, sizeof called));
  RIGHT(called == n + n / 2);
  float milliseconds = -1;
  CHECK(cuEventElapsedTime(&milliseconds, begin, end));
  RIGHT(milliseconds >= 0);
  CHECK(cuEventDestroy(begin));
  CHECK(cuEventDestroy(end));
  CHECK(cuStreamDestroy(stream));
  CHECK(cuMemFree(device));
}

void copy_and_fill() {
  CUdeviceptr a, b;
  std::size_t pitch = 0, size = 0, free = 0, total = 0;
  CHECK(cuMemAllocPitch(&a, &pitch, 40, 10, 4));
  RIGHT(pitch == 512);
  CHECK(cuMemAlloc(&b, 400));
  CHECK(cuMemsetD2D32(a, pitch, 0x01020304, 10, 10));
  CHECK(cuMemsetD16(b, 0x1122, 200));
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = a;
  copy.srcPitch = pitch;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = b;
  copy.dstPitch = 40;
  copy.dstXInBytes = 8;
  copy.WidthInBytes = 32;
  copy.Height = 5;
  CHECK(cuMemcpy2D(&copy));
  unsigned host[100];
  CHECK(cuMemcpyDtoH(host, b, 400));
  for (unsigned i = 0; i < 100; ++i)
    RIGHT(host[i] == (i < 50 && i % 10 >= 2 ? 0x01020304u : 0x11221122u));
  CUdeviceptr base = 0;
  CHECK(cuMemGetAddressRange(&base, &size, b + 100));
  RIGHT(base == b && size == 400);
  CHECK(cuMemGetInfo(&free, &total));
  RIGHT(free < total);
  unsigned type = 0;
  CUcontext context = nullptr, current = nullptr;
  CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, b));
  CHECK(cuPointerGetAttribute(&context, CU_POINTER_ATTRIBUTE_CONTEXT, b));
  CHECK(cuCtxGetCurrent(&current));
  RIGHT(type == CU_MEMORYTYPE_DEVICE && context == current);
  int* managed = nullptr;
  CHECK(cuMemAllocManaged(reinterpret_cast<CUdeviceptr*>(&managed), 64, CU_MEM_ATTACH_GLOBAL));
  CHECK(cuMemsetD8(reinterpret_cast<CUdeviceptr>(managed), 1, 64));
  CHECK(cuCtxSynchronize());
  RIGHT(managed[3] == 0x01010101);
  CHECK(cuMemFree(reinterpret_cast<CUdeviceptr>(managed)));
  CHECK(cuMemFree(a));
  CHECK(cuMemFree(b));
}

void ask(CUmodule module, CUfunction square) {
  int threads = 0, blocks = 0, grid = 0, size = 0;
  CHECK(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, square));
  CHECK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, square, 256, 0));
  CHECK(cuOccupancyMaxPotentialBlockSize(&grid, &size, square, nullptr, 0, 0));
  RIGHT(threads == 1024 && blocks == 8 && grid == 264 && size == 1024);
  CUmodule same = nullptr;
  const char* name = nullptr;
  unsigned functions = 0;
  CHECK(cuFuncGetModule(&same, square));
  CHECK(cuFuncGetName(&name, square));
  CHECK(cuModuleGetFunctionCount(&functions, module));
  RIGHT(same == module && std::strcmp(name, "square") == 0 && functions == 1);
  void* entry = nullptr;
  CUdriverProcAddressQueryResult status;
  CHECK(cuGetProcAddress("cuMemAlloc", &entry, CUDA_VERSION, CU_GET_PROC_ADDRESS_DEFAULT, &status));
  RIGHT(entry == reinterpret_cast<void*>(&cuMemAlloc));
  CHECK(cuGetProcAddress("cuNothing", &entry, CUDA_VERSION, CU_GET_PROC_ADDRESS_DEFAULT, &status));
  RIGHT(status == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
}

/// One text, through the linker.
void link() {
  char log[200] = "?";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                            CU_JIT_WALL_TIME};
  void* values[] = {log, reinterpret_cast<void*>(sizeof log), nullptr};
  CUlinkState state;
  CHECK(cuLinkCreate(3, options, values, &state));
  CHECK(cuLinkAddData(state, CU_JIT_INPUT_PTX, const_cast<char*>(text), std::strlen(text) + 1,
                      "text", 0, nullptr, nullptr));
  void* image = nullptr;
  std::size_t bytes = 0;
  CHECK(cuLinkComplete(state, &image, &bytes));
  CUmodule module;
  CUfunction function;
  CHECK(cuModuleLoadData(&module, image));
  CHECK(cuLinkDestroy(state));
  CHECK(cuModuleGetFunction(&function, module, "square"));
  CHECK(cuModuleUnload(module));
  RIGHT(log[0] == '\0');
}

void use_library() {
  CUlibrary library;
  CUkernel kernel;
  CUfunction function;
  CHECK(cuLibraryLoadData(&library, text, nullptr, nullptr, 0, nullptr, nullptr, 0));
  CHECK(cuLibraryGetKernel(&kernel, library, "square"));
  CHECK(cuKernelGetFunction(&function, kernel));
  CUdeviceptr x;
  unsigned count = 4, host[4] = {};
  CHECK(cuMemAlloc(&x, sizeof host));
  CHECK(cuMemsetD32(x, 2, 4));
  void* arguments[] = {&x, &count};
  CHECK(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr));
  CHECK(cuMemcpyDtoH(host, x, sizeof host));
  RIGHT(host[0] == 9 && host[3] == 9);
  CHECK(cuMemFree(x));
  CHECK(cuLibraryUnload(library));
}

}  // namespace

int main() {
  CUdevice device;
  CUcontext context, popped;
  CUmodule module;
  CUfunction square;
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, 0));
  query(device);
  CHECK(cuCtxCreate(&context, nullptr, CU_CTX_SCHED_AUTO, device));
  CHECK(cuModuleLoadDataEx(&module, text, 0, nullptr, nullptr));
  CHECK(cuModuleGetFunction(&square, module, "square"));
  run(module, square);
  copy_and_fill();
  ask(module, square);
  link();
  use_library();
  CHECK(cuModuleUnload(module));
  CHECK(cuCtxPopCurrent(&popped));
  RIGHT(popped == context);
  CHECK(cuCtxGetCurrent(&popped));
  RIGHT(popped == nullptr);
  CHECK(cuCtxDestroy(context));
  if (failed == 0) std::printf("all as CUDA has them\n");
  return failed;
}
