// Who waits for whom.
#include <cooperative_groups.h>

#include <cassert>

#include "cases.hpp"

template <bool repaired>
__global__ void meet_in_the_grid(int* x) {
  // wrong: trap: as grid.sync() does in a launch that is not cooperative
  cooperative_groups::this_grid().sync();
  x[blockIdx.x] = 1;
}
CASE(barrier_of_a_grid_that_was_not_launched_for_it) {
  Buffer<int> x(2);
  int* pointer = x;
  void* arguments[] = {&pointer};
  if (repaired)
    cudaLaunchCooperativeKernel(meet_in_the_grid<repaired>, 2, 32, arguments);
  else
    meet_in_the_grid<repaired><<<2, 32>>>(x);
}

template <bool repaired>
__global__ void sync_in_branch(int* x) {
  if (repaired || threadIdx.x < 16) {
    x[threadIdx.x] = 1;
    __syncthreads();  // wrong: barrier not reached by all threads
  }
  x[threadIdx.x + 32] = 2;
}
CASE(barrier_in_a_branch) {
  Buffer<int> x(64);
  sync_in_branch<repaired><<<1, 32>>>(x);
}

template <bool repaired>
__global__ void sync_in_both(int* x) {
  __shared__ int values[64];
  const bool first = repaired ? threadIdx.x < 32 : threadIdx.x % 2;
  values[threadIdx.x] = x[threadIdx.x];
  if (first) {
    x[threadIdx.x] = 1;
    __syncthreads();
    x[threadIdx.x] += values[63 - threadIdx.x];
  } else {
    values[threadIdx.x] += 2;
    __syncthreads();  // wrong: barrier not reached by all threads: by another bar.sync than lane
    x[threadIdx.x] -= values[63 - threadIdx.x] * 3;
  }
}
CASE(barriers_in_both_branches) {
  Buffer<int> x(64, 0);
  sync_in_both<repaired><<<1, 64>>>(x);
}

template <bool repaired>
__global__ void count_in_both(int* x) {
  if (threadIdx.x % 2) {
    x[threadIdx.x] = 1;
    if (repaired) __barrier_sync(0);
    if (!repaired) x[threadIdx.x] += __syncthreads_count(1);
  } else {
    if (repaired) __barrier_sync(0);
    // wrong: barrier not reached by all threads
    if (!repaired) x[threadIdx.x] += __syncthreads_count(threadIdx.x < 32);
    x[threadIdx.x] += 2;
  }
}
CASE(counts_in_both_branches) {
  Buffer<int> x(64, 0);
  count_in_both<repaired><<<1, 64>>>(x);
}

template <bool repaired>
__global__ void leave_or_sync(int* x) {
  if (threadIdx.x % 2) {
    if (repaired) return;
    x[threadIdx.x] = 3;
    __syncthreads();
    return;
  }
  x[threadIdx.x] = 1;
  // wrong: barrier not reached by all threads
  __syncthreads();
  x[threadIdx.x] += 2;
}
CASE(barrier_before_leaving) {
  Buffer<int> x(64, 0);
  leave_or_sync<repaired><<<1, 64>>>(x);
}

template <bool repaired>
__global__ void named(int* x) {
  // wrong: barrier not reached by all threads
  if (repaired || threadIdx.x < 32) asm volatile("bar.sync 1, 64;");
  x[threadIdx.x] = 1;
}
CASE(barrier_for_more_threads_than_come) {
  Buffer<int> x(64);
  named<repaired><<<1, 64>>>(x);
}

// Who returns early from a function is not waited for there if it ends.
__noinline__ __device__ bool early(int* x, int living) {
  if (threadIdx.x >= living) return false;
  x[threadIdx.x] = 1;
  __syncthreads();
  return true;
}

template <bool repaired>
__global__ void return_to_another(int* x) {
  const bool stays = early(x, 16);
  if (repaired && !stays) return;
  // wrong: barrier not reached by all threads: by another bar.sync than lane 0
  __syncthreads();
  x[threadIdx.x] += 2;
}
CASE(barrier_in_a_function_and_another_behind_it) {
  Buffer<int> x(64, 0);
  return_to_another<repaired><<<1, 64>>>(x);
}

