// exit: 0
// prints: all products are right
// schedules: forward reverse
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "simulator/tests/operations/products.hpp"

// mma.sync of every type and shape with fragments laid out as the PTX ISA's formulas for each say,
// against a loop on the host: of small integers, which every type has and no sum of which is
// rounded.

// Types.

struct Tf32 {};
struct S4 {};
struct U4 {};
struct B1 {};

template <class T>
struct Traits;
template <class T>
struct Plain {
  static constexpr int bits = 8 * sizeof(T);
};
template <>
struct Traits<__half> : Plain<__half> {
  static std::uint32_t encode(int v) { return __half_raw(__float2half(float(v))).x; }
  static constexpr int low = -8, high = 8;
};
template <>
struct Traits<__nv_bfloat16> : Plain<__nv_bfloat16> {
  static std::uint32_t encode(int v) { return __nv_bfloat16_raw(__float2bfloat16(float(v))).x; }
  static constexpr int low = -8, high = 8;
};
template <>
struct Traits<Tf32> : Plain<float> {
  // The 13 lowest bits do not count.
  static std::uint32_t encode(int v) {
    float f = float(v);
    std::uint32_t bits;
    memcpy(&bits, &f, 4);
    return bits | 0x1abc;
  }
  static constexpr int low = -8, high = 8;
};
template <>
struct Traits<__nv_fp8_e4m3> : Plain<__nv_fp8_e4m3> {
  static std::uint32_t encode(int v) { return __nv_fp8_e4m3(float(v)).__x; }
  static constexpr int low = -8, high = 8;
};
template <>
struct Traits<__nv_fp8_e5m2> : Plain<__nv_fp8_e5m2> {
  static std::uint32_t encode(int v) { return __nv_fp8_e5m2(float(v)).__x; }
  static constexpr int low = -4, high = 4;
};
template <>
struct Traits<std::int8_t> : Plain<std::int8_t> {
  static std::uint32_t encode(int v) { return std::uint8_t(v); }
  static constexpr int low = -128, high = 127;
};
template <>
struct Traits<std::uint8_t> : Plain<std::uint8_t> {
  static std::uint32_t encode(int v) { return std::uint8_t(v); }
  static constexpr int low = 0, high = 255;
};
template <>
struct Traits<S4> {
  static constexpr int bits = 4, low = -8, high = 7;
  static std::uint32_t encode(int v) { return v & 15; }
};
template <>
struct Traits<U4> {
  static constexpr int bits = 4, low = 0, high = 15;
  static std::uint32_t encode(int v) { return v & 15; }
};
template <>
struct Traits<B1> {
  static constexpr int bits = 1, low = 0, high = 1;
  static std::uint32_t encode(int v) { return v & 1; }
};

// Layouts: of element i of a lane, by the PTX ISA's figures. g = lane / 4, t = lane % 4.

struct Place {
  int row, column;
};

/// m16n8k8 and m16n8k16, 16 bits.
struct Of16Bits {
  static Place a(int i, int g, int t) {
    return {i < 2 || (4 <= i && i < 6) ? g : g + 8, t * 2 + (i & 1) + (i >= 4 ? 8 : 0)};
  }
  static Place b(int i, int g, int t) { return {t * 2 + (i & 1) + (i >= 2 ? 8 : 0), g}; }
};
/// m16n8k4 and m16n8k8, tf32.
struct OfTf32 {
  static Place a(int i, int g, int t) { return {i == 0 || i == 2 ? g : g + 8, i < 2 ? t : t + 4}; }
  static Place b(int i, int g, int t) { return {i == 0 ? t : t + 4, g}; }
};
/// m8n8k16, m16n8k16 and m16n8k32, 8 bits.
struct Of8Bits {
  static Place a(int i, int g, int t) {
    return {i < 4 || (8 <= i && i < 12) ? g : g + 8, t * 4 + (i & 3) + (i >= 8 ? 16 : 0)};
  }
  static Place b(int i, int g, int t) { return {t * 4 + (i & 3) + (i >= 4 ? 16 : 0), g}; }
};
/// m8n8k32, m16n8k32 and m16n8k64, 4 bits.
struct Of4Bits {
  static Place a(int i, int g, int t) {
    return {i < 8 || (16 <= i && i < 24) ? g : g + 8, t * 8 + (i & 7) + (i >= 16 ? 32 : 0)};
  }
  static Place b(int i, int g, int t) { return {t * 8 + (i & 7) + (i >= 8 ? 32 : 0), g}; }
};
/// m8n8k128, m16n8k128 and m16n8k256, single bits.
struct Of1Bit {
  static Place a(int i, int g, int t) {
    return {i < 32 || (64 <= i && i < 96) ? g : g + 8, t * 32 + (i & 31) + (i >= 64 ? 128 : 0)};
  }
  static Place b(int i, int g, int t) { return {t * 32 + (i & 31) + (i >= 32 ? 128 : 0), g}; }
};
Place place_of_result(int i, int g, int t) {
  return {i < 2 ? g : g + 8, t * 2 + (i & 1)};
}

