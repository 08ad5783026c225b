// What fences, orders and scopes order, and what they do not.
#include <cooperative_groups.h>

#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>

#include "cases.hpp"

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;

template <class T>
using DeviceAtomic = cuda::atomic_ref<T, cuda::thread_scope_device>;

// quote: lock
// The right lock: a fence after it is taken, and one before it is given back.
template <bool repaired>
__global__ void lock_without_acquire(int* lock, int* count) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  if (repaired) __threadfence();
  *count += 1;  // wrong: race in global memory: of block
  __threadfence();
  atomicExch(lock, 0);
}
// end quote
CASE(lock_without_an_acquire_fence) {
  Buffer<int> lock(1, 0), count(1, 0);
  lock_without_acquire<repaired><<<4, 1>>>(lock, count);
}

template <bool repaired>
__global__ void lock_without_release(int* lock, int* count) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *count += 1;  // wrong: race in global memory: of block
  if (repaired) __threadfence();
  atomicExch(lock, 0);
}
CASE(lock_without_a_release_fence) {
  Buffer<int> lock(1, 0), count(1, 0);
  lock_without_release<repaired><<<4, 1>>>(lock, count);
}

// quote: narrow-fence
template <bool repaired>
__global__ void lock_fenced_for_its_block(int* lock, int* count) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  repaired ? __threadfence() : __threadfence_block();
  *count += 1;  // wrong: race in global memory: of block
  __threadfence();
  atomicExch(lock, 0);
}
// end quote
CASE(lock_with_an_acquire_fence_of_the_block) {
  Buffer<int> lock(1, 0), count(1, 0);
  lock_fenced_for_its_block<repaired><<<4, 1>>>(lock, count);
}

template <bool repaired>
__global__ void lock_released_to_its_block(int* lock, int* count) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *count += 1;  // wrong: race in global memory: of block
  repaired ? __threadfence() : __threadfence_block();
  atomicExch(lock, 0);
}
CASE(lock_with_a_release_fence_of_the_block) {
  Buffer<int> lock(1, 0), count(1, 0);
  lock_released_to_its_block<repaired><<<4, 1>>>(lock, count);
}

template <bool repaired>
__global__ void fence_before_the_lock(int* lock, int* count) {
  if (!repaired) __threadfence();
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  if (repaired) __threadfence();
  *count += 1;  // wrong: race in global memory: of block
  __threadfence();
  atomicExch(lock, 0);
}
CASE(lock_with_its_fence_on_the_wrong_side) {
  Buffer<int> lock(1, 0), count(1, 0);
  fence_before_the_lock<repaired><<<4, 1>>>(lock, count);
}

// quote: early-release
template <bool repaired>
__global__ void write_after_release(int* lock, int* count) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  const int before = *count;  // wrong: race in global memory: of block
  if (repaired) *count = before + 1;
  __threadfence();
  atomicExch(lock, 0);
  if (!repaired) *count = before + 1;
}
// end quote
CASE(lock_given_back_before_the_write) {
  Buffer<int> lock(1, 0), count(1, 0);
  write_after_release<repaired><<<4, 1>>>(lock, count);
}

template <bool repaired>
__global__ void two_locks(int* locks, int* count) {
  int* const lock = locks + (repaired ? 0 : blockIdx.x);
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *count += 1;  // wrong: race in global memory: of block
  __threadfence();
  atomicExch(lock, 0);
}
CASE(lock_of_the_wrong_variable) {
  Buffer<int> locks(4, 0), count(1, 0);
  two_locks<repaired><<<4, 1>>>(locks, count);
}

// quote: block-lock
template <bool repaired>
__global__ void lock_for_a_block(int* lock, int* count) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    if (repaired) __threadfence();
  }
  __syncthreads();
  count[threadIdx.x] += 1;  // noted: race in global memory: only a barrier
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(lock, 0);
  }
}
// end quote
CASE(lock_with_a_barrier_for_a_fence) {
  Buffer<int> lock(1, 0), count(64, 0);
  lock_for_a_block<repaired><<<4, 64>>>(lock, count);
}

