// exit: 0
// prints: all sums are right
// schedules: forward reverse random:1 random:2 starve
//
// A scan in one pass, as it is written in many ways: each block waits for what the blocks before it
// hand over, in one word of 64 or 128 bits, or as a value behind a flag.
#include <cooperative_groups.h>
#include <cuda_pipeline.h>

#include <cstdio>
#include <cuda/atomic>
#include <vector>

namespace cg = cooperative_groups;

constexpr int block = 128, tiles = 41, n = tiles * block - 17;
constexpr unsigned long long aggregate = 1ull << 32, prefix = 2ull << 32, both = aggregate | prefix;

__device__ unsigned long long descriptors[tiles];
__device__ uint4 wide_descriptors[tiles];
__device__ unsigned flags[tiles], aggregates[tiles], prefixes[tiles];
__device__ unsigned ticket;

// Inclusive; every thread gets the sum of the block as well.
__device__ unsigned scan_block(unsigned value, unsigned& sum) {
  __shared__ unsigned warps[block / 32];
  for (int step = 1; step < 32; step *= 2) {
    const unsigned other = __shfl_up_sync(~0u, value, step);
    if (threadIdx.x % 32 >= step) value += other;
  }
  if (threadIdx.x % 32 == 31) warps[threadIdx.x / 32] = value;
  __syncthreads();
  sum = 0;
  for (int warp = 0; warp < block / 32; ++warp) {
    if (warp < threadIdx.x / 32) value += warps[warp];
    sum += warps[warp];
  }
  __syncthreads();
  return value;
}

__device__ int next_tile() {
  __shared__ int tile;
  if (threadIdx.x == 0) tile = atomicAdd(&ticket, 1);
  __syncthreads();
  const int mine = tile;
  __syncthreads();
  return mine;
}

using Word = cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>;
using Flag = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

// What a tile shows of itself: nothing yet, its aggregate, or its prefix.
struct Shown {
  unsigned state, value;
};

// Value and state are one word: no order is needed.
struct Packed {
  static __device__ void show(int tile, Shown what) {
    Word(descriptors[tile])
        .store((unsigned long long)(what.state) << 32 | what.value, cuda::memory_order_relaxed);
  }
  static __device__ Shown look(int tile) {
    const unsigned long long seen = Word(descriptors[tile]).load(cuda::memory_order_relaxed);
    return {unsigned(seen >> 32), unsigned(seen)};
  }
};

// 128 bits in one access.
struct Wide {
  static __device__ void show(int tile, Shown what) {
    asm volatile(
        "st.relaxed.gpu.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(wide_descriptors + tile),
        "r"(what.state), "r"(what.value), "r"(0u), "r"(0u)
        : "memory");
  }
  static __device__ Shown look(int tile) {
    uint4 seen;
    asm volatile("ld.relaxed.gpu.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(seen.x), "=r"(seen.y), "=r"(seen.z), "=r"(seen.w)
                 : "l"(wide_descriptors + tile)
                 : "memory");
    return {seen.x, seen.y};
  }
};

// Values are plain; a flag tells that they are there.
template <class Access>
struct Flagged {
  static __device__ unsigned& value(int tile, unsigned state) {
    return state == 2 ? prefixes[tile] : aggregates[tile];
  }
  static __device__ void show(int tile, Shown what) {
    value(tile, what.state) = what.value;
    Access::release(flags[tile], what.state);
  }
  static __device__ Shown look(int tile) {
    const unsigned state = Access::acquire(flags[tile]);
    return {state, state == 0 ? 0 : value(tile, state)};
  }
};

struct ByOrders {
  static __device__ void release(unsigned& flag, unsigned state) {
    Flag(flag).store(state, cuda::memory_order_release);
  }
  static __device__ unsigned acquire(unsigned& flag) {
    return Flag(flag).load(cuda::memory_order_acquire);
  }
};

struct ByFences {
  static __device__ void release(volatile unsigned& flag, unsigned state) {
    __threadfence();
    flag = state;
  }
  static __device__ unsigned acquire(volatile unsigned& flag) {
    const unsigned state = flag;
    __threadfence();
    return state;
  }
};

// One thread looks back, tile by tile.
template <class Tiles>
struct OneThread {
  static __device__ unsigned before(int tile, unsigned sum) {
    __shared__ unsigned result;
    if (threadIdx.x == 0) {
      unsigned total = 0;
      Tiles::show(tile, {1, sum});
      for (int at = tile - 1; at >= 0; --at) {
        Shown seen;
        do seen = Tiles::look(at);
        while (seen.state == 0);
        total += seen.value;
        if (seen.state == 2) break;
      }
      Tiles::show(tile, {2, total + sum});
      result = total;
    }
    __syncthreads();
    return result;
  }
};

