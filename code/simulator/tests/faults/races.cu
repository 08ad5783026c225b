// What nothing orders.
#include <cooperative_groups.h>

#include <cuda/atomic>

#include "cases.hpp"

namespace cg = cooperative_groups;

// quote: warp-barrier
template <bool repaired>
__global__ void neighbour_lane(int* out) {
  __shared__ int values[32];
  values[threadIdx.x] = threadIdx.x;
  if (repaired) __syncwarp();
  out[threadIdx.x] = values[threadIdx.x ^ 1];  // wrong: race in shared memory: wrote
}
// end quote
CASE(lanes_of_a_warp) {
  Buffer<int> out(32);
  neighbour_lane<repaired><<<1, 32>>>(out);
}

template <bool repaired>
__global__ void half_warps(int* out) {
  __shared__ int values[32];
  values[threadIdx.x] = threadIdx.x;
  __syncwarp(repaired ? ~0u : threadIdx.x < 16 ? 0xffffu : 0xffff0000u);
  out[threadIdx.x] = values[threadIdx.x ^ 16];  // wrong: race in shared memory: wrote
}
CASE(warp_barrier_of_too_few_lanes) {
  Buffer<int> out(32);
  half_warps<repaired><<<1, 32>>>(out);
}

template <bool repaired>
__global__ void shuffle_between(int* out) {
  __shared__ int values[32];
  values[threadIdx.x] = threadIdx.x;
  const int other = __shfl_xor_sync(~0u, threadIdx.x, 1);
  if (repaired) __syncwarp();
  out[threadIdx.x] = values[other];  // wrong: race in shared memory: wrote
}
CASE(shuffle_taken_for_a_barrier) {
  Buffer<int> out(32);
  shuffle_between<repaired><<<1, 32>>>(out);
}

