#pragma once

#include <cstdint>

// Products of matrices by a warp, registers in and registers out, each a kind with the numbers of
// its operands' registers.

constexpr int most_registers = 8;
using Registers = std::uint32_t[most_registers][32];  // of the lanes, side by side
struct Operands {
  Registers a, b, c;
};

#define KIND(name, text, A, B, C, D)                                                             \
  struct name {                                                                                  \
    static constexpr int warps = 1, a_count = A, b_count = B, c_count = C;                       \
    static __device__ void run(std::uint32_t* d, const std::uint32_t* a, const std::uint32_t* b, \
                               const std::uint32_t* c) {                                         \
      D(text)                                                                                    \
    }                                                                                            \
  };
#define OUT2 "=r"(d[0]), "=r"(d[1])
#define OUT4 OUT2, "=r"(d[2]), "=r"(d[3])
#define D2_111(text)                                 \
  asm volatile(text " {%0,%1}, {%2}, {%3}, {%4,%5};" \
               : OUT2                                \
               : "r"(a[0]), "r"(b[0]), "r"(c[0]), "r"(c[1]));
#define D4_21(text)                                                  \
  asm volatile(text " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};" \
               : OUT4                                                \
               : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
#define D4_42(text)                                                                           \
  asm volatile(text " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"              \
               : OUT4                                                                         \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), \
                 "r"(c[1]), "r"(c[2]), "r"(c[3]));
#define D2_21(text)                                     \
  asm volatile(text " {%0,%1}, {%2,%3}, {%4}, {%5,%6};" \
               : OUT2                                   \
               : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(c[0]), "r"(c[1]));
#define D2_42(text)                                                                           \
  asm volatile(text " {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%9};"                              \
               : OUT2                                                                         \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), \
                 "r"(c[1]));
#define D8_22(text)                                                                           \
  asm volatile(text                                                                           \
               " {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, {%10,%11}, "                             \
               "{%12,%13,%14,%15,%16,%17,%18,%19};"                                           \
               : OUT4, "=r"(d[4]), "=r"(d[5]), "=r"(d[6]), "=r"(d[7])                         \
               : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]), \
                 "r"(c[3]), "r"(c[4]), "r"(c[5]), "r"(c[6]), "r"(c[7]));
#define D4_22(text)                                                                           \
  asm volatile(text " {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%8,%9,%10,%11};"                      \
               : OUT4                                                                         \
               : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]), \
                 "r"(c[3]));
#define MMA(shape, types) "mma.sync.aligned." shape ".row.col." types

#define PAIR(x, k) __hiloint2double(int(x[2 * k + 1]), int(x[2 * k]))
#define D4_OF_DOUBLES(text)                                                           \
  double p, q;                                                                        \
  asm volatile(text " {%0,%1}, {%2}, {%3}, {%4,%5};"                                  \
               : "=d"(p), "=d"(q)                                                     \
               : "d"(PAIR(a, 0)), "d"(PAIR(b, 0)), "d"(PAIR(c, 0)), "d"(PAIR(c, 1))); \
  d[0] = __double2loint(p), d[1] = __double2hiint(p);                                 \
  d[2] = __double2loint(q), d[3] = __double2hiint(q);

// Registers of f32 are b32 for asm's "r": PTX takes either.
KIND(F16K8, MMA("m16n8k8", "f32.f16.f16.f32"), 2, 1, 4, D4_21)
KIND(F16K16, MMA("m16n8k16", "f32.f16.f16.f32"), 4, 2, 4, D4_42)
KIND(F16K8InF16, MMA("m16n8k8", "f16.f16.f16.f16"), 2, 1, 2, D2_21)
KIND(F16K16InF16, MMA("m16n8k16", "f16.f16.f16.f16"), 4, 2, 2, D2_42)
KIND(Bf16K8, MMA("m16n8k8", "f32.bf16.bf16.f32"), 2, 1, 4, D4_21)
KIND(Bf16K16, MMA("m16n8k16", "f32.bf16.bf16.f32"), 4, 2, 4, D4_42)
KIND(Tf32K4, MMA("m16n8k4", "f32.tf32.tf32.f32"), 2, 1, 4, D4_21)
KIND(Tf32K8, MMA("m16n8k8", "f32.tf32.tf32.f32"), 4, 2, 4, D4_42)
KIND(E4m3, MMA("m16n8k32", "f32.e4m3.e4m3.f32"), 4, 2, 4, D4_42)
KIND(E4m3E5m2, MMA("m16n8k32", "f32.e4m3.e5m2.f32"), 4, 2, 4, D4_42)
KIND(E5m2InF16, MMA("m16n8k32", "f16.e5m2.e5m2.f16"), 4, 2, 2, D2_42)
KIND(E4m3K16, MMA("m16n8k16", "f32.e4m3.e4m3.f32"), 2, 1, 4, D4_21)
KIND(S8M8, MMA("m8n8k16", "s32.s8.s8.s32"), 1, 1, 2, D2_111)
KIND(S8K16, MMA("m16n8k16", "s32.s8.s8.s32"), 2, 1, 4, D4_21)
KIND(S8K32, MMA("m16n8k32", "s32.s8.s8.s32"), 4, 2, 4, D4_42)
KIND(U8S8, MMA("m16n8k32", "s32.u8.s8.s32"), 4, 2, 4, D4_42)
KIND(S8Saturated, "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32", 4, 2, 4, D4_42)
KIND(S4M8, MMA("m8n8k32", "s32.s4.s4.s32"), 1, 1, 2, D2_111)
KIND(S4K32, MMA("m16n8k32", "s32.s4.u4.s32"), 2, 1, 4, D4_21)
KIND(S4K64, MMA("m16n8k64", "s32.s4.s4.s32"), 4, 2, 4, D4_42)
KIND(B1M8, MMA("m8n8k128", "s32.b1.b1.s32.and.popc"), 1, 1, 2, D2_111)
KIND(B1K128, MMA("m16n8k128", "s32.b1.b1.s32.xor.popc"), 2, 1, 4, D4_21)
KIND(B1K256, MMA("m16n8k256", "s32.b1.b1.s32.and.popc"), 4, 2, 4, D4_42)

// Four products at once, each by eight lanes.
KIND(QuadF16, MMA("m8n8k4", "f32.f16.f16.f32"), 2, 2, 8, D8_22)
KIND(QuadF16Across, "mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f32", 2, 2, 8, D8_22)
KIND(QuadF16InF16, MMA("m8n8k4", "f16.f16.f16.f16"), 2, 2, 4, D4_22)

KIND(F64, MMA("m8n8k4", "f64.f64.f64.f64"), 2, 2, 4, D4_OF_DOUBLES)

template <class Kind>
__global__ void product(const Operands* operands, Registers* results) {
  const unsigned index = blockIdx.x * Kind::warps + threadIdx.x / 32, lane = threadIdx.x % 32;
  const Operands& o = operands[index];
  std::uint32_t a[most_registers] = {}, b[most_registers] = {}, c[most_registers] = {},
                d[most_registers] = {};
  for (int k = 0; k < Kind::a_count; ++k) a[k] = o.a[k][lane];
  for (int k = 0; k < Kind::b_count; ++k) b[k] = o.b[k][lane];
  for (int k = 0; k < Kind::c_count; ++k) c[k] = o.c[k][lane];
  Kind::run(d, a, b, c);
  for (int k = 0; k < Kind::c_count; ++k) results[index][k][lane] = d[k];
}