// quote: sleep
template <bool repaired>
__global__ void sleeping_lock(unsigned* lock, int* count) {
  for (unsigned pause = 8; atomicCAS(lock, 0, 1) != 0; pause = min(2 * pause, 256u))
    __nanosleep(pause);
  if (repaired) __threadfence();
  *count += 1;  // wrong: race in global memory: of block
  __threadfence();
  atomicExch(lock, 0);
}
// end quote
CASE(lock_that_sleeps_without_fence) {
  Buffer<unsigned> lock(1, 0);
  Buffer<int> count(1, 0);
  sleeping_lock<repaired><<<4, 1>>>(lock, count);
}

struct Tickets {
  unsigned next, serving;
};
// quote: ticket
template <bool repaired>
__global__ void ticket_lock(Tickets* lock, int* count) {
  const unsigned mine = DeviceAtomic<unsigned>(lock->next).fetch_add(1, cuda::memory_order_relaxed);
  DeviceAtomic<unsigned> serving(lock->serving);
  while (serving.load(cuda::memory_order_acquire) != mine) {
  }
  *count += 1;  // wrong: race in global memory: of block
  serving.store(mine + 1, repaired ? cuda::memory_order_release : cuda::memory_order_relaxed);
}
// end quote
CASE(ticket_lock_without_release) {
  Buffer<Tickets> lock(1, 0);
  Buffer<int> count(1, 0);
  ticket_lock<repaired><<<4, 1>>>(lock, count);
}

// quote: atomic-ref
template <bool repaired>
__global__ void lock_by_orders(int* lock, int* count) {
  constexpr auto acquire = repaired ? cuda::memory_order_acquire : cuda::memory_order_relaxed;
  DeviceAtomic<int> taken(*lock);
  while (taken.exchange(1, acquire) != 0) {
  }
  *count += 1;  // wrong: race in global memory: of block
  taken.store(0, cuda::memory_order_release);
}
// end quote
CASE(lock_taken_by_a_relaxed_exchange) {
  Buffer<int> lock(1, 0), count(1, 0);
  lock_by_orders<repaired><<<4, 1>>>(lock, count);
}

// quote: block-scope
template <bool repaired>
__global__ void lock_of_block_scope(int* lock, int* count) {
  constexpr auto scope = repaired ? cuda::thread_scope_device : cuda::thread_scope_block;
  cuda::atomic_ref<int, scope> taken(*lock);
  // wrong: race in global memory: of block
  while (taken.exchange(1, cuda::memory_order_acquire) != 0) {
  }
  if (repaired) *count += 1;
  taken.store(0, cuda::memory_order_release);
}
// end quote
CASE(lock_of_block_scope_between_blocks) {
  Buffer<int> lock(1, 0), count(1, 0);
  lock_of_block_scope<repaired><<<4, 1>>>(lock, count);
}

// quote: wrong-variable
template <bool repaired>
__global__ void acquire_another(int* data, int* flags, int* out) {
  DeviceAtomic<int> ready(flags[0]), other(flags[1]);
  if (blockIdx.x == 0) {
    *data = 42;
    ready.store(1, cuda::memory_order_release);
  } else {
    while (ready.load(cuda::memory_order_relaxed) == 0) {
    }
    (repaired ? ready : other).load(cuda::memory_order_acquire);
    *out = *data;  // wrong: race in global memory: of block
  }
}
// end quote
CASE(acquire_of_the_wrong_variable) {
  Buffer<int> data(1), flags(2, 0), out(1);
  acquire_another<repaired><<<2, 1>>>(data, flags, out);
}

// quote: handed-on
template <bool repaired>
__global__ void pass_on(int* data, int* flags, int* out) {
  DeviceAtomic<int> first(flags[0]), second(flags[1]);
  if (blockIdx.x == 0) {
    *data = 42;
    first.store(1, cuda::memory_order_release);
  } else if (blockIdx.x == 1) {
    while (first.load(cuda::memory_order_acquire) == 0) {
    }
    second.store(1, repaired ? cuda::memory_order_release : cuda::memory_order_relaxed);
  } else {
    while (second.load(cuda::memory_order_acquire) == 0) {
    }
    *out = *data;  // wrong: race in global memory: of block
  }
}
// end quote
CASE(handed_on_by_a_relaxed_store) {
  Buffer<int> data(1), flags(2, 0), out(1);
  pass_on<repaired><<<3, 1>>>(data, flags, out);
}