template <bool repaired>
__global__ void return_to_the_same(int* x);
__noinline__ __device__ bool early_at_last(int* x, int living) {
  if (threadIdx.x >= living) return false;
  x[threadIdx.x] = 1;
  __syncthreads();  // wrong: barrier not reached by all threads: by a later execution of bar.sync
  return true;
}

template <bool repaired>
__global__ void return_to_the_same(int* x) {
  early_at_last(x, 40);
  early_at_last(x, repaired ? 40 : 64);
  x[threadIdx.x] += 2;
}
CASE(barrier_in_a_function_that_is_called_again) {
  Buffer<int> x(64, 0);
  return_to_the_same<repaired><<<1, 64>>>(x);
}

template <bool repaired>
__global__ void return_to_a_named_one(int* x);
__noinline__ __device__ bool early_for_ever(int* x, int living) {
  if (threadIdx.x >= living) return false;
  x[threadIdx.x] = 1;
  __syncthreads();  // wrong: barrier not reached by all threads: barrier 0 lacks lanes 16 to 31
  return true;
}

template <bool repaired>
__global__ void return_to_a_named_one(int* x) {
  const bool stays = early_for_ever(x, 16);
  if (!repaired && !stays) asm volatile("bar.sync 1, 64;" ::: "memory");
  x[threadIdx.x] += 2;
}
CASE(barrier_in_a_function_and_a_named_one_behind_it) {
  Buffer<int> x(32, 0);
  return_to_a_named_one<repaired><<<1, 32>>>(x);
}

// By barriers of their own lanes of a warp may come to the same place at different times.
__noinline__ __device__ bool early_in_group(const cooperative_groups::thread_block& block,
                                            int living) {
  if (threadIdx.x >= living) return false;
  block.sync();
  return true;
}
template <bool repaired>
__global__ void sum_by_two_ways(int* x);
__noinline__ __device__ int sum_of_warp(int mine) {
  return __reduce_add_sync(~0u, mine);  // wrong: wrong mask of a warp instruction: 20, 21
}

template <bool repaired>
__global__ void sum_by_two_ways(int* x) {
  const auto block = cooperative_groups::this_thread_block();
  const bool stays = early_in_group(block, 20);
  if (!stays) block.sync();
  int sum = 0;
  if (repaired || stays) sum = sum_of_warp(threadIdx.x);
  block.sync();
  x[threadIdx.x] = sum;
}
CASE(sum_of_a_warp_that_some_lanes_go_around) {
  Buffer<int> x(32);
  sum_by_two_ways<repaired><<<1, 32>>>(x);
}

template <bool repaired>
__global__ void call_in_branch(int* x);
__noinline__ __device__ void meet_within(int* x) {
  x[threadIdx.x] = 1;
  __syncthreads();  // wrong: barrier not reached by all threads: barrier 0 lacks lanes 16 to 31
}

template <bool repaired>
__global__ void call_in_branch(int* x) {
  if (repaired || threadIdx.x < 16) meet_within(x);
  x[threadIdx.x] += 2;
}
CASE(barrier_in_a_function_that_half_a_warp_calls) {
  Buffer<int> x(32, 0);
  call_in_branch<repaired><<<1, 32>>>(x);
}

template <bool repaired>
__global__ void read_ahead(int* x) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  if (repaired) __syncthreads();
  if (early(x, 60)) return;
  x[threadIdx.x] = s[threadIdx.x - 32];  // wrong: race in shared memory
}
CASE(returned_before_the_barrier_that_it_needs) {
  Buffer<int> x(64, 0);
  read_ahead<repaired><<<1, 64>>>(x);
}

template <bool repaired>
__global__ void sum_half(int* x) {
  if (threadIdx.x >= 16) return;
  const int lanes = repaired ? 16 : 32;
  // wrong: wrong mask of a warp instruction
  x[threadIdx.x] = __shfl_down_sync(0xffff, threadIdx.x, 1, lanes);
}
CASE(shuffle_from_a_lane_that_returned) {
  Buffer<int> x(32);
  sum_half<repaired><<<1, 32>>>(x);
}