// A warp looks back, 32 tiles at once, and sleeps longer and longer.
struct OneWarp {
  static __device__ unsigned before(int tile, unsigned sum) {
    __shared__ unsigned result;
    if (threadIdx.x < 32) {
      unsigned total = 0;
      const unsigned lane = threadIdx.x;
      if (tile > 0 && lane == 0)
        Word(descriptors[tile]).store(aggregate | sum, cuda::memory_order_relaxed);
      for (int end = tile; end > 0; end -= 32) {
        const int at = end - 1 - int(lane);
        unsigned long long seen = prefix;
        unsigned pause = 8;
        while (at >= 0) {
          seen = Word(descriptors[at]).load(cuda::memory_order_relaxed);
          if (seen & both) break;
          __nanosleep(pause);
          pause = min(2 * pause, 256u);
        }
        const unsigned ends = __ballot_sync(~0u, (seen & prefix) != 0);
        const unsigned last = ends ? __ffs(ends) - 1 : 31;
        total += __reduce_add_sync(~0u, lane <= last ? unsigned(seen) : 0);
        if (ends) break;
      }
      if (lane == 0) {
        Word(descriptors[tile]).store(prefix | (total + sum), cuda::memory_order_relaxed);
        result = total;
      }
    }
    __syncthreads();
    return result;
  }
};

// Nobody looks back: each waits for all aggregates before its own, a thread for each.
struct AllBefore {
  static __device__ unsigned before(int tile, unsigned sum) {
    __shared__ unsigned total;
    if (threadIdx.x == 0) {
      total = 0;
      Word(descriptors[tile]).store(aggregate | sum, cuda::memory_order_release);
    }
    __syncthreads();
    if (int(threadIdx.x) < tile) {
      unsigned long long seen;
      do seen = Word(descriptors[threadIdx.x]).load(cuda::memory_order_acquire);
      while ((seen & aggregate) == 0);
      atomicAdd(&total, unsigned(seen));
    }
    __syncthreads();
    return total;
  }
};

template <class How>
__global__ void scan(const unsigned* x, unsigned* out) {
  const int tile = next_tile(), i = tile * block + threadIdx.x;
  unsigned sum;
  const unsigned value = scan_block(i < n ? x[i] : 0, sum);
  const unsigned before = How::before(tile, sum);
  if (i < n) out[i] = before + value;
}

// Blocks that stay take one tile after the other, the next one being on its way by cp.async.
template <class How>
__global__ void scan_persistent(const unsigned* x, unsigned* out) {
  constexpr int stages = 3;
  __shared__ unsigned ring[stages][block];
  const auto fetch = [&](int tile, int stage) {
    const int i = tile * block + threadIdx.x;
    if (tile < tiles && i < n) __pipeline_memcpy_async(&ring[stage][threadIdx.x], x + i, 4);
    __pipeline_commit();
  };
  for (int k = 0; k < stages - 1; ++k) fetch(blockIdx.x + k * gridDim.x, k);
  int stage = 0;
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    fetch(tile + (stages - 1) * gridDim.x, (stage + stages - 1) % stages);
    __pipeline_wait_prior(stages - 1);
    __syncthreads();
    const int i = tile * block + threadIdx.x;
    unsigned sum;
    const unsigned value = scan_block(i < n ? ring[stage][threadIdx.x] : 0, sum);
    const unsigned before = How::before(tile, sum);
    if (i < n) out[i] = before + value;
    __syncthreads();
    stage = (stage + 1) % stages;
  }
}

// Each block leaves its sum, all meet, and each reads the sums of all others.
__global__ void scan_cooperative(const unsigned* x, unsigned* out) {
  const int per_block = (tiles + gridDim.x - 1) / gridDim.x;
  const int first = blockIdx.x * per_block, last = min(first + per_block, tiles);
  unsigned all = 0;
  for (int tile = first; tile < last; ++tile) {
    const int i = tile * block + threadIdx.x;
    unsigned sum;
    scan_block(i < n ? x[i] : 0, sum);
    all += sum;
  }
  if (threadIdx.x == 0) aggregates[blockIdx.x] = all;
  cg::this_grid().sync();
  __shared__ unsigned before;
  if (threadIdx.x < 32) {
    unsigned part = 0;
    for (int k = threadIdx.x; k < blockIdx.x; k += 32) part += aggregates[k];
    part = __reduce_add_sync(~0u, part);
    if (threadIdx.x == 0) before = part;
  }
  __syncthreads();
  unsigned running = before;
  for (int tile = first; tile < last; ++tile) {
    const int i = tile * block + threadIdx.x;
    unsigned sum;
    const unsigned value = scan_block(i < n ? x[i] : 0, sum);
    if (i < n) out[i] = running + value;
    running += sum;
  }
}

