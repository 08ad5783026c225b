// exit: 0
// prints: all products of groups are right
// architecture: 90a
// schedules: forward random:1
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

// wgmma of several types, from registers and from shared memory in every layout that a descriptor
// can name, against a loop on the host: of small integers, no sum of which is rounded.

/// Of a matrix in shared memory: how many bytes are swizzled (0: none), and whether neighbours in k
/// lie side by side or, transposed, those in the other direction.
struct Layout {
  int swizzle;
  bool transposed;
};

/// The layout with its strides in bytes, for a matrix of so many lines and depth `k`.
struct Placed : Layout {
  int size, leading, stride, step;  // bytes: of an element; the descriptor's; from 32 bytes of k on

  Placed(Layout layout, int size, int lines, int k) : Layout(layout), size(size) {
    if (transposed && swizzle == 0) {
      stride = 128, leading = 128 * (lines / 8), step = 2 * leading;
    } else if (transposed) {
      stride = 8 * swizzle, leading = stride * (k / 8), step = 2 * stride;
    } else if (swizzle == 0) {
      leading = 128, stride = 128 * (k * size / 16), step = 2 * leading;
    } else {
      leading = 16, stride = 8 * swizzle, step = 32;
    }
  }
  /// Which number the 16-byte pieces of a row are exchanged by, as a copy by TMA does it.
  int phase(int row) const {
    return swizzle == 128 ? row % 8 : swizzle == 64 ? row / 2 % 4 : swizzle == 32 ? row / 4 % 2 : 0;
  }
  int offset(int line, int k) const {
    if (transposed && swizzle == 0)
      return line / 8 * stride + k / 8 * leading + k % 8 * 16 + line % 8 * 2;
    if (transposed) {
      const int width = swizzle / 2;
      return line / width * leading + k / 8 * stride + k % 8 * swizzle +
             ((line % width / 8) ^ phase(k % 8)) * 16 + line % 8 * 2;
    }
    const int at = k * size;
    if (swizzle == 0) return line / 8 * stride + at / 16 * leading + line % 8 * 16 + at % 16;
    return line / 8 * stride + line % 8 * swizzle + ((at / 16) ^ phase(line % 8)) * 16 + at % 16;
  }
  std::uint64_t descriptor() const {
    const std::uint64_t mode = swizzle == 128 ? 1 : swizzle == 64 ? 2 : swizzle == 32 ? 3 : 0;
    return std::uint64_t(leading / 16) << 16 | std::uint64_t(stride / 16) << 32 | mode << 62;
  }
};

#define D4 "{%0,%1,%2,%3}"
#define D8 "{%0,%1,%2,%3,%4,%5,%6,%7}"
#define D64                                                                                  \
  "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,"  \
  "%24,%25,%26,%27,%28,%29,%30,%31,%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45," \
  "%46,%47,%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63}"
#define R4(k) "+r"(d[k]), "+r"(d[k + 1]), "+r"(d[k + 2]), "+r"(d[k + 3])
#define R16(k) R4(k), R4(k + 4), R4(k + 8), R4(k + 12)
#define R64 R16(0), R16(16), R16(32), R16(48)
#define WGMMA(form) "wgmma.mma_async.sync.aligned." form " "
#define ADDS(number) "{.reg .pred adds; setp.ne.b32 adds, %" #number ", 0; "

// Kinds: what they multiply, and how.

