// exit: 0
// prints: all as CUDA has them
// streams: early late
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>

// Device code that a program loads itself, without the driver API.
const char ptx[] = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .global .align 4 .u32 offset = 3;
.visible .entry add(.param .u64 place, .param .u32 value)
{
  .reg .u64 %x, %o;
  .reg .u32 %i, %v, %old, %more;
  ld.param.u64 %x, [place];
  ld.param.u32 %v, [value];
  mov.u32 %i, %tid.x;
  mad.wide.u32 %x, %i, 4, %x;
  mov.u64 %o, offset;
  ld.global.u32 %more, [%o];
  ld.global.u32 %old, [%x];
  add.u32 %v, %v, %more;
  add.u32 %old, %old, %v;
  st.global.u32 [%x], %old;
  ret;
}
.visible .entry clear(.param .u64 place)
{
  .reg .u64 %x;
  .reg .u32 %i;
  ld.param.u64 %x, [place];
  mov.u32 %i, %tid.x;
  mad.wide.u32 %x, %i, 4, %x;
  st.global.u32 [%x], 0;
  ret;
}
)";

int failed = 0;

void expect(long long got, long long wanted, int line) {
  if (got == wanted) return;
  std::printf("line %d: %lld, not %lld\n", line, got, wanted);
  ++failed;
}
#define EXPECT(wanted, got) expect((long long)(got), (long long)(wanted), __LINE__)
#define CHECK(call) EXPECT(cudaSuccess, call)

constexpr int n = 50;

cudaLibrary_t loaded() {
  cudaLibrary_t library = nullptr;
  CHECK(cudaLibraryLoadData(&library, ptx, nullptr, nullptr, 0, nullptr, nullptr, 0));
  return library;
}

void launch(cudaLibrary_t library) {
  cudaKernel_t add = nullptr, clear = nullptr;
  CHECK(cudaLibraryGetKernel(&add, library, "add"));
  CHECK(cudaLibraryGetKernel(&clear, library, "clear"));
  int* x = nullptr;
  CHECK(cudaMalloc(&x, n * sizeof(int)));
  int value = 4;
  void* arguments[] = {&x, &value};
  CHECK(cudaLaunchKernel((const void*)clear, 1, n, arguments, 0, nullptr));
  CHECK(cudaLaunchKernel((const void*)add, 1, n, arguments, 0, nullptr));
  void* offset = nullptr;
  std::size_t bytes = 0;
  CHECK(cudaLibraryGetGlobal(&offset, &bytes, library, "offset"));
  EXPECT(sizeof(int), bytes);
  const int more = 100;
  CHECK(cudaMemcpy(offset, &more, sizeof more, cudaMemcpyHostToDevice));
  CHECK(cudaLaunchKernel((const void*)add, 1, n, arguments, 0, nullptr));
  int host[n];
  CHECK(cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost));
  EXPECT(n, std::count(host, host + n, (4 + 3) + (4 + 100)));
  CHECK(cudaFree(x));
}

void ask(cudaLibrary_t library) {
  unsigned count = 0;
  CHECK(cudaLibraryGetKernelCount(&count, library));
  EXPECT(2, count);
  cudaKernel_t kernels[3] = {}, add = nullptr, clear = nullptr;
  CHECK(cudaLibraryGetKernel(&add, library, "add"));
  CHECK(cudaLibraryGetKernel(&clear, library, "clear"));
  CHECK(cudaLibraryEnumerateKernels(kernels, 3, library));
  EXPECT(1, std::count(kernels, kernels + 2, add));
  EXPECT(1, std::count(kernels, kernels + 2, clear));
  EXPECT(true, kernels[2] == nullptr);
  CHECK(
      cudaKernelSetAttributeForDevice(add, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536, 0));
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, (const void*)add));
  EXPECT(65536, attributes.maxDynamicSharedSizeBytes);
}

void wrong(cudaLibrary_t library) {
  cudaKernel_t kernel = nullptr;
  EXPECT(cudaErrorSymbolNotFound, cudaLibraryGetKernel(&kernel, library, "subtract"));
  void* place = nullptr;
  EXPECT(cudaErrorSymbolNotFound, cudaLibraryGetGlobal(&place, nullptr, library, "nothing"));
  EXPECT(cudaErrorSymbolNotFound, cudaLibraryGetManaged(&place, nullptr, library, "offset"));
  // What is no PTX is told when a kernel is asked for.
  cudaLibrary_t other = nullptr;
  CHECK(cudaLibraryLoadData(
      &other, ".version 8.0\n.target sm_90\n.address_size 64\n.entry k() { nonsense; }", nullptr,
      nullptr, 0, nullptr, nullptr, 0));
  unsigned count = 1;
  CHECK(cudaLibraryGetKernelCount(&count, other));
  EXPECT(0, count);
  EXPECT(cudaErrorInvalidPtx, cudaLibraryGetKernel(&kernel, other, "k"));
  CHECK(cudaLibraryUnload(other));
  EXPECT(cudaErrorFileNotFound, cudaLibraryLoadFromFile(&other, "no-such-file.ptx", nullptr,
                                                        nullptr, 0, nullptr, nullptr, 0));
  cudaGetLastError();
}

int main() {
  cudaLibrary_t library = loaded(), again = loaded();
  EXPECT(true, library != again);
  launch(library);
  launch(again);  // with a variable of its own
  ask(library);
  wrong(library);
  CHECK(cudaLibraryUnload(library));
  CHECK(cudaLibraryUnload(again));
  CHECK(cudaDeviceSynchronize());
  if (!failed) std::printf("all as CUDA has them\n");
  return failed;
}
