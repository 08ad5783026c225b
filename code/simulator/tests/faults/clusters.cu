// Blocks of a cluster that reach into each other's shared memory.
#include <cooperative_groups.h>

#include <cstdint>

#include "cases.hpp"

namespace cg = cooperative_groups;

template <bool repaired>
__global__ void __cluster_dims__(2, 1, 1) read_early(int* out) {
  __shared__ int tile[32];
  const cg::cluster_group cluster = cg::this_cluster();
  tile[threadIdx.x] = 0;
  cluster.sync();
  tile[threadIdx.x] = threadIdx.x;
  if (repaired) cluster.sync();
  const int* const others = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  // wrong: race in shared memory: of block
  out[blockIdx.x * 32 + threadIdx.x] = others[threadIdx.x];
  cluster.sync();
}
CASE(remote_read_without_a_cluster_barrier) {
  Buffer<int> out(64);
  read_early<repaired><<<2, 32>>>(out);
}

template <bool repaired>
__global__ void __cluster_dims__(2, 1, 1) sync_block_only(int* out) {
  __shared__ int word;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) word = 0;
  cluster.sync();
  if (threadIdx.x == 0 && cluster.block_rank() == 0) *cluster.map_shared_rank(&word, 1) = 5;
  if (repaired)
    cluster.sync();
  else
    __syncthreads();
  // wrong: race in shared memory
  if (cluster.block_rank() == 1) out[threadIdx.x] = word;
  cluster.sync();
}
CASE(block_barrier_for_a_remote_write) {
  Buffer<int> out(64);
  sync_block_only<repaired><<<2, 64>>>(out);
}

template <bool repaired>
__global__ void __cluster_dims__(2, 1, 1) flag_by_scope(int* out) {
  __shared__ int word, ready;
  const cg::cluster_group cluster = cg::this_cluster();
  word = ready = 0;
  cluster.sync();
  if (cluster.block_rank() == 0) {
    *cluster.map_shared_rank(&word, 1) = 5;
    int* const flag = cluster.map_shared_rank(&ready, 1);
    if (repaired)
      asm volatile("red.release.cluster.add.u32 [%0], 1;" ::"l"(flag) : "memory");
    else
      asm volatile("red.release.cta.add.u32 [%0], 1;" ::"l"(flag) : "memory");
  } else {
    int seen;
    do
      asm volatile("atom.acquire.cluster.add.u32 %0, [%1], 0;"
                   : "=r"(seen)
                   : "l"(&ready)
                   : "memory");
    while (!seen);
    out[0] = word;  // wrong: race in shared memory: wrote
  }
  cluster.sync();
}
CASE(release_by_the_scope_of_a_block) {
  Buffer<int> out(1);
  flag_by_scope<repaired><<<2, 1>>>(out);
}

template <bool repaired>
__global__ void __cluster_dims__(2, 1, 1) leave_early(int* out) {
  __shared__ int word;
  const cg::cluster_group cluster = cg::this_cluster();
  word = cluster.block_rank();
  cluster.sync();
  // wrong: access to the shared memory of a block that ends: has ended
  out[blockIdx.x] = *cluster.map_shared_rank(&word, cluster.block_rank() ^ 1);
  if (repaired) cluster.sync();
}
CASE(block_that_ends_while_others_read_it) {
  Buffer<int> out(2);
  leave_early<repaired><<<2, 1>>>(out);
}

template <bool repaired>
__global__ void __cluster_dims__(2, 1, 1) read_after_end(int* out) {
  __shared__ int word, done;
  const cg::cluster_group cluster = cg::this_cluster();
  word = cluster.block_rank();
  done = 0;
  cluster.sync();
  if (cluster.block_rank() == 0) {
    while (atomicAdd(out + 1, 0) == 0) {
    }
    // wrong: access to the shared memory of a block that ends: has ended
    out[0] = *cluster.map_shared_rank(&word, 1);
  } else {
    atomicAdd(out + 1, 1);
  }
  if (repaired) cluster.sync();
}
CASE(read_of_a_block_that_has_ended) {
  Buffer<int> out(2, 0);
  read_after_end<repaired><<<2, 1>>>(out);
}