template <bool repaired>
__global__ void vote_in_branch(unsigned* x) {
  if (threadIdx.x < 16) {
    // wrong: wrong mask of a warp instruction
    x[threadIdx.x] = __ballot_sync(repaired ? 0xffff : ~0u, 1);
  } else {
    x[threadIdx.x] = __popc(__brev(threadIdx.x));
    __syncwarp(0xffff0000);
  }
  x[threadIdx.x] += 1;  // all of them are still there
}
CASE(mask_of_lanes_elsewhere) {
  Buffer<unsigned> x(32);
  vote_in_branch<repaired><<<1, 32>>>(x);
}

template <bool repaired>
__global__ void omit(unsigned* x) {
  const unsigned mask = repaired ? ~0u : 0xffff;
  x[threadIdx.x] = __reduce_add_sync(mask, threadIdx.x);  // wrong: wrong mask of a warp instruction
}
CASE(mask_without_the_caller) {
  Buffer<unsigned> x(32);
  omit<repaired><<<1, 32>>>(x);
}

template <bool repaired>
__global__ void sync_half(int* x) {
  if (threadIdx.x < 16) {
    x[threadIdx.x] = 1;
    __syncwarp(repaired ? 0xffff : 0x1ffff);  // wrong: wrong mask of a warp instruction
    x[threadIdx.x ^ 1] = 2;
  }
  x[16 + threadIdx.x % 16] = 3;
}
CASE(warp_barrier_for_absent_lanes) {
  Buffer<int> x(32);
  sync_half<repaired><<<1, 32>>>(x);
}

template <bool repaired>
__global__ void from_outside(int* x) {
  if (threadIdx.x < 16)
    // wrong: wrong mask of a warp instruction
    x[threadIdx.x] = __shfl_xor_sync(0xffff, threadIdx.x, repaired ? 8 : 16);
}
CASE(shuffle_from_an_inactive_lane) {
  Buffer<int> x(32);
  from_outside<repaired><<<1, 32>>>(x);
}

template <bool repaired>
__global__ void sum_eight(int* sum) {
  if (threadIdx.x >= 8) return;
  int mine = threadIdx.x;
  // noted: wrong mask of a warp instruction: no branch and no address here depended on it
  for (int far = 4; far > 0; far /= 2) mine += __shfl_down_sync(0xff, mine, far, repaired ? 8 : 32);
  if (threadIdx.x == 0) *sum = mine;  // which no lane from elsewhere has come into
}
CASE(shuffle_from_an_inactive_lane_that_nobody_uses) {
  Buffer<int> sum(1);
  sum_eight<repaired><<<1, 32>>>(sum);
}

template <bool repaired>
__global__ void next_of_twenty(int* x) {
  // wrong: wrong mask of a warp instruction: the warp has no such lane
  x[threadIdx.x] = __shfl_down_sync(~0u, threadIdx.x, 1, repaired ? 4 : 32);
}
CASE(shuffle_from_a_lane_that_the_warp_has_not) {
  Buffer<int> x(20);
  next_of_twenty<repaired><<<1, 20>>>(x);
}

// Half a warp sums with a full mask: into lane 0 comes nothing of the other half, which is not
// there.
template <bool repaired>
__global__ void sum_of_sixteen(int* sum) {
  int mine = threadIdx.x;
  // noted: wrong mask of a warp instruction: no branch and no address here depended on it
  for (int far = 8; far > 0; far /= 2) mine += __shfl_down_sync(~0u, mine, far, repaired ? 16 : 32);
  if (threadIdx.x == 0) *sum = mine;
}
CASE(mask_of_lanes_that_the_warp_has_not) {
  Buffer<int> sum(1);
  sum_of_sixteen<repaired><<<1, 16>>>(sum);
}

template <bool repaired>
__global__ void greater_sums(int* count) {
  if (threadIdx.x >= 8) return;
  int mine = threadIdx.x;
  // wrong: wrong mask of a warp instruction: a branch
  for (int far = 4; far > 0; far /= 2) mine += __shfl_down_sync(0xff, mine, far, repaired ? 8 : 32);
  if (mine > 20) atomicAdd(count, 1);
}
CASE(branch_on_what_an_inactive_lane_gave) {
  Buffer<int> count(1, 0);
  greater_sums<repaired><<<1, 32>>>(count);
}