enum class Sum { f32, f16, s32 };

std::uint32_t encode(Sum type, long long v) {
  if (type == Sum::s32) return std::uint32_t(v);
  const float f = float(v);
  std::uint32_t bits;
  memcpy(&bits, &f, 4);
  return type == Sum::f32 ? bits : __half_raw(__float2half(f)).x;
}

std::mt19937_64 generator;
int failures = 0;

int random(int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(generator);
}

void put(std::uint32_t& word, int i, int bits, std::uint32_t value) {
  const int in_word = 32 / bits;
  word |= value << i % in_word * bits;
}

template <class Kind, class A, class B, class Layout>
void test(const char* name, int m, int k, Sum sum, bool exclusive = false, bool saturates = false) {
  constexpr int n = 8, products = 3;
  std::vector<Operands> operands(products);
  std::vector<std::vector<int>> as, bs, cs;
  memset(operands.data(), 0, products * sizeof(Operands));
  for (Operands& o : operands) {
    std::vector<int> a(m * k), b(k * n), c(m * n);
    for (int& v : a) v = random(Traits<A>::low, Traits<A>::high);
    for (int& v : b) v = random(Traits<B>::low, Traits<B>::high);
    const bool wide = sum == Sum::s32;
    for (int& v : c)
      v = saturates ? random(0, 1) ? INT32_MAX - random(0, 1000) : INT32_MIN + random(0, 1000)
          : wide ? random(INT32_MIN, INT32_MAX)
                    : random(-100, 100);
    for (int lane = 0; lane < 32; ++lane) {
      const int g = lane / 4, t = lane % 4;
      for (int i = 0; i < m * k / 32; ++i) {
        const Place p = Layout::a(i, g, t);
        put(o.a[i * Traits<A>::bits / 32][lane], i, Traits<A>::bits,
            Traits<A>::encode(a[p.row * k + p.column]));
      }
      for (int i = 0; i < k * n / 32; ++i) {
        const Place p = Layout::b(i, g, t);
        put(o.b[i * Traits<B>::bits / 32][lane], i, Traits<B>::bits,
            Traits<B>::encode(b[p.row * n + p.column]));
      }
      const int bits = sum == Sum::f16 ? 16 : 32;
      for (int i = 0; i < m * n / 32; ++i) {
        const Place p = place_of_result(i, g, t);
        put(o.c[i * bits / 32][lane], i, bits, encode(sum, c[p.row * n + p.column]));
      }
    }
    as.push_back(a), bs.push_back(b), cs.push_back(c);
  }
  Operands* device_operands;
  Registers* device_results;
  cudaMalloc(&device_operands, products * sizeof(Operands));
  cudaMalloc(&device_results, products * sizeof(Registers));
  cudaMemcpy(device_operands, operands.data(), products * sizeof(Operands), cudaMemcpyHostToDevice);
  cudaMemset(device_results, 0, products * sizeof(Registers));
  product<Kind><<<products, 32>>>(device_operands, device_results);
  std::vector<std::uint32_t> results(products * most_registers * 32);
  cudaMemcpy(results.data(), device_results, products * sizeof(Registers), cudaMemcpyDeviceToHost);
  for (int which = 0; which < products; ++which)
    for (int lane = 0; lane < 32; ++lane)
      for (int i = 0; i < m * n / 32; ++i) {
        const int bits = sum == Sum::f16 ? 16 : 32;
        const Place p = place_of_result(i, lane / 4, lane % 4);
        long long expected = cs[which][p.row * n + p.column];
        for (int at = 0; at < k; ++at) {
          const int x = as[which][p.row * k + at], y = bs[which][at * n + p.column];
          expected += exclusive ? x ^ y : x * y;
        }
        if (saturates) {
          if (expected > INT32_MAX) expected = INT32_MAX;
          if (expected < INT32_MIN) expected = INT32_MIN;
        }
        const std::uint32_t word = results[(which * most_registers + i * bits / 32) * 32 + lane];
        const std::uint32_t found = bits == 32 ? word : word >> i % 2 * 16 & 0xffff;
        if (found == encode(sum, expected)) continue;
        if (++failures < 20)
          std::printf("%s: row %d, column %d is %08x, not %08x\n", name, p.row, p.column, found,
                      encode(sum, expected));
      }
  cudaFree(device_operands);
  cudaFree(device_results);
}