struct Half128 {
  static constexpr int n = 128, size = 2, registers = 64;
  template <int ta, int tb>
  static __device__ void run(std::uint32_t* d, const std::uint32_t*, std::uint64_t a,
                             std::uint64_t b, int adds) {
    asm volatile(ADDS(66) WGMMA("m64n128k16.f32.f16.f16") D64 ", %64, %65, adds, 1, 1, %67, %68;}"
                 : R64
                 : "l"(a), "l"(b), "r"(adds), "n"(ta), "n"(tb));
  }
};
struct Half16 {
  static constexpr int n = 16, size = 2, registers = 8;
  template <int ta, int tb>
  static __device__ void run(std::uint32_t* d, const std::uint32_t*, std::uint64_t a,
                             std::uint64_t b, int adds) {
    asm volatile(ADDS(10) WGMMA("m64n16k16.f32.f16.f16") D8 ", %8, %9, adds, 1, 1, %11, %12;}"
                 : R4(0), R4(4)
                 : "l"(a), "l"(b), "r"(adds), "n"(ta), "n"(tb));
  }
};
struct MinusHalf16 {  // twice negated
  static constexpr int n = 16, size = 2, registers = 8;
  template <int ta, int tb>
  static __device__ void run(std::uint32_t* d, const std::uint32_t*, std::uint64_t a,
                             std::uint64_t b, int adds) {
    asm volatile(ADDS(10) WGMMA("m64n16k16.f32.f16.f16") D8 ", %8, %9, adds, -1, -1, %11, %12;}"
                 : R4(0), R4(4)
                 : "l"(a), "l"(b), "r"(adds), "n"(ta), "n"(tb));
  }
};
struct HalfInHalf {
  static constexpr int n = 16, size = 2, registers = 4;
  template <int ta, int tb>
  static __device__ void run(std::uint32_t* d, const std::uint32_t*, std::uint64_t a,
                             std::uint64_t b, int adds) {
    asm volatile(ADDS(6) WGMMA("m64n16k16.f16.f16.f16") D4 ", %4, %5, adds, 1, 1, %7, %8;}"
                 : R4(0)
                 : "l"(a), "l"(b), "r"(adds), "n"(ta), "n"(tb));
  }
};
struct HalfOfRegisters {
  static constexpr int n = 16, size = 2, registers = 8;
  template <int, int tb>
  static __device__ void run(std::uint32_t* d, const std::uint32_t* x, std::uint64_t,
                             std::uint64_t b, int adds) {
    asm volatile(ADDS(13) WGMMA("m64n16k16.f32.f16.f16") D8
                 ", {%8,%9,%10,%11}, %12, adds, 1, 1, %14;}"
                 : R4(0), R4(4)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(adds), "n"(tb));
  }
};
struct Bfloat16 {
  static constexpr int n = 16, size = 2, registers = 8;
  template <int ta, int tb>
  static __device__ void run(std::uint32_t* d, const std::uint32_t*, std::uint64_t a,
                             std::uint64_t b, int adds) {
    asm volatile(ADDS(10) WGMMA("m64n16k16.f32.bf16.bf16") D8 ", %8, %9, adds, 1, 1, %11, %12;}"
                 : R4(0), R4(4)
                 : "l"(a), "l"(b), "r"(adds), "n"(ta), "n"(tb));
  }
};
struct Tf32 {
  static constexpr int n = 16, size = 4, registers = 8;
  template <int, int>
  static __device__ void run(std::uint32_t* d, const std::uint32_t*, std::uint64_t a,
                             std::uint64_t b, int adds) {
    asm volatile(ADDS(10) WGMMA("m64n16k8.f32.tf32.tf32") D8 ", %8, %9, adds, 1, 1;}"
                 : R4(0), R4(4)
                 : "l"(a), "l"(b), "r"(adds));
  }
};
struct Byte {
  static constexpr int n = 16, size = 1, registers = 8;
  template <int, int>
  static __device__ void run(std::uint32_t* d, const std::uint32_t*, std::uint64_t a,
                             std::uint64_t b, int adds) {
    asm volatile(ADDS(10) WGMMA("m64n16k32.s32.s8.s8") D8 ", %8, %9, adds;}"
                 : R4(0), R4(4)
                 : "l"(a), "l"(b), "r"(adds));
  }
};

constexpr int room = 32768;  // bytes of each matrix

template <class Kind, int ta, int tb>
__global__ void product(const uint4* images, const std::uint32_t* fragments, std::uint64_t a,
                        std::uint64_t b, int a_step, int b_step, int steps,
                        std::uint32_t* results) {
  extern __shared__ __align__(1024) uint4 tiles[];
  for (int k = threadIdx.x; k < 2 * room / 16; k += blockDim.x) tiles[k] = images[k];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  const auto start = unsigned(__cvta_generic_to_shared(tiles));
  std::uint32_t d[Kind::registers] = {};
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  for (int step = 0; step < steps; ++step) {
    const std::uint64_t from_a = a | (start + step * a_step) >> 4,
                        from_b = b | (start + room + step * b_step) >> 4;
    std::uint32_t x[4];
    for (int k = 0; k < 4; ++k) x[k] = fragments[(step * 4 + k) * 128 + threadIdx.x];
    Kind::template run<ta, tb>(d, x, from_a, from_b, step > 0);
  }
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  for (int k = 0; k < Kind::registers; ++k) results[k * 128 + threadIdx.x] = d[k];
}

std::mt19937 generator;
int failures = 0;

template <class Kind>
std::uint32_t encode(int v) {
  if (std::is_same_v<Kind, Byte>) return std::uint8_t(v);
  const float f = float(v);
  std::uint32_t bits;
  memcpy(&bits, &f, 4);
  if (Kind::size == 4) return bits;
  return std::is_same_v<Kind, Bfloat16> ? bits >> 16 : __half_raw(__float2half(f)).x;
}

