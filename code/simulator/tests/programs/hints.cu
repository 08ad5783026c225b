// exit: 0
// prints: 0 wrong
#include <cstdio>
#include <cuda/annotated_ptr>

// What is said to caches changes no result.

constexpr int n = 64;
using advice = cuda::access_property;

__global__ void by_library(const int* in, int* out) {
  const int i = threadIdx.x;
  cuda::apply_access_property(in, n * sizeof *in, advice::persisting{});
  const cuda::annotated_ptr<const int, advice::persisting> kept{in};
  const cuda::annotated_ptr<int, advice> half{out, advice(advice::persisting{}, 0.5f)};
  const int* streamed = cuda::associate_access_property(in, advice::streaming{});
  half[i] = kept[i] + streamed[i];
  __stcg(out + n + i, __ldcg(in + i) + __ldcs(in + i) + __ldg(in + i));
  __stcs(out + 2 * n + i, __ldlu(in + i) + __ldca(in + i));
  __stwt(out + 3 * n + i, __ldcv(in + i));
  if (i == 0) cuda::discard_memory(out + 4 * n, n * sizeof *out);
}

__global__ void by_instruction(const int* in, int* out) {
  const int i = threadIdx.x;
  unsigned long long last, range, converted;
  int value[8], four[4];
  asm("createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %0, 0.25;" : "=l"(last));
  asm("createpolicy.range.global.L2::evict_last.L2::evict_first.b64 %0, [%1], 128, 256;"
      : "=l"(range)
      : "l"(in));
  asm("createpolicy.cvt.L2.b64 %0, 0x14F0000000000000;" : "=l"(converted));
#define LOAD(k, hints) \
  asm volatile("ld.global" hints ".s32 %0, [%1];" : "=r"(value[k]) : "l"(in + i))
  LOAD(0, ".L1::evict_last");
  LOAD(1, ".L1::no_allocate.L2::128B");
  LOAD(2, ".nc.L1::no_allocate.L2::256B");
  LOAD(3, ".L1::evict_first");
  LOAD(4, ".L2::64B");
  LOAD(5, ".nc.L1::evict_unchanged");
#undef LOAD
#define LOAD(k, hints, policy)                                       \
  asm volatile("ld.global" hints ".L2::cache_hint.s32 %0, [%1], %2;" \
               : "=r"(value[k])                                      \
               : "l"(in + i), "l"(policy))
  LOAD(6, ".L1::evict_normal", last);
  LOAD(7, ".nc", range);
#undef LOAD
  asm volatile("ld.global.L1::no_allocate.L2::cache_hint.v4.s32 {%0, %1, %2, %3}, [%4], %5;"
               : "=r"(four[0]), "=r"(four[1]), "=r"(four[2]), "=r"(four[3])
               : "l"(in + i / 4 * 4), "l"(converted));
  int sum = four[i % 4];
  for (const int each : value) sum += each;
  asm volatile("st.global.L1::no_allocate.L2::cache_hint.s32 [%0], %1, %2;" ::"l"(out + i),
               "r"(sum), "l"(last)
               : "memory");
  asm volatile("red.global.add.L2::cache_hint.s32 [%0], %1, %2;" ::"l"(out + n + i), "r"(sum),
               "l"(range)
               : "memory");
  asm volatile("prefetch.global.L1 [%0]; prefetch.global.L2::evict_last [%0];" ::"l"(in + i));
  asm volatile("applypriority.global.L2::evict_normal [%0], 128;" ::"l"(in));
}

int main() {
  int host[n], *in, *out, got[4 * n], wrong = 0;
  for (int k = 0; k < n; ++k) host[k] = k * k + 1;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, 5 * sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  by_library<<<1, n>>>(in, out);
  cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
  const int times[] = {2, 3, 2, 1};
  for (int k = 0; k < 4 * n; ++k) wrong += got[k] != times[k / n] * host[k % n];
  by_instruction<<<1, n>>>(in, out);
  cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
  for (int k = 0; k < n; ++k) wrong += got[k] != 9 * host[k];
  for (int k = 0; k < n; ++k) wrong += got[n + k] != 12 * host[k];
  std::printf("%d wrong\n", wrong);
  return cudaDeviceSynchronize();
}