template <bool repaired>
__global__ void warp_tree(int* out) {
  __shared__ int sums[64];
  sums[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (unsigned step = 32; step > 0; step /= 2) {
    // wrong: race in shared memory
    if (threadIdx.x < step) sums[threadIdx.x] += sums[threadIdx.x + step];
    if (repaired || step > 16) __syncthreads();
  }
  if (threadIdx.x == 0) *out = sums[0];
}
CASE(last_steps_of_a_tree_without_barrier) {
  Buffer<int> out(1);
  warp_tree<repaired><<<1, 64>>>(out);
}

// quote: block-barrier
template <bool repaired>
__global__ void reverse(int* out) {
  __shared__ int values[64];
  values[threadIdx.x] = 0;
  __syncthreads();
  values[threadIdx.x] = threadIdx.x;
  if (repaired) __syncthreads();
  out[threadIdx.x] = values[63 - threadIdx.x];  // wrong: race in shared memory: wrote
}
// end quote
CASE(warps_of_a_block) {
  Buffer<int> out(64);
  reverse<repaired><<<1, 64>>>(out);
}

template <bool repaired>
__global__ void reuse(int* out) {
  __shared__ int tile[64];
  int sum = 0;
  for (int round = 0; round < 3; ++round) {
    tile[threadIdx.x] = round;  // wrong: race in shared memory: read
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    if (repaired) __syncthreads();
  }
  out[threadIdx.x] = sum;
}
CASE(tile_written_while_it_is_read) {
  Buffer<int> out(64);
  reuse<repaired><<<1, 64>>>(out);
}

template <bool repaired>
__global__ void one_cell(int* out) {
  __shared__ int last;
  if (!repaired || threadIdx.x == 63) last = threadIdx.x;  // wrong: race in shared memory: wrote
  __syncthreads();
  out[threadIdx.x] = last;
}
CASE(different_values_in_one_cell) {
  Buffer<int> out(64);
  one_cell<repaired><<<1, 64>>>(out);
}

template <bool repaired>
__global__ void histogram(int* out) {
  __shared__ int bins[4];
  if (threadIdx.x < 4) bins[threadIdx.x] = 0;
  __syncthreads();
  int& bin = bins[threadIdx.x % 4];
  if (repaired)
    atomicAdd(&bin, 1);
  else
    bin += 1;  // wrong: race in shared memory
  __syncthreads();
  if (threadIdx.x < 4) out[threadIdx.x] = bins[threadIdx.x];
}
CASE(shared_counter_without_atomic) {
  Buffer<int> out(4);
  histogram<repaired><<<1, 64>>>(out);
}

template <bool repaired>
__global__ void bytes(char* out) {
  __shared__ char flags[64];
  // wrong: race in shared memory
  flags[repaired ? threadIdx.x : threadIdx.x / 2] = char(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = flags[repaired ? threadIdx.x : threadIdx.x / 2];
}
CASE(bytes_of_a_word) {
  Buffer<char> out(64);
  bytes<repaired><<<1, 64>>>(out);
}

template <bool repaired>
__global__ void pass_on(int* x) {
  x[threadIdx.x] = threadIdx.x;
  if (repaired) __syncthreads();
  const int next = x[(threadIdx.x + 1) % 64];  // wrong: race in global memory: wrote
  __syncthreads();
  x[threadIdx.x] = next;
}
CASE(global_memory_within_a_block) {
  Buffer<int> x(64, 0);
  pass_on<repaired><<<1, 64>>>(x);
}

template <bool repaired>
__global__ void smooth(const float* x, float* y) {
  const unsigned i = threadIdx.x;
  const float left = i > 0 ? x[i - 1] : 0;
  y[i] = (left + x[i]) / 2;  // wrong: race in global memory: read
}
CASE(stencil_in_place) {
  Buffer<float> x(64, 0), y(64);
  smooth<repaired><<<1, 64>>>(x, repaired ? y : x);
}

template <bool repaired>
__global__ void overlap(int* out) {
  // wrong: race in global memory: of block
  out[repaired ? blockIdx.x : blockIdx.x / 2] = blockIdx.x;
}
CASE(blocks_write_one_place) {
  Buffer<int> out(4);
  overlap<repaired><<<4, 1>>>(out);
}

// quote: plain-sum
template <bool repaired>
__global__ void total(int* sum) {
  if (repaired)
    atomicAdd(sum, 1);
  else
    *sum = *sum + 1;  // wrong: race in global memory
}
// end quote
CASE(global_counter_without_atomic) {
  Buffer<int> sum(1, 0);
  total<repaired><<<8, 1>>>(sum);
}

template <bool repaired>
__global__ void watch(int* sum, int* seen) {
  if (threadIdx.x < 32)
    atomicAdd(sum, 1);
  else if (repaired)
    seen[threadIdx.x] = atomicAdd(sum, 0);
  else
    seen[threadIdx.x] = *sum;  // wrong: race in global memory: wrote
}
CASE(plain_read_beside_atomics) {
  Buffer<int> sum(1, 0), seen(64);
  watch<repaired><<<1, 64>>>(sum, seen);
}

template <bool repaired>
__global__ void add_in_block(int* sum) {
  if (repaired)
    atomicAdd(sum, 1);
  else
    atomicAdd_block(sum, 1);  // wrong: race in global memory: of block
}
CASE(atomic_of_too_small_a_scope) {
  Buffer<int> sum(1, 0);
  add_in_block<repaired><<<4, 1>>>(sum);
}

template <bool repaired>
__global__ void last_block(int* partial, unsigned* tickets, int* sum) {
  partial[blockIdx.x] = blockIdx.x;
  if (repaired) __threadfence();
  if (atomicInc(tickets, gridDim.x) != gridDim.x - 1) return;
  if (repaired) __threadfence();
  int all = 0;
  // wrong: race in global memory: of block
  for (unsigned b = 0; b < gridDim.x; ++b) all += partial[b];
  *sum = all;
}
CASE(last_block_without_fence) {
  Buffer<int> partial(7), sum(1);
  Buffer<unsigned> tickets(1, 0);
  last_block<repaired><<<7, 1>>>(partial, tickets, sum);
}

template <bool repaired>
__global__ void look_back(int* sums, int* flags) {
  constexpr auto release = repaired ? cuda::memory_order_release : cuda::memory_order_relaxed;
  int before = 0;
  if (blockIdx.x > 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(flags[blockIdx.x - 1]);
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    before = sums[blockIdx.x - 1];  // wrong: race in global memory: of block
  }
  sums[blockIdx.x] = before + 1;
  cuda::atomic_ref<int, cuda::thread_scope_device>(flags[blockIdx.x]).store(1, release);
}
CASE(look_back_without_release) {
  Buffer<int> sums(5), flags(5, 0);
  look_back<repaired><<<5, 1>>>(sums, flags);
}

template <bool repaired>
__global__ void await(int* data, int* flag, int* out) {
  constexpr auto acquire = repaired ? cuda::memory_order_acquire : cuda::memory_order_relaxed;
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    *data = 42;
    ready.store(1, cuda::memory_order_release);
  } else {
    while (ready.load(acquire) == 0) {
    }
    *out = *data;  // wrong: race in global memory: of block
  }
}
CASE(hand_over_without_acquire) {
  Buffer<int> data(1), flag(1, 0), out(1);
  await<repaired><<<2, 1>>>(data, flag, out);
}

template <bool repaired>
__global__ void meet_in_tiles(int* out) {
  __shared__ cg::block_tile_memory<128> memory;
  __shared__ int values[128];
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block(memory));
  values[threadIdx.x] = 0;
  __syncthreads();
  values[threadIdx.x] = threadIdx.x;
  if (repaired) tile.sync();
  out[threadIdx.x] = values[threadIdx.x ^ 32];  // wrong: race in shared memory
}
CASE(tile_of_two_warps_without_barrier) {
  Buffer<int> out(128);
  meet_in_tiles<repaired><<<1, 128>>>(out);
}