template <bool repaired>
__global__ void sums_by_way_of_shared_memory(int* sum) {
  __shared__ int sums[8];
  if (threadIdx.x >= 8) return;
  int mine = threadIdx.x;
  // wrong: wrong mask of a warp instruction: a branch
  mine += __shfl_down_sync(0xff, mine, 4, repaired ? 8 : 32);
  sums[threadIdx.x] = mine;
  __syncwarp(0xff);
  if (threadIdx.x == 0 && sums[5] > 3) *sum = 1;
}
CASE(branch_on_what_another_lane_stored_of_it) {
  Buffer<int> sum(1, 0);
  sums_by_way_of_shared_memory<repaired><<<1, 32>>>(sum);
}

template <bool repaired>
__global__ void wait_for_flag(volatile int* flag) {
  if (repaired && threadIdx.x == 0 && blockIdx.x == 1) *flag = 1;
  if (blockIdx.x == 0)
    while (*flag == 0) {  // wrong: deadlock
    }
}
CASE(flag_that_nobody_sets) {
  Buffer<int> flag(1, 0);
  wait_for_flag<repaired><<<2, 32>>>(flag);
}

// It looks at the clock, but at no time does it give up.
template <bool repaired>
__global__ void wait_by_the_clock(volatile int* flag) {
  const long long start = clock64();
  if (repaired && threadIdx.x == 0 && blockIdx.x == 1) *flag = 1;
  if (blockIdx.x == 0)
    while (*flag == 0 && clock64() >= start) {  // wrong: deadlock
    }
}
CASE(flag_that_nobody_sets_at_any_time) {
  Buffer<int> flag(1, 0);
  wait_by_the_clock<repaired><<<2, 32>>>(flag);
}

template <bool repaired>
__global__ void cross(int* locks, int* met) {
  const unsigned first = repaired ? 0 : blockIdx.x, second = 1 - first;
  while (atomicCAS(locks + first, 0, 1) != 0) {
  }
  if (!repaired) {  // both hold their first lock
    atomicAdd(met, 1);
    while (atomicAdd(met, 0) < 2) {
    }
  }
  while (atomicCAS(locks + second, 0, 1) != 0) {  // wrong: deadlock
  }
  __threadfence();
  atomicExch(locks + second, 0);
  atomicExch(locks + first, 0);
}
CASE(locks_in_opposite_order) {
  Buffer<int> locks(2, 0), met(1, 0);
  cross<repaired><<<2, 1>>>(locks, met);
}

template <bool repaired>
__global__ void after_you(volatile int* gone) {
  const bool first = repaired && blockIdx.x == 0;
  while (!first && gone[1 - blockIdx.x] == 0) {  // wrong: deadlock
  }
  gone[blockIdx.x] = 1;
}
CASE(each_lets_the_other_go_first) {
  Buffer<int> gone(2, 0);
  after_you<repaired><<<2, 1>>>(gone);
}

template <bool repaired>
__global__ void meet(int* x) {
  if (!repaired && blockIdx.x == 1) return;
  cooperative_groups::this_grid().sync();  // wrong: deadlock
  if (threadIdx.x == 0) x[blockIdx.x] = 1;
}
CASE(grid_barrier_that_a_block_leaves_out) {
  Buffer<int> x(3);
  int* data = x;
  void* arguments[] = {&data};
  cudaLaunchCooperativeKernel(meet<repaired>, dim3(3), dim3(64), arguments, 0, nullptr);
}

template <bool repaired>
__global__ void check(const int* x) {
  assert(x[threadIdx.x] == (repaired ? 0 : 1));  // wrong: failed assertion
}
CASE(assertion) {
  Buffer<int> x(32, 0);
  check<repaired><<<1, 32>>>(x);
}

template <bool repaired>
__global__ void give_up(const int* x) {
  if (x[threadIdx.x] != (repaired ? 0 : 1)) __trap();  // wrong: trap
}
CASE(trap) {
  Buffer<int> x(32, 0);
  give_up<repaired><<<1, 32>>>(x);
}