// Doubles have registers of their own kind.

template <int k, int m>
__global__ void product_of_doubles(const double* a, const double* b, const double* c, double* d) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  const auto at_c = [=](int i) { return (i < 2 ? g : g + 8) * 8 + t * 2 + (i & 1); };
  double x[8], y[4], z[4], r[4];
  for (int i = 0; i < m * k / 32; ++i) {
    const int row = m == 8 || i % 2 == 0 ? g : g + 8,
              column = i % 2 == 0 ? i * 2 + t : i * 2 - 2 + t;
    x[i] = a[row * k + column];
  }
  for (int i = 0; i < k / 4; ++i) y[i] = b[(i * 4 + t) * 8 + g];
  for (int i = 0; i < m / 4; ++i) z[i] = c[at_c(i)];
  if constexpr (m == 8)
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%4,%5};"
                 : "=d"(r[0]), "=d"(r[1])
                 : "d"(x[0]), "d"(y[0]), "d"(z[0]), "d"(z[1]));
  else if constexpr (k == 4)
    asm volatile(
        "mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, "
        "{%7,%8,%9,%10};"
        : "=d"(r[0]), "=d"(r[1]), "=d"(r[2]), "=d"(r[3])
        : "d"(x[0]), "d"(x[1]), "d"(y[0]), "d"(z[0]), "d"(z[1]), "d"(z[2]), "d"(z[3]));
  else if constexpr (k == 8)
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%10,%11,%12,%13};"
        : "=d"(r[0]), "=d"(r[1]), "=d"(r[2]), "=d"(r[3])
        : "d"(x[0]), "d"(x[1]), "d"(x[2]), "d"(x[3]), "d"(y[0]), "d"(y[1]), "d"(z[0]), "d"(z[1]),
          "d"(z[2]), "d"(z[3]));
  else
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, "
        "{%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%16,%17,%18,%19};"
        : "=d"(r[0]), "=d"(r[1]), "=d"(r[2]), "=d"(r[3])
        : "d"(x[0]), "d"(x[1]), "d"(x[2]), "d"(x[3]), "d"(x[4]), "d"(x[5]), "d"(x[6]), "d"(x[7]),
          "d"(y[0]), "d"(y[1]), "d"(y[2]), "d"(y[3]), "d"(z[0]), "d"(z[1]), "d"(z[2]), "d"(z[3]));
  for (int i = 0; i < m / 4; ++i) d[at_c(i)] = r[i];
}

