#pragma once

#include "simulator/tests/operations/products.hpp"

// Products of matrices by four warps (wgmma), eight columns wide: A in registers, and B, which is
// that of the first warp, in shared memory: its registers one after the other.

#define GROUP_KIND(name, text, D_COUNT, D)                                                       \
  struct name {                                                                                  \
    static constexpr int warps = 4, a_count = 4, b_count = 2, c_count = D_COUNT;                 \
    static __device__ void run(std::uint32_t* d, const std::uint32_t* a, const std::uint32_t* b, \
                               const std::uint32_t* c) {                                         \
      const std::uint64_t matrix = shared_matrix(b);                                             \
      for (int k = 0; k < c_count; ++k) d[k] = c[k];                                             \
      asm volatile("wgmma.fence.sync.aligned;" ::: "memory");                                    \
      D("wgmma.mma_async.sync.aligned." text)                                                    \
      asm volatile("wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;" ::        \
                       : "memory");                                                              \
    }                                                                                            \
  };
#define FROM_A "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(matrix)
#define IN2 "+r"(d[0]), "+r"(d[1])
#define IN4 IN2, "+r"(d[2]), "+r"(d[3])
#define D2_OF_FLOATS(text) \
  asm volatile(text " {%0,%1}, {%2,%3,%4,%5}, %6, 1, 1, 1;" : IN2 : FROM_A);
#define D2_OF_HALVES(text) \
  asm volatile(text " {%0,%1}, {%2,%3,%4,%5}, %6, 1, 1, 1, 0;" : IN2 : FROM_A);
#define D4_OF_FLOATS(text) \
  asm volatile(text " {%0,%1,%2,%3}, {%4,%5,%6,%7}, %8, 1, 1, 1;" : IN4 : FROM_A);
#define D4_OF_HALVES(text) \
  asm volatile(text " {%0,%1,%2,%3}, {%4,%5,%6,%7}, %8, 1, 1, 1, 0;" : IN4 : FROM_A);
#define D4_OF_INTEGERS(text) \
  asm volatile(text " {%0,%1,%2,%3}, {%4,%5,%6,%7}, %8, 1;" : IN4 : FROM_A);

/// The descriptor of 8 columns of 32 bytes each, two core matrices of 8 times 16 bytes.
__device__ inline std::uint64_t shared_matrix(const std::uint32_t* b) {
  __shared__ __align__(128) std::uint32_t words[2][32];
  if (threadIdx.x < 32)
    for (int k = 0; k < 2; ++k) words[k][threadIdx.x] = b[k];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  const auto start = std::uint64_t(__cvta_generic_to_shared(words));
  constexpr std::uint64_t apart = 128 / 16;
  return start >> 4 | apart << 16 | apart << 32;
}

GROUP_KIND(GroupF16, "m64n8k16.f32.f16.f16", 4, D4_OF_HALVES)
GROUP_KIND(GroupF16InF16, "m64n8k16.f16.f16.f16", 2, D2_OF_HALVES)
GROUP_KIND(GroupBf16, "m64n8k16.f32.bf16.bf16", 4, D4_OF_HALVES)
GROUP_KIND(GroupTf32, "m64n8k8.f32.tf32.tf32", 4, D4_OF_FLOATS)
GROUP_KIND(GroupE4m3, "m64n8k32.f32.e4m3.e4m3", 4, D4_OF_FLOATS)
GROUP_KIND(GroupE4m3E5m2, "m64n8k32.f32.e4m3.e5m2", 4, D4_OF_FLOATS)
GROUP_KIND(GroupE5m2, "m64n8k32.f32.e5m2.e5m2", 4, D4_OF_FLOATS)
GROUP_KIND(GroupE4m3InF16, "m64n8k32.f16.e4m3.e4m3", 2, D2_OF_FLOATS)
GROUP_KIND(GroupE5m2E4m3InF16, "m64n8k32.f16.e5m2.e4m3", 2, D2_OF_FLOATS)
GROUP_KIND(GroupS8, "m64n8k32.s32.s8.s8", 4, D4_OF_INTEGERS)
GROUP_KIND(GroupU8S8, "m64n8k32.s32.u8.s8", 4, D4_OF_INTEGERS)
GROUP_KIND(GroupS8Saturated, "m64n8k32.s32.s8.s8.satfinite", 4, D4_OF_INTEGERS)
GROUP_KIND(GroupB1, "m64n8k256.s32.b1.b1.and.popc", 4, D4_OF_INTEGERS)