// A strong write makes nobody safe from a weak one before it.

template <bool repaired>
__global__ void clear_and_count(int* out) {
  __shared__ int counts[4];
  if (threadIdx.x < 4) counts[threadIdx.x] = 0;
  if (repaired) __syncthreads();
  atomicAdd(&counts[threadIdx.x % 4], 1);  // wrong: race in shared memory
  __syncthreads();
  if (threadIdx.x < 4) out[threadIdx.x] = counts[threadIdx.x];
}
CASE(counts_cleared_without_barrier) {
  Buffer<int> out(4);
  clear_and_count<repaired><<<1, 64>>>(out);
}

template <bool repaired>
__global__ void clear_and_count_all(int* count) {
  if (!repaired && blockIdx.x == 0 && threadIdx.x == 0) *count = 0;
  __syncthreads();
  atomicAdd(count, 1);  // wrong: race in global memory
}
CASE(counter_cleared_by_the_kernel_that_counts) {
  Buffer<int> count(1, 0);
  clear_and_count_all<repaired><<<4, 32>>>(count);
}

template <bool repaired>
__global__ void set_and_exchange(int* x, int* out) {
  if (threadIdx.x == 0) {
    *x = 5;
    atomicExch(x, 7);
  }
  if (repaired) __syncthreads();
  if (threadIdx.x != 32) return;
  // wrong: race in global memory
  *out = cuda::atomic_ref<int, cuda::thread_scope_block>(*x).load(cuda::memory_order_relaxed);
}
CASE(atomic_load_beside_a_plain_store) {
  Buffer<int> x(1, 0), out(1);
  set_and_exchange<repaired><<<1, 64>>>(x, out);
}

/// What a block has cleared it may count, and so may those that it has told.
template <bool repaired>
__global__ void clear_and_tell(int* count, int* flag, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> told(*flag);
  if (blockIdx.x == 0) {
    *count = 0;
    atomicAdd(count, 1);
    told.store(1, repaired ? cuda::memory_order_release : cuda::memory_order_relaxed);
  } else {
    while (told.load(repaired ? cuda::memory_order_acquire : cuda::memory_order_relaxed) == 0) {
    }
    *out = atomicAdd(count, 1);  // wrong: race in global memory
  }
}
CASE(counter_handed_over_without_release) {
  Buffer<int> count(1), flag(1, 0), out(1);
  clear_and_tell<repaired><<<2, 1>>>(count, flag, out);
}

/// nvcc has all threads load `sum`, which each of them may, and those that want it select it.
template <bool repaired>
__global__ void take_by_one(int* out) {
  __shared__ int sum, list[4];
  const unsigned t = threadIdx.x;
  const int before = out[t];
  if (t == 5) sum = before, list[2] = before + 1;
  int taken = 9;
  if (t == (repaired ? 5 : 40)) taken = sum;  // wrong: race in shared memory
  __syncthreads();
  if (t < 7 && list[2] > 3) ++taken;
  __syncthreads();
  if (t == 5) list[2] = taken;
  out[t] = taken;
}
CASE(word_taken_by_another_than_its_writer) {
  Buffer<int> out(64, 0);
  take_by_one<repaired><<<1, 64>>>(out);
}