template <class Kind, int ta = 0, int tb = 0>
void test(const char* name, int swizzle_a, int swizzle_b) {
  constexpr int m = 64, n = Kind::n;
  // As deep as the narrower rows of what is not transposed.
  int bytes = 128;
  if (!ta && swizzle_a != 0) bytes = std::min(bytes, swizzle_a);
  if (!tb && swizzle_b != 0) bytes = std::min(bytes, swizzle_b);
  const int k = bytes / Kind::size, deep = 32 / Kind::size, steps = k / deep;
  const Placed a({swizzle_a, ta != 0}, Kind::size, m, k), b({swizzle_b, tb != 0}, Kind::size, n, k);
  std::uniform_int_distribution<int> some(-4, 4);
  std::vector<int> x(m * k), y(k * n);
  for (int& v : x) v = some(generator);
  for (int& v : y) v = some(generator);
  std::vector<unsigned char> images(2 * room);
  for (int row = 0; row < m; ++row)
    for (int at = 0; at < k; ++at) {
      const std::uint32_t bits = encode<Kind>(x[row * k + at]);
      memcpy(&images[a.offset(row, at)], &bits, Kind::size);
    }
  for (int column = 0; column < n; ++column)
    for (int at = 0; at < k; ++at) {
      const std::uint32_t bits = encode<Kind>(y[at * n + column]);
      memcpy(&images[room + b.offset(column, at)], &bits, Kind::size);
    }
  std::vector<std::uint32_t> fragments(steps * 4 * 128), results(Kind::registers * 128);
  if (Kind::size == 2)
    for (int step = 0; step < steps; ++step)
      for (int thread = 0; thread < 128; ++thread)
        for (int i = 0; i < 8; ++i) {
          const int lane = thread % 32, row = thread / 32 * 16 + lane / 4 + i / 2 % 2 * 8,
                    column = step * 16 + lane % 4 * 2 + i % 2 + i / 4 * 8;
          fragments[(step * 4 + i / 2) * 128 + thread] |= encode<Kind>(x[row * k + column])
                                                          << i % 2 * 16;
        }
  uint4* device_images;
  std::uint32_t *device_fragments, *device_results;
  cudaMalloc(&device_images, images.size());
  cudaMalloc(&device_fragments, fragments.size() * 4);
  cudaMalloc(&device_results, results.size() * 4);
  cudaMemcpy(device_images, images.data(), images.size(), cudaMemcpyHostToDevice);
  cudaMemcpy(device_fragments, fragments.data(), fragments.size() * 4, cudaMemcpyHostToDevice);
  cudaFuncSetAttribute(product<Kind, ta, tb>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       2 * room);
  product<Kind, ta, tb><<<1, 128, 2 * room>>>(device_images, device_fragments, a.descriptor(),
                                              b.descriptor(), a.step, b.step, steps,
                                              device_results);
  if (cudaMemcpy(results.data(), device_results, results.size() * 4, cudaMemcpyDeviceToHost) !=
      cudaSuccess)
    ++failures;
  const int in_register = std::is_same_v<Kind, HalfInHalf> ? 2 : 1;
  for (int thread = 0; thread < 128; ++thread)
    for (int i = 0; i < n / 2; ++i) {
      const int lane = thread % 32, row = thread / 32 * 16 + lane / 4 + i / 2 % 2 * 8,
                column = i / 4 * 8 + lane % 4 * 2 + i % 2;
      int sum = 0;
      for (int at = 0; at < k; ++at) sum += x[row * k + at] * y[at * n + column];
      const std::uint32_t word = results[i / in_register * 128 + thread];
      std::uint32_t expected = std::uint32_t(sum), found = word;
      if (in_register == 2) {
        expected = __half_raw(__float2half(float(sum))).x;
        found = word >> i % 2 * 16 & 0xffff;
      } else if (!std::is_same_v<Kind, Byte>) {
        const float f = float(sum);
        memcpy(&expected, &f, 4);
      }
      if (found != expected && ++failures < 20)
        std::printf("%s, swizzled by %d and %d: row %d, column %d is %08x, not %08x\n", name,
                    swizzle_a, swizzle_b, row, column, found, expected);
    }
  cudaFree(device_images);
  cudaFree(device_fragments);
  cudaFree(device_results);
}

int main() {
  const unsigned seed = std::random_device{}();
  std::printf("seed %u\n", seed);
  generator.seed(seed);
  for (int swizzle : {0, 32, 64, 128}) {
    test<Half16>("f16", swizzle, swizzle);
    test<Half16>("f16", 128, swizzle);
    test<Half128, 0, 0>("f16, n 128", swizzle, 128);
    test<Half128, 1, 1>("f16, both transposed", swizzle, swizzle);
    test<Half128, 0, 1>("f16, B transposed", 128, swizzle);
    test<Half128, 1, 0>("f16, A transposed", swizzle, 64);
    test<HalfOfRegisters>("f16 of registers", 0, swizzle);
    test<Bfloat16>("bf16", swizzle, swizzle);
    test<Tf32>("tf32", swizzle, swizzle);
    test<Byte>("s8", swizzle, swizzle);
  }
  test<MinusHalf16>("f16, negated twice", 128, 128);
  test<HalfInHalf>("f16 in f16", 128, 128);
  if (failures == 0) std::printf("all products of groups are right\n");
  return failures != 0;
}