template <bool repaired>
__global__ void __cluster_dims__(2, 1, 1) signal_at_the_end(int* out, int* flag) {
  __shared__ int word;
  const cg::cluster_group cluster = cg::this_cluster();
  word = cluster.block_rank();
  cluster.sync();
  if (cluster.block_rank() == 0) {
    *out = *cluster.map_shared_rank(&word, 1);
    if (repaired) __threadfence();
    atomicAdd(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    if (repaired) __threadfence();
  }
  return;  // wrong: access to the shared memory of a block that ends: ends its block
}
CASE(block_that_ends_after_a_relaxed_signal) {
  Buffer<int> out(1), flag(1, 0);
  signal_at_the_end<repaired><<<2, 1>>>(out, flag);
}

template <bool repaired>
__global__ void __cluster_dims__(2, 1, 1) beyond(int* out) {
  __shared__ int word;
  const cg::cluster_group cluster = cg::this_cluster();
  word = 3;
  cluster.sync();
  const unsigned next = cluster.block_rank() + 1;
  const int* const there = cluster.map_shared_rank(&word, repaired ? next % 2 : next);
  out[blockIdx.x] = *there;  // wrong: access out of bounds: rank 2, where the cluster has 2 blocks
  cluster.sync();
}
CASE(rank_that_the_cluster_has_not) {
  Buffer<int> out(2);
  beyond<repaired><<<2, 1>>>(out);
}

template <bool repaired>
__global__ void __cluster_dims__(2, 1, 1) past_the_end(int* out) {
  __shared__ int tile[32];
  const cg::cluster_group cluster = cg::this_cluster();
  tile[threadIdx.x] = 1;
  cluster.sync();
  int* const there = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  // wrong: access out of bounds: of block
  atomicAdd(there + threadIdx.x + (repaired ? 0 : 1), 1);
  cluster.sync();
  out[blockIdx.x * 32 + threadIdx.x] = tile[threadIdx.x];
}
CASE(remote_access_past_the_end) {
  Buffer<int> out(64);
  past_the_end<repaired><<<2, 32>>>(out);
}

template <bool repaired>
__global__ void __cluster_dims__(2, 1, 1) read_unwritten(int* out) {
  __shared__ int word[2];
  const cg::cluster_group cluster = cg::this_cluster();
  if (repaired || cluster.block_rank() == 0) word[0] = 1;
  cluster.sync();
  // noted: read of memory never written
  out[blockIdx.x] = *cluster.map_shared_rank(word, cluster.block_rank() ^ 1);
  cluster.sync();
}
CASE(remote_memory_that_nobody_wrote) {
  Buffer<int> out(2);
  read_unwritten<repaired><<<2, 1>>>(out);
}

template <bool repaired>
__global__ void __cluster_dims__(2, 1, 1) sync_one_block(int* out) {
  const cg::cluster_group cluster = cg::this_cluster();
  out[blockIdx.x] = 1;
  if (repaired || cluster.block_rank() == 0) {
    // wrong: barrier not reached by all threads: lacks warp 0 of block (1,0,0)
    asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
  }
}
CASE(cluster_barrier_that_one_block_does_not_reach) {
  Buffer<int> out(2);
  sync_one_block<repaired><<<2, 32>>>(out);
}

template <bool repaired>
__global__ void __cluster_dims__(2, 1, 1) arrive_twice(int* out) {
  asm volatile("barrier.cluster.arrive;" ::: "memory");
  if (repaired) asm volatile("barrier.cluster.wait;" ::: "memory");
  // wrong: barrier not reached by all threads: arrives at the barrier of its cluster
  asm volatile("barrier.cluster.arrive;" ::: "memory");
  asm volatile("barrier.cluster.wait;" ::: "memory");
  out[blockIdx.x] = 1;
}
CASE(second_arrival_without_a_wait) {
  Buffer<int> out(2);
  arrive_twice<repaired><<<2, 32>>>(out);
}

template <bool repaired>
__global__ void __cluster_dims__(2, 1, 1) write_behind_arrival(int* out) {
  __shared__ int word;
  const cg::cluster_group cluster = cg::this_cluster();
  word = 1;
  cluster.sync();
  if (repaired) word = 2;
  asm volatile("barrier.cluster.arrive;" ::: "memory");
  if (!repaired) word = 2;
  asm volatile("barrier.cluster.wait;" ::: "memory");
  // wrong: race in shared memory
  out[blockIdx.x] = *cluster.map_shared_rank(&word, cluster.block_rank() ^ 1);
  cluster.sync();
}
CASE(write_between_arrive_and_wait) {
  Buffer<int> out(2);
  write_behind_arrival<repaired><<<2, 1>>>(out);
}

template <bool repaired>
__global__ void __cluster_dims__(2, 1, 1) arrive_relaxed(int* out) {
  __shared__ int word;
  const cg::cluster_group cluster = cg::this_cluster();
  word = 1;
  if (repaired)
    asm volatile("barrier.cluster.arrive.release; barrier.cluster.wait.acquire;" ::: "memory");
  else
    asm volatile("barrier.cluster.arrive.relaxed; barrier.cluster.wait.acquire;" ::: "memory");
  // wrong: race in shared memory
  out[blockIdx.x] = *cluster.map_shared_rank(&word, cluster.block_rank() ^ 1);
  cluster.sync();
}
CASE(relaxed_arrival_that_hands_nothing_over) {
  Buffer<int> out(2);
  arrive_relaxed<repaired><<<2, 1>>>(out);
}

__device__ unsigned shared_address(const void* pointer) {
  return unsigned(__cvta_generic_to_shared(pointer));
}
__device__ unsigned in_block(unsigned address, unsigned rank) {
  unsigned result;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(result) : "r"(address), "r"(rank));
  return result;
}
__device__ void initialise(std::uint64_t* barrier, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(count)
               : "memory");
}
#define WAIT(barrier, parity)                                                             \
  asm volatile(                                                                           \
      "{.reg .pred done;\n"                                                               \
      "again: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], %1;\n" \
      "@!done bra again;}" ::"r"(shared_address(barrier)),                                \
      "r"(parity)                                                                         \
      : "memory")

