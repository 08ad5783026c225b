// Copies that go on by themselves, and who does not wait for them.
#include <cuda.h>

#include <cstdint>

#include "cases.hpp"

__device__ unsigned shared_address(const void* pointer) {
  return unsigned(__cvta_generic_to_shared(pointer));
}
__device__ void copy_16(void* to, const void* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from)
               : "memory");
}
__device__ void commit() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}
template <int others>
__device__ void wait_for_all_but() {
  asm volatile("cp.async.wait_group %0;" ::"n"(others) : "memory");
}
__device__ void initialise(std::uint64_t* barrier, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(count)
               : "memory");
}
__device__ void arrive_and_expect(std::uint64_t* barrier, unsigned bytes) {
  asm volatile(
      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)),
      "r"(bytes)
      : "memory");
}
// What can be at fault itself is a macro, so that its line is that of the kernel.
#define ARRIVE(barrier)                                                                  \
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(barrier)) \
               : "memor"                                                                 \
                 "y")
#define WAIT(barrier, parity)                                             \
  asm volatile(                                                           \
      "{.reg .pred done;\n"                                               \
      "again: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n" \
      "@!done bra again;}" ::"r"(shared_address(barrier)),                \
      "r"(parity)                                                         \
      : "memory")
#define LOAD_BULK(to, from, bytes, barrier)                                                \
  asm volatile(                                                                            \
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, " \
      "[%3];" ::"r"(shared_address(to)),                                                   \
      "l"(from), "r"(unsigned(bytes)), "r"(shared_address(barrier))                        \
      : "memory")
#define STORE_BULK(to, from, bytes)                                                                \
  asm volatile(                                                                                    \
      "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2; cp.async.bulk.commit_group;" :: \
          "l"(to),                                                                                 \
      "r"(shared_address(from)), "r"(unsigned(bytes))                                              \
      : "memory")

#define LOAD_BOX(to, map, coordinate, barrier)                                            \
  asm volatile(                                                                           \
      "cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes " \
      "[%0], [%1, {%2}], [%3];" ::"r"(shared_address(to)),                                \
      "l"(map), "r"(coordinate), "r"(shared_address(barrier))                             \
      : "memory")
#define STORE_BOX(map, coordinate, from)                                              \
  asm volatile(                                                                       \
      "cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [%0, {%1}], [%2]; " \
      "cp.async.bulk.commit_group;" ::"l"(map),                                       \
      "r"(coordinate), "r"(shared_address(from))                                      \
      : "memory")
#define FENCE_PROXY() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")

template <bool repaired>
__global__ void read_own(const int4* in, int4* out) {
  __shared__ int4 tile[32];
  copy_16(tile + threadIdx.x, in + threadIdx.x);
  commit();
  if (repaired) wait_for_all_but<0>();
  out[threadIdx.x] = tile[threadIdx.x];  // wrong: race in shared memory: an asynchronous copy
}
CASE(no_wait_for_a_copy) {
  Buffer<int4> in(32, 1), out(32);
  read_own<repaired><<<1, 32>>>(in, out);
}

template <bool repaired>
__global__ void wait_for_the_wrong_group(const int4* in, int4* out) {
  __shared__ int4 tile[2][32];
  copy_16(tile[0] + threadIdx.x, in + threadIdx.x);
  commit();
  copy_16(tile[1] + threadIdx.x, in + 32 + threadIdx.x);
  commit();
  if (repaired)
    wait_for_all_but<0>();
  else
    wait_for_all_but<1>();
  out[threadIdx.x] = tile[0][threadIdx.x];
  out[32 + threadIdx.x] = tile[1][threadIdx.x];  // wrong: race in shared memory: still writes
}
CASE(one_group_too_few) {
  Buffer<int4> in(64, 1), out(64);
  wait_for_the_wrong_group<repaired><<<1, 32>>>(in, out);
}

/// The last lanes have nothing left to copy: all of them copy the last element, or each another.
template <bool repaired>
__global__ void copy_the_last_again(const int4* in, int4* out, int n) {
  __shared__ int4 tile[32];
  const int last = n - 1, mine = threadIdx.x;
  const unsigned to = shared_address(tile + min(mine, last));
  const int4* const from = in + (repaired ? min(mine, last) : mine);
  // wrong: race in shared memory
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
  commit();
  wait_for_all_but<0>();
  __syncwarp();
  if (mine < n) out[mine] = tile[last - mine];
}
CASE(different_copies_to_one_place) {
  Buffer<int4> in(32, 1), out(32);
  copy_the_last_again<repaired><<<1, 32>>>(in, out, 18);
}

template <bool repaired>
__global__ void read_neighbours(const int4* in, int4* out) {
  __shared__ int4 tile[64];
  tile[threadIdx.x] = {};
  __syncthreads();
  copy_16(tile + threadIdx.x, in + threadIdx.x);
  commit();
  wait_for_all_but<0>();
  if (repaired) __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];  // wrong: race in shared memory
}
CASE(wait_without_barrier) {
  Buffer<int4> in(64, 1), out(64);
  read_neighbours<repaired><<<1, 64>>>(in, out);
}