template <int k, int m = 16>
void test_doubles() {
  std::vector<double> a(m * k), b(k * 8), c(m * 8), d(m * 8);
  for (auto* all : {&a, &b, &c})
    for (double& v : *all) v = std::uniform_real_distribution<>(-1, 1)(generator);
  double *da, *db, *dc, *dd;
  cudaMalloc(&da, a.size() * 8);
  cudaMalloc(&db, b.size() * 8);
  cudaMalloc(&dc, c.size() * 8);
  cudaMalloc(&dd, d.size() * 8);
  cudaMemcpy(da, a.data(), a.size() * 8, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), b.size() * 8, cudaMemcpyHostToDevice);
  cudaMemcpy(dc, c.data(), c.size() * 8, cudaMemcpyHostToDevice);
  product_of_doubles<k, m><<<1, 32>>>(da, db, dc, dd);
  cudaMemcpy(d.data(), dd, d.size() * 8, cudaMemcpyDeviceToHost);
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < 8; ++column) {
      double sum = c[row * 8 + column];
      for (int at = 0; at < k; ++at) sum = std::fma(a[row * k + at], b[at * 8 + column], sum);
      if (d[row * 8 + column] == sum) continue;
      if (++failures < 20)
        std::printf("f64 k%d: row %d, column %d is %a, not %a\n", k, row, column,
                    d[row * 8 + column], sum);
    }
  for (double* each : {da, db, dc, dd}) cudaFree(each);
}

int main(int argc, char** argv) {
  const auto seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : std::random_device{}();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  generator.seed(seed);
  using S8 = std::int8_t;
  using U8 = std::uint8_t;
  test<F16K8, __half, __half, Of16Bits>("f16 k8", 16, 8, Sum::f32);
  test<F16K16, __half, __half, Of16Bits>("f16 k16", 16, 16, Sum::f32);
  test<F16K8InF16, __half, __half, Of16Bits>("f16 k8 in f16", 16, 8, Sum::f16);
  test<F16K16InF16, __half, __half, Of16Bits>("f16 k16 in f16", 16, 16, Sum::f16);
  test<Bf16K8, __nv_bfloat16, __nv_bfloat16, Of16Bits>("bf16 k8", 16, 8, Sum::f32);
  test<Bf16K16, __nv_bfloat16, __nv_bfloat16, Of16Bits>("bf16 k16", 16, 16, Sum::f32);
  test<Tf32K4, Tf32, Tf32, OfTf32>("tf32 k4", 16, 4, Sum::f32);
  test<Tf32K8, Tf32, Tf32, OfTf32>("tf32 k8", 16, 8, Sum::f32);
  test<E4m3, __nv_fp8_e4m3, __nv_fp8_e4m3, Of8Bits>("e4m3", 16, 32, Sum::f32);
  test<E4m3E5m2, __nv_fp8_e4m3, __nv_fp8_e5m2, Of8Bits>("e4m3 by e5m2", 16, 32, Sum::f32);
  test<E5m2InF16, __nv_fp8_e5m2, __nv_fp8_e5m2, Of8Bits>("e5m2 in f16", 16, 32, Sum::f16);
  test<E4m3K16, __nv_fp8_e4m3, __nv_fp8_e4m3, Of8Bits>("e4m3 k16", 16, 16, Sum::f32);
  test<S8M8, S8, S8, Of8Bits>("s8 m8", 8, 16, Sum::s32);
  test<S8K16, S8, S8, Of8Bits>("s8 k16", 16, 16, Sum::s32);
  test<S8K32, S8, S8, Of8Bits>("s8 k32", 16, 32, Sum::s32);
  test<U8S8, U8, S8, Of8Bits>("u8 by s8", 16, 32, Sum::s32);
  test<S8Saturated, S8, S8, Of8Bits>("s8 saturated", 16, 32, Sum::s32, false, true);
  test<S4M8, S4, S4, Of4Bits>("s4 m8", 8, 32, Sum::s32);
  test<S4K32, S4, U4, Of4Bits>("s4 by u4", 16, 32, Sum::s32);
  test<S4K64, S4, S4, Of4Bits>("s4 k64", 16, 64, Sum::s32);
  test<B1M8, B1, B1, Of1Bit>("b1 m8", 8, 128, Sum::s32);
  test<B1K128, B1, B1, Of1Bit>("b1 k128", 16, 128, Sum::s32, true);
  test<B1K256, B1, B1, Of1Bit>("b1 k256", 16, 256, Sum::s32);
  test_doubles<4, 8>();
  test_doubles<4>();
  test_doubles<8>();
  test_doubles<16>();
  if (failures == 0) std::printf("all products are right\n");
  return failures != 0;
}