// quote: seqlock
// A writer makes the version odd, writes, and makes it even again; a reader takes what it has read
// if the version was even and has not changed.
template <bool repaired>
__global__ void seqlock(unsigned* version, int* pair, int* out) {
  DeviceAtomic<unsigned> v(*version);
  DeviceAtomic<int> a(pair[0]), b(pair[1]);
  if (blockIdx.x == gridDim.x - 1) {
    for (int round = 1; round < 4; ++round) {
      v.store(2 * round - 1, cuda::memory_order_relaxed);
      cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
      if (repaired) {
        a.store(round, cuda::memory_order_relaxed);
        b.store(-round, cuda::memory_order_relaxed);
      } else {
        pair[0] = round;  // wrong: race in global memory: of block
        pair[1] = -round;
      }
      v.store(2 * round, cuda::memory_order_release);
    }
    return;
  }
  int x, y;
  unsigned before, after;
  do {
    before = v.load(cuda::memory_order_acquire);
    x = repaired ? a.load(cuda::memory_order_relaxed) : pair[0];
    y = repaired ? b.load(cuda::memory_order_relaxed) : pair[1];
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    after = v.load(cuda::memory_order_relaxed);
  } while (before != after || before % 2 != 0);
  out[blockIdx.x] = x + y;
}
// end quote
CASE(seqlock_of_plain_data) {
  Buffer<unsigned> version(1, 0);
  Buffer<int> pair(2, 0), out(3);
  seqlock<repaired><<<3, 1>>>(version, pair, out);
}

// quote: hand-over-hand
struct Node {
  int lock, value;
};
__device__ void take(int& lock, cuda::memory_order acquire) {
  while (DeviceAtomic<int>(lock).exchange(1, acquire) != 0) {
  }
}
__device__ void give(int& lock) {
  DeviceAtomic<int>(lock).store(0, cuda::memory_order_release);
}
// Along a list each node is locked before the one before it is let go.
template <bool repaired>
__global__ void hand_over_hand(Node* list, int n) {
  constexpr auto acquire = repaired ? cuda::memory_order_acquire : cuda::memory_order_relaxed;
  take(list[0].lock, cuda::memory_order_acquire);
  for (int i = 0; i + 1 < n; ++i) {
    take(list[i + 1].lock, acquire);
    list[i + 1].value += 1;  // wrong: race in global memory: of block
    give(list[i].lock);
  }
  give(list[n - 1].lock);
}
// end quote
CASE(hand_over_hand_by_relaxed_exchanges) {
  Buffer<Node> list(5, 0);
  hand_over_hand<repaired><<<3, 1>>>(list, 5);
}

// quote: last-block
// Each block leaves its sum and takes a ticket; the one with the last ticket adds all sums.
template <bool repaired>
__global__ void last_block(int* sums, unsigned* tickets, int* total) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = blockIdx.x;
    __threadfence();
    last = atomicAdd(tickets, 1) == gridDim.x - 1;
    if (repaired) __threadfence();
  }
  __syncthreads();
  if (!last) return;
  int mine = 0;
  for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x)
    mine += sums[b];  // noted: race in global memory: only a barrier
  atomicAdd(total, mine);
}
// end quote
CASE(last_block_with_a_barrier_for_a_fence) {
  Buffer<int> sums(7), total(1, 0);
  Buffer<unsigned> tickets(1, 0);
  last_block<repaired><<<7, 64>>>(sums, tickets, total);
}