template <bool repaired>
__global__ void write_under_way(const int4* in, int4* out) {
  __shared__ int4 tile[32];
  copy_16(tile + threadIdx.x, in + threadIdx.x);
  commit();
  if (repaired) wait_for_all_but<0>();
  tile[threadIdx.x].x = 3;  // wrong: race in shared memory: writes 4 bytes
  wait_for_all_but<0>();
  out[threadIdx.x] = tile[threadIdx.x];
}
CASE(write_into_a_copy) {
  Buffer<int4> in(32, 1), out(32);
  write_under_way<repaired><<<1, 32>>>(in, out);
}

template <bool repaired>
__global__ void load_tile(const int* in, int* out) {
  __shared__ alignas(16) int tile[256];
  __shared__ std::uint64_t barrier;
  tile[threadIdx.x] = 0;
  FENCE_PROXY();
  if (threadIdx.x == 0) initialise(&barrier, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    arrive_and_expect(&barrier, sizeof tile);
    LOAD_BULK(tile, in, sizeof tile, &barrier);
  }
  if (repaired || threadIdx.x == 0) WAIT(&barrier, 0);
  out[threadIdx.x] = tile[threadIdx.x];  // wrong: race in shared memory
}
CASE(others_do_not_wait) {
  Buffer<int> in(256, 1), out(256);
  load_tile<repaired><<<1, 256>>>(in, out);
}

template <bool repaired>
__global__ void nobody_waits(const int* in, int* out) {
  __shared__ alignas(16) int tile[32];
  __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0) {
    initialise(&barrier, 1);
    arrive_and_expect(&barrier, sizeof tile);
    LOAD_BULK(tile, in, sizeof tile, &barrier);
  }
  __syncthreads();
  if (repaired) WAIT(&barrier, 0);
  out[threadIdx.x] = tile[threadIdx.x];  // wrong: race in shared memory: an asynchronous copy
}
CASE(no_wait_for_a_bulk_copy) {
  Buffer<int> in(32, 1), out(32);
  nobody_waits<repaired><<<1, 32>>>(in, out);
}

template <bool repaired>
__global__ void expect_too_much(const int* in, int* out) {
  __shared__ alignas(16) int tile[32];
  __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0) {
    initialise(&barrier, 1);
    arrive_and_expect(&barrier, sizeof tile + (repaired ? 0 : 16));
    LOAD_BULK(tile, in, sizeof tile, &barrier);
  }
  __syncthreads();
  // wrong: deadlock
  WAIT(&barrier, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}
CASE(bytes_that_never_come) {
  Buffer<int> in(32, 1), out(32);
  expect_too_much<repaired><<<1, 32>>>(in, out);
}

template <bool repaired>
__global__ void arrive_too_often(int* out) {
  __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0) {
    initialise(&barrier, repaired ? 32 : 31);
    arrive_and_expect(&barrier, 16);
  }
  __syncthreads();
  if (threadIdx.x > 0) {
    // wrong: barrier not reached by all threads: awaits 0 more
    ARRIVE(&barrier);
  }
  out[threadIdx.x] = 0;
}
CASE(one_arrival_too_many) {
  Buffer<int> out(32);
  arrive_too_often<repaired><<<1, 32>>>(out);
}