// The rank of each digit in its warp, by match: no lane adds for another.
__global__ void rank_digits(const unsigned* x, unsigned* out) {
  __shared__ unsigned counts[block / 32][16];
  for (int k = threadIdx.x; k < block / 32 * 16; k += block) counts[k / 16][k % 16] = 0;
  __syncthreads();
  const int i = blockIdx.x * block + threadIdx.x, warp = threadIdx.x / 32;
  const unsigned lane = threadIdx.x % 32, digit = i < n ? x[i] % 16 : 15;
  const unsigned peers = __match_any_sync(~0u, digit);
  const unsigned before = __popc(peers & ((1u << lane) - 1)), leader = __ffs(peers) - 1;
  unsigned base = 0;
  if (lane == leader) base = atomicAdd(&counts[warp][digit], __popc(peers));
  base = __shfl_sync(peers, base, leader);
  if (i < n) out[i] = base + before;
}

int wrong = 0;

template <class Launch>
void check(const char* name, const std::vector<unsigned>& expected, Launch launch) {
  static std::vector<unsigned> zeros(4 * tiles);
  cudaMemcpyToSymbol(descriptors, zeros.data(), sizeof descriptors);
  cudaMemcpyToSymbol(wide_descriptors, zeros.data(), sizeof wide_descriptors);
  cudaMemcpyToSymbol(flags, zeros.data(), sizeof flags);
  cudaMemcpyToSymbol(ticket, zeros.data(), sizeof ticket);
  unsigned* out;
  cudaMalloc(&out, n * sizeof(unsigned));
  launch(out);
  std::vector<unsigned> result(n);
  cudaMemcpy(result.data(), out, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
  if (result != expected) {
    std::printf("%s: wrong\n", name);
    ++wrong;
  }
  cudaFree(out);
}

int main() {
  std::vector<unsigned> values(n), sums(n), ranks(n);
  unsigned state = 1, sum = 0;
  for (int i = 0; i < n; ++i) {
    values[i] = (state = state * 1664525u + 1013904223u) >> 20;
    sums[i] = sum += values[i];
    for (int k = i / 32 * 32; k < i; ++k) ranks[i] += values[k] % 16 == values[i] % 16;
  }
  unsigned* x;
  cudaMalloc(&x, n * sizeof(unsigned));
  cudaMemcpy(x, values.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
  check("packed, a thread", sums,
        [&](unsigned* out) { scan<OneThread<Packed>><<<tiles, block>>>(x, out); });
  check("packed, a warp", sums, [&](unsigned* out) { scan<OneWarp><<<tiles, block>>>(x, out); });
  check("128 bits", sums, [&](unsigned* out) { scan<OneThread<Wide>><<<tiles, block>>>(x, out); });
  check("flag and value", sums,
        [&](unsigned* out) { scan<OneThread<Flagged<ByOrders>>><<<tiles, block>>>(x, out); });
  check("fenced flag", sums,
        [&](unsigned* out) { scan<OneThread<Flagged<ByFences>>><<<tiles, block>>>(x, out); });
  check("all before", sums, [&](unsigned* out) { scan<AllBefore><<<tiles, block>>>(x, out); });
  check("persistent, packed", sums,
        [&](unsigned* out) { scan_persistent<OneWarp><<<6, block>>>(x, out); });
  check("persistent, flag", sums, [&](unsigned* out) {
    scan_persistent<OneThread<Flagged<ByOrders>>><<<6, block>>>(x, out);
  });
  check("cooperative", sums, [&](unsigned* out) {
    void* arguments[] = {&x, &out};
    cudaLaunchCooperativeKernel((void*)scan_cooperative, dim3(7), dim3(block), arguments, 0,
                                nullptr);
  });
  check("match", ranks, [&](unsigned* out) { rank_digits<<<tiles, block>>>(x, out); });
  cudaFree(x);
  if (wrong == 0) std::puts("all sums are right");
  return wrong;
}