// quote: fences-of-all
// The same by threads that all fence after the barrier: a fence.sc works for what comes before it
// through a barrier, too.
template <bool repaired>
__global__ void last_block_fences(int* sums, unsigned* tickets, int* total) {
  __shared__ bool last;
  sums[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
  if (repaired) __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(tickets, 1) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  __threadfence();
  int mine = 0;
  for (unsigned b = 0; b < gridDim.x; ++b)
    mine += sums[b * blockDim.x + threadIdx.x];  // wrong: race in global memory: of block
  atomicAdd(total, mine);
}
// end quote
CASE(last_block_without_the_writers_fences) {
  Buffer<int> sums(7 * 64), total(1, 0);
  Buffer<unsigned> tickets(1, 0);
  last_block_fences<repaired><<<7, 64>>>(sums, tickets, total);
}

// A fence.acq_rel works for its own thread alone; a fence.sc of another thread works with a
// fence.sc alone.
template <cuda::memory_order order>
__device__ bool is_last_block(int* sums, unsigned* tickets) {
  __shared__ bool last;
  sums[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
  cuda::atomic_thread_fence(order, cuda::thread_scope_device);
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(tickets, 1) == gridDim.x - 1;
  __syncthreads();
  return last;
}

template <bool repaired>
__global__ void last_block_after_weak_fences(int* sums, unsigned* tickets, int* total) {
  constexpr auto order = repaired ? cuda::memory_order_seq_cst : cuda::memory_order_release;
  if (!is_last_block<order>(sums, tickets)) return;
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
  // wrong: race in global memory: of block
  atomicAdd(total, sums[threadIdx.x]);
}
CASE(last_block_after_the_writers_release_fences) {
  Buffer<int> sums(7 * 64), total(1, 0);
  Buffer<unsigned> tickets(1, 0);
  last_block_after_weak_fences<repaired><<<7, 64>>>(sums, tickets, total);
}

template <bool repaired>
__global__ void last_block_before_weak_fences(int* sums, unsigned* tickets, int* total) {
  if (!is_last_block<cuda::memory_order_seq_cst>(sums, tickets)) return;
  constexpr auto order = repaired ? cuda::memory_order_seq_cst : cuda::memory_order_acq_rel;
  cuda::atomic_thread_fence(order, cuda::thread_scope_device);
  // noted: race in global memory: only a barrier orders the two
  atomicAdd(total, sums[threadIdx.x]);
}
CASE(last_block_before_acquiring_fences_of_other_threads) {
  Buffer<int> sums(7 * 64), total(1, 0);
  Buffer<unsigned> tickets(1, 0);
  last_block_before_weak_fences<repaired><<<7, 64>>>(sums, tickets, total);
}

// A word that its readers have given back is the writer's again.
template <bool repaired>
__global__ void read_after_giving_back(int* out) {
  __shared__ int word, full, free;
  const int thread = threadIdx.x;
  if (thread == 0) full = free = 0;
  __syncthreads();
  const cuda::atomic_ref<int, cuda::thread_scope_block> is_full(full), are_free(free);
  if (thread == 0) {
    word = 1;
    is_full.store(1, cuda::memory_order_release);
    while (are_free.load(cuda::memory_order_acquire) < 2) {
    }
    word = 2;  // wrong: race in shared memory: read
  } else if (thread % 32 == 0) {
    while (is_full.load(cuda::memory_order_acquire) == 0) {
    }
    const volatile int& again = word;
    int sum = again;
    if (repaired && thread == 64) sum += again;
    are_free.fetch_add(1, cuda::memory_order_release);
    if (!repaired && thread == 64) sum += again;
    out[thread] = sum;
  }
}
CASE(several_read_and_one_reads_again) {
  Buffer<int> out(96);
  read_after_giving_back<repaired><<<1, 96>>>(out);
}

// An atomic byte, and a plain byte next to it.
template <bool repaired>
__global__ void write_beside_an_atomic(unsigned char* bytes) {
  if (blockIdx.x == 0) {
    cuda::atomic_ref<unsigned char, cuda::thread_scope_device>(*bytes).fetch_add(
        1, cuda::memory_order_relaxed);
  } else {
    bytes[repaired ? 1 : 0] = 7;  // wrong: race in global memory: of block
  }
}
CASE(plain_write_of_an_atomic_byte) {
  Buffer<unsigned char> bytes(4, 0);
  write_beside_an_atomic<repaired><<<2, 1>>>(bytes);
}

// quote: flag-in-shared-memory
template <bool repaired>
__global__ void flag_between_warps(int value, int* out) {
  __shared__ int data;
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = value;
    __threadfence_block();
    ready = 1;
  } else if (threadIdx.x == 32) {
    while (ready == 0) {
    }
    if (repaired) __threadfence_block();
    *out = data;  // wrong: race in shared memory: wrote
  }
}
// end quote
CASE(flag_between_warps_without_fence) {
  Buffer<int> out(1);
  flag_between_warps<repaired><<<1, 64>>>(42, out);
}

// quote: one-lane
template <bool repaired>
__global__ void signal_for_a_warp(int* data, int* flag, int* out) {
  const int lane = threadIdx.x;
  DeviceAtomic<int> rounds(*flag);
  for (int round = 1; round <= 3; ++round) {
    if (blockIdx.x == 0) {
      data[32 * round + lane] = round;
      if (repaired) __syncwarp();
      if (lane == 0) rounds.store(round, cuda::memory_order_release);
    } else {
      if (lane == 0) {
        while (rounds.load(cuda::memory_order_acquire) < round) {
        }
      }
      __syncwarp();
      out[lane] += data[32 * round + 31 - lane];  // wrong: race in global memory: of block
    }
    __syncwarp();
  }
}
// end quote
CASE(lane_that_signals_for_its_warp) {
  Buffer<int> data(128, 0), flag(1, 0), out(32, 0);
  signal_for_a_warp<repaired><<<2, 32>>>(data, flag, out);
}

// quote: set-back
template <bool repaired>
__global__ void set_back(int* flag, int* out) {
  DeviceAtomic<int> raised(*flag);
  if (blockIdx.x == 0) {
    raised.store(1, cuda::memory_order_relaxed);
  } else {
    while (repaired && raised.load(cuda::memory_order_relaxed) == 0) {
    }
    *flag = 0;  // wrong: race in global memory: of block
    *out = 1;
  }
}
// end quote
CASE(flag_set_back_by_who_has_not_seen_it) {
  Buffer<int> flag(1, 0), out(1);
  set_back<repaired><<<2, 1>>>(flag, out);
}

// quote: barrier
using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;
template <bool repaired>
__global__ void meet(int* out) {
  __shared__ BlockBarrier barrier;
  __shared__ int values[64];
  if (threadIdx.x == 0) init(&barrier, 64);
  values[threadIdx.x] = 0;
  __syncthreads();
  values[threadIdx.x] = threadIdx.x;
  auto token = barrier.arrive();
  if (repaired) barrier.wait(std::move(token));
  out[threadIdx.x] = values[63 - threadIdx.x];  // wrong: race in shared memory: wrote
}
// end quote
CASE(barrier_that_nobody_waits_for) {
  Buffer<int> out(64);
  meet<repaired><<<1, 64>>>(out);
}

// quote: parity
// The first warp produces, the second one consumes.
template <bool repaired>
__global__ void wait_for_a_parity(int* out) {
  __shared__ BlockBarrier barrier;
  __shared__ int values[32];
  const int lane = threadIdx.x % 32;
  if (threadIdx.x == 0) init(&barrier, 32);
  if (threadIdx.x < 32) values[lane] = 0;
  __syncthreads();
  if (threadIdx.x >= 32) {
    barrier.wait_parity(repaired ? 0 : 1);  // the first phase, or the one before it
    out[lane] = values[31 - lane];
  } else {
    values[lane] = lane;  // wrong: race in shared memory: read
    (void)barrier.arrive();
  }
}
// end quote
CASE(barrier_waited_for_with_the_wrong_parity) {
  Buffer<int> out(32);
  wait_for_a_parity<repaired><<<1, 64>>>(out);
}

// quote: pipeline
template <bool repaired>
__global__ void copy_by_pipeline(const int* in, int* out) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int stage[2][64];
  const auto block = cg::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  stage[0][t] = stage[1][t] = 0;
  __syncthreads();
  for (int k = 0; k < 4; ++k) {
    pipeline.producer_acquire();
    cuda::memcpy_async(&stage[k % 2][t], in + 64 * k + t, sizeof(int), pipeline);
    pipeline.producer_commit();
    if (repaired) pipeline.consumer_wait();
    out[64 * k + t] = stage[k % 2][63 - t];  // wrong: race in shared memory
    if (!repaired) pipeline.consumer_wait();
    pipeline.consumer_release();
  }
}
// end quote
CASE(pipeline_read_before_the_wait) {
  Buffer<int> in(256, 1), out(256);
  copy_by_pipeline<repaired><<<1, 64>>>(in, out);
}

// quote: grid-barrier
template <bool repaired>
__global__ void meet_in_the_grid(int* sums, int* out) {
  if (threadIdx.x == 0) sums[blockIdx.x] = blockIdx.x;
  if (repaired)
    cg::this_grid().sync();
  else
    __syncthreads();
  // wrong: race in global memory: of block
  if (threadIdx.x == 5) out[blockIdx.x] = sums[(blockIdx.x + 1) % gridDim.x];
}
// end quote
CASE(barrier_of_the_block_for_one_of_the_grid) {
  Buffer<int> sums(4, 0), out(4);
  int *s = sums, *o = out;
  void* arguments[] = {&s, &o};
  cudaLaunchCooperativeKernel((void*)meet_in_the_grid<repaired>, dim3(4), dim3(64), arguments, 0,
                              nullptr);
}