template <bool repaired>
__global__ void __cluster_dims__(2, 1, 1) store_and_go(int* out) {
  __shared__ int word;
  __shared__ std::uint64_t barrier;
  const cg::cluster_group cluster = cg::this_cluster();
  word = 0;
  initialise(&barrier, 1);
  cluster.sync();
  if (cluster.block_rank() == 1) {
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], 7, [%1];" ::"r"(
                     in_block(shared_address(&word), 0)),
                 "r"(in_block(shared_address(&barrier), 0))
                 : "memory");
  } else {
    asm volatile(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 4;" ::"r"(shared_address(&barrier))
        : "memory");
    if (repaired) WAIT(&barrier, 0);
    *out = word;  // wrong: race in shared memory: an asynchronous copy
    if (!repaired) WAIT(&barrier, 0);
  }
}
CASE(read_of_what_is_stored_asynchronously) {
  Buffer<int> out(1);
  store_and_go<repaired><<<2, 1>>>(out);
}

template <bool repaired>
__global__ void __cluster_dims__(2, 1, 1) arrive_elsewhere(int* out) {
  __shared__ int word;
  __shared__ std::uint64_t barrier;
  const cg::cluster_group cluster = cg::this_cluster();
  initialise(&barrier, 1);
  cluster.sync();
  if (cluster.block_rank() == 1) {
    *cluster.map_shared_rank(&word, 0) = 7;
    const unsigned there = in_block(shared_address(&barrier), 0);
    if (repaired)
      asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(there)
                   : "memory");
    else
      asm volatile("mbarrier.arrive.release.cta.shared::cluster.b64 _, [%0];" ::"r"(there)
                   : "memory");
  } else {
    WAIT(&barrier, 0);
    *out = word;  // wrong: race in shared memory
  }
  cluster.sync();
}
CASE(remote_arrival_by_the_scope_of_a_block) {
  Buffer<int> out(1);
  arrive_elsewhere<repaired><<<2, 1>>>(out);
}