template <bool repaired>
__global__ void overwrite_source(int* out) {
  __shared__ alignas(16) int tile[32];
  tile[threadIdx.x] = threadIdx.x;
  FENCE_PROXY();
  __syncthreads();
  if (threadIdx.x == 0) {
    STORE_BULK(out, tile, sizeof tile);
    if (repaired) asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
  __syncthreads();
  tile[threadIdx.x] = -1;  // wrong: race in shared memory: still reads
  __syncthreads();
  if (threadIdx.x == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
CASE(source_changed_too_early) {
  Buffer<int> out(32);
  overwrite_source<repaired><<<1, 32>>>(out);
}

template <bool repaired>
__global__ void leave_early(int* out) {
  __shared__ alignas(16) int tile[32];
  tile[threadIdx.x] = threadIdx.x;
  FENCE_PROXY();
  __syncthreads();
  if (threadIdx.x == 0) {
    // wrong: race in shared memory: nobody waiting
    STORE_BULK(out, tile, sizeof tile);
    if (repaired) asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
}
CASE(block_ends_before_its_copy) {
  Buffer<int> out(32);
  leave_early<repaired><<<1, 32>>>(out);
}

template <bool repaired>
__global__ void store_unfenced(int* out) {
  __shared__ alignas(16) int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  if (repaired) FENCE_PROXY();
  __syncthreads();
  if (threadIdx.x == 0) {
    // wrong: race in shared memory: no fence.proxy.async
    STORE_BULK(out, tile, sizeof tile);
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}
CASE(no_proxy_fence) {
  Buffer<int> out(64);
  store_unfenced<repaired><<<1, 64>>>(out);
}

template <bool repaired>
__global__ void fence_before_writing(int* out) {
  __shared__ alignas(16) int tile[64];
  if (!repaired) FENCE_PROXY();
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 32) {
    if (repaired) FENCE_PROXY();
    // wrong: race in shared memory: no fence.proxy.async
    STORE_BULK(out, tile, sizeof tile);
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}
CASE(proxy_fence_too_early) {
  Buffer<int> out(64);
  fence_before_writing<repaired><<<1, 64>>>(out);
}

// What a bulk copy has brought needs no fence for another one to take it away; what threads have
// changed of it does.
template <bool repaired>
__global__ void change_in_place(const int* in, int* out) {
  __shared__ alignas(16) int tile[64];
  __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0) {
    initialise(&barrier, 1);
    arrive_and_expect(&barrier, sizeof tile);
    LOAD_BULK(tile, in, sizeof tile, &barrier);
  }
  __syncthreads();
  WAIT(&barrier, 0);
  if (!repaired && threadIdx.x == 0) tile[63] = 5;
  if (threadIdx.x == 0) {
    // wrong: race in shared memory: no fence.proxy.async
    STORE_BULK(out, tile, sizeof tile);
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}
CASE(no_proxy_fence_after_a_change) {
  Buffer<int> in(64, 1), out(64);
  change_in_place<repaired><<<1, 64>>>(in, out);
}

template <bool repaired>
__global__ void load_over_unfenced(const int* in, int* out) {
  __shared__ alignas(16) int tile[64];
  __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0) initialise(&barrier, 1);
  tile[threadIdx.x] = threadIdx.x;
  if (repaired) FENCE_PROXY();
  __syncthreads();
  if (threadIdx.x == 0) {
    arrive_and_expect(&barrier, sizeof tile);
    // wrong: race in shared memory: replace 16 bytes
    LOAD_BULK(tile, in, sizeof tile, &barrier);
  }
  WAIT(&barrier, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}
CASE(no_proxy_fence_before_a_load) {
  Buffer<int> in(64, 1), out(64);
  load_over_unfenced<repaired><<<1, 64>>>(in, out);
}

template <bool repaired>
__global__ void copy_odd(const int* in, int* out) {
  __shared__ alignas(16) int tile[32];
  __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0) {
    initialise(&barrier, 1);
    arrive_and_expect(&barrier, 64);
    // wrong: misaligned access: multiple of 16
    LOAD_BULK(tile, in + (repaired ? 4 : 1), 64, &barrier);
  }
  __syncthreads();
  WAIT(&barrier, 0);
  out[threadIdx.x] = tile[threadIdx.x % 16];
}
CASE(bulk_copy_from_an_odd_address) {
  Buffer<int> in(64, 1), out(32);
  copy_odd<repaired><<<1, 32>>>(in, out);
}

/// 64 halves, by boxes of 16.
CUtensorMap tensor_of(std::uint16_t* data) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult status;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault,
                                   &status);
  CUtensorMap map;
  const cuuint64_t extents[] = {64}, strides[] = {0};
  const cuuint32_t box[] = {16}, steps[] = {1};
  reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(found)(
      &map, CU_TENSOR_MAP_DATA_TYPE_UINT16, 1, data, extents, strides, box, steps,
      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return map;
}

template <bool repaired>
__global__ void load_box(const __grid_constant__ CUtensorMap from, std::uint16_t* out) {
  __shared__ alignas(128) std::uint16_t box[16];
  __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0) {
    initialise(&barrier, 1);
    arrive_and_expect(&barrier, sizeof box);
    // wrong: misaligned access: no multiple of 16 bytes
    LOAD_BOX(box, &from, repaired ? 8 : 4, &barrier);
  }
  __syncthreads();
  WAIT(&barrier, 0);
  if (threadIdx.x < 16) out[threadIdx.x] = box[threadIdx.x];
}
CASE(box_between_16_bytes) {
  Buffer<std::uint16_t> in(64, 1), out(16);
  load_box<repaired><<<1, 32>>>(tensor_of(in), out);
}

template <bool repaired>
__global__ void store_box(const __grid_constant__ CUtensorMap to) {
  __shared__ alignas(128) std::uint16_t box[16];
  if (threadIdx.x == 0) {
    for (int k = 0; k < 16; ++k) box[k] = k;
    FENCE_PROXY();
    // wrong: access out of bounds: coordinate -8
    STORE_BOX(&to, repaired ? 56 : -8, box);
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}
CASE(box_to_a_negative_coordinate) {
  Buffer<std::uint16_t> out(64, 1);
  store_box<repaired><<<1, 32>>>(tensor_of(out));
}

template <bool repaired>
__global__ void wait_for_others() {
  __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0) initialise(&barrier, repaired ? 32 : 64);
  __syncthreads();
  ARRIVE(&barrier);
  WAIT(&barrier, 0);  // wrong: deadlock: lacks 32 of 64 arrivals
}
CASE(mbarrier_that_lacks_arrivals) {
  wait_for_others<repaired><<<1, 32>>>();
}

/// Behind the barriers of full tiles lie those of empty ones.
template <bool repaired>
__global__ void load_stages(const int* in, int* out, int stages) {
  __shared__ alignas(16) int tiles[2][32];
  __shared__ std::uint64_t full[2], empty[2];
  if (threadIdx.x < 2) {
    initialise(full + threadIdx.x, 1);
    initialise(empty + threadIdx.x, 1);
  }
  __syncthreads();
  for (int k = 0; k < stages; ++k) {
    std::uint64_t* const barrier = full + (repaired ? k % 2 : k + 1);
    if (threadIdx.x == 0) {
      arrive_and_expect(barrier, sizeof tiles[0]);
      // wrong: access out of bounds: outside the 16 bytes of full
      LOAD_BULK(tiles[k % 2], in + 32 * k, sizeof tiles[0], barrier);
    }
    WAIT(barrier, 0);
    out[32 * k + threadIdx.x] = tiles[k % 2][threadIdx.x];
  }
}
CASE(copy_arrives_at_a_barrier_past_the_last) {
  Buffer<int> in(64, 0), out(64);
  load_stages<repaired><<<1, 32>>>(in, out, 2);
}
