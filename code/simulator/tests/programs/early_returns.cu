// exit: 0
// schedules: forward reverse random:3 starve lockstep
// prints: 0 wrong
#include <cooperative_groups.h>

#include <cstdio>
#include <vector>

// Who has returned is not waited for, by barriers, warp instructions and cooperative groups. What
// the kernels write is what an H200 wrote, but for those that call `early`, which have not been run
// there; the inputs of four were kernels on which the simulator once saw a deadlock.

namespace cg = cooperative_groups;

constexpr int n = 64;  // threads of a block
__device__ int out[n];

__global__ void before_a_barrier(int living) {
  __shared__ int s[n];
  if (threadIdx.x >= living) return;
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

__global__ void in_a_loop(int living) {
  __shared__ int s[n];
  for (int i = 0; i < 4; ++i) {
    if (threadIdx.x >= living - 8 * i) return;
    s[threadIdx.x] = i;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x ^ 1];
    __syncthreads();
  }
}

__noinline__ __device__ int called(int living) {
  if (threadIdx.x >= living) return 7;
  __syncthreads();
  out[threadIdx.x] = 5;
  return 6;
}
__global__ void in_a_function(int living) {
  called(living);
}
__noinline__ __device__ int calling(int living) {
  return called(living) + 1;
}
__global__ void in_a_function_of_a_function(int living) {
  calling(living);
}

__global__ void before_a_count(int living) {
  if (threadIdx.x >= living) return;
  out[threadIdx.x] = __syncthreads_count(1) + 100 * __syncthreads_and(1) +
                     1000 * __syncthreads_or(threadIdx.x == living - 1);
}

// A warp counts for a barrier of so many threads as a whole, however many of it are left.
__global__ void before_a_barrier_of_some(int living) {
  if (threadIdx.x >= living) return;
  asm volatile("bar.sync 1, 64;" ::: "memory");
  out[threadIdx.x] = 1;
}
__global__ void before_a_barrier_of_some_in_parts(int living) {
  if (threadIdx.x >= living) return;
  if (threadIdx.x & 1)
    asm volatile("barrier.sync 1, 64;" ::: "memory");
  else
    asm volatile("barrier.sync 1, 64;" ::: "memory");
  out[threadIdx.x] = 1;
}
__global__ void before_an_arrival(int living) {
  if (threadIdx.x >= living) return;
  asm volatile("bar.arrive 1, 96;" ::: "memory");
  if (threadIdx.x < 32) asm volatile("bar.sync 1, 96;" ::: "memory");
  out[threadIdx.x] = 1;
}

__global__ void before_warp_instructions(int living) {
  if (threadIdx.x >= living) return;
  const int first = __shfl_sync(~0u, int(threadIdx.x), 0);
  const int members = __reduce_add_sync(~0u, 1u);
  __syncwarp();
  out[threadIdx.x] = first + 100 * members + 10000 * __popc(__ballot_sync(~0u, 1)) +
                     1000000 * __any_sync(~0u, threadIdx.x == living - 1);
}

__global__ void before_a_group(int living) {
  const auto block = cg::this_thread_block();
  if (threadIdx.x >= living) return;
  const auto tile = cg::tiled_partition<32>(block);
  out[threadIdx.x] = tile.shfl(int(threadIdx.x), 0) + tile.size();
  block.sync();
  out[threadIdx.x] += tile.ballot(1) != 0;
}

// One waits past the barrier for a word of another's, so that somebody can go on all the time.
__global__ void beside_one_that_spins(int living) {
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    if (threadIdx.x >= living) return;
    asm volatile("bar.sync 1, 32;" ::: "memory");
    __threadfence_block();
    atomicExch((int*)&flag, 1);
  } else {
    while (atomicAdd((int*)&flag, 0) == 0) {
    }
  }
  out[threadIdx.x] = 1;
}

// Of those below, threads return early from a function, others wait within at a barrier, and the
// first end in its caller, or meet the others later.
__noinline__ __device__ bool early(int* s, int living) {
  if (int(threadIdx.x) >= living) return false;
  __syncthreads();
  s[threadIdx.x] += 1;
  __syncthreads();
  return true;
}

__global__ void behind_a_function(int living) {
  __shared__ int s[n];
  s[threadIdx.x] = threadIdx.x;
  if (!early(s, living)) return;
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void behind_two_calls(int living) {
  __shared__ int s[n];
  s[threadIdx.x] = 0;
  early(s, living);
  early(s, living - 1);
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void behind_more_and_more_calls(int living) {
  __shared__ int s[n];
  s[threadIdx.x] = 0;
  for (int i = 0; i < 4; ++i)
    if (!early(s, living - 8 * i)) break;
  out[threadIdx.x] = s[threadIdx.x] + 10;
}
__noinline__ __device__ int of_early(int* s, int living) {
  if (!early(s, living)) return -1;
  __syncthreads();
  if (!early(s, living / 2)) {
    out[threadIdx.x] = 1;
    return -2;
  }
  return s[threadIdx.x];
}
__global__ void behind_functions_of_functions(int living) {
  __shared__ int s[n];
  s[threadIdx.x] = 0;
  out[threadIdx.x] += of_early(s, living);
}
// In a branch that the rest of a warp does not take.
__global__ void behind_a_function_in_a_branch(int living) {
  __shared__ int s[n];
  s[threadIdx.x] = 0;
  if (threadIdx.x == 40) return;
  bool stays = true;
  if (living > 0) {
    for (int i = 0; i < 3 && stays; ++i) stays = early(s, living - i);
  }
  out[threadIdx.x] = s[threadIdx.x] + stays;
}

__noinline__ __device__ int deeper(int depth, int living) {
  if (int(threadIdx.x) >= living - 4 * depth) return depth;
  const int count = __syncthreads_count(1);
  if (depth == 3) return count;
  return deeper(depth + 1, living) * 2 + (count & 1);
}
__global__ void behind_itself(int living) {
  out[threadIdx.x] = deeper(0, living) + 1;
}

__noinline__ __device__ bool early_of_group(const cg::thread_block& block, int living) {
  if (int(threadIdx.x) >= living) return false;
  block.sync();
  return true;
}
__global__ void behind_a_group(int living) {
  const auto block = cg::this_thread_block();
  if (!early_of_group(block, living)) return;
  block.sync();
  out[threadIdx.x] = 1;
}
// cooperative_groups lets threads of a warp come to a barrier by ways of their own.
__global__ void behind_a_group_by_two_ways(int living) {
  const auto block = cg::this_thread_block();
  if (!early_of_group(block, living)) block.sync();
  block.sync();
  out[threadIdx.x] = __ballot_sync(~0u, 1) == ~0u;
}

__noinline__ __device__ int sum_of_warp(int mine) {
  return __reduce_add_sync(~0u, mine);
}
__global__ void to_a_sum_by_two_ways(int living) {
  const auto block = cg::this_thread_block();
  if (!early_of_group(block, living)) block.sync();
  out[threadIdx.x] = sum_of_warp(threadIdx.x);
}
__global__ void to_a_sum_behind_a_barrier(int living) {
  const auto block = cg::this_thread_block();
  if (!early_of_group(block, living)) block.sync();
  block.sync();
  const int mine = threadIdx.x;
  out[mine] = sum_of_warp(mine) + __shfl_sync(~0u, mine, 31);
}

__noinline__ __device__ int early_of_warp(int living) {
  if (int(threadIdx.x) >= living) return -1;
  return __shfl_sync(~0u, int(threadIdx.x), 0);
}
__global__ void behind_warp_instructions(int living) {
  const int first = early_of_warp(living);
  if (first < 0) return;
  __syncwarp();
  out[threadIdx.x] = first;
}

__noinline__ __device__ bool early_of_some(int living) {
  if (int(threadIdx.x) >= living) return false;
  asm volatile("bar.sync 1, 32;" ::: "memory");
  return true;
}
__global__ void behind_a_function_beside_one_that_spins(int living) {
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    if (!early_of_some(living)) return;
    __threadfence_block();
    atomicExch((int*)&flag, 1);
  } else {
    while (atomicAdd((int*)&flag, 0) == 0) {
    }
  }
  out[threadIdx.x] = 1;
}

int wrong = 0;

template <class Wanted>
void check(const char* what, void (*kernel)(int), int living, Wanted wanted) {
  const std::vector<int> none(n, 0);
  std::vector<int> found(n);
  cudaMemcpyToSymbol(out, none.data(), sizeof out);
  kernel<<<1, n>>>(living);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaMemcpyFromSymbol(found.data(), out, sizeof out);
  bool right = error == cudaSuccess;
  for (int t = 0; t < n; ++t) right = right && found[t] == wanted(t);
  if (!right) std::printf("wrong: %s, %d living: %s\n", what, living, cudaGetErrorName(error));
  wrong += !right;
}

int main() {
  for (const int living : {2, 20, 32, 40, 62, 64}) {
    const auto of_living = [=](int value) { return [=](int t) { return t < living ? value : 0; }; };
    check("before a barrier", before_a_barrier, living,
          [=](int t) { return t < living ? t ^ 1 : 0; });
    check("in a function", in_a_function, living, of_living(5));
    check("in a function of a function", in_a_function_of_a_function, living, of_living(5));
    check("before a count", before_a_count, living, of_living(living + 1100));
    if (living > 32) {
      check("before a barrier of some", before_a_barrier_of_some, living, of_living(1));
      check("in parts", before_a_barrier_of_some_in_parts, living, of_living(1));
      check("before an arrival", before_an_arrival, living, of_living(1));
    }
    check("before warp instructions", before_warp_instructions, living, [=](int t) {
      const int first = t / 32 * 32, members = std::min(living - first, 32);
      return t < living
                 ? first + 100 * members + 10000 * members + 1000000 * (living - 1 < first + 32)
                 : 0;
    });
    check("before a group", before_a_group, living,
          [=](int t) { return t < living ? t / 32 * 32 + 33 : 0; });
    check("beside one that spins", beside_one_that_spins, living,
          [=](int t) { return t < living || t >= 32 ? 1 : 0; });
    check("behind a function", behind_a_function, living,
          [=](int t) { return t >= living ? 0 : (t ^ 1) + 1; });
    check("behind two calls", behind_two_calls, living,
          [=](int t) { return (t < living) + (t < living - 1); });
    check("behind more and more calls", behind_more_and_more_calls, living, [=](int t) {
      int calls = 0;
      while (calls < 4 && t < living - 8 * calls) ++calls;
      return calls + 10;
    });
    check("behind functions of functions", behind_functions_of_functions, living, [=](int t) {
      return t >= living ? -1 : t >= living / 2 ? -1 : 2;
    });
    check("behind a function in a branch", behind_a_function_in_a_branch, living, [=](int t) {
      if (t == 40) return 0;
      return std::max(std::min(living - t, 3), 0) + (t < living - 2);
    });
    check("behind itself", behind_itself, living, [=](int t) {
      int depth = 0;
      while (depth < 4 && t < living - 4 * depth) ++depth;
      const auto count = [=](int at) { return std::max(living - 4 * at, 0); };
      int value = depth == 4 ? count(3) : depth;
      for (int at = std::min(depth, 3); at-- > 0;) value = value * 2 + (count(at) & 1);
      return value + 1;
    });
    check("behind a group", behind_a_group, living, of_living(1));
    check("behind a group by two ways", behind_a_group_by_two_ways, living, [](int) { return 1; });
    const auto sum_of = [](int t) { return 32 * (t / 32 * 32) + 31 * 16; };
    check("to a sum by two ways", to_a_sum_by_two_ways, living, sum_of);
    check("to a sum behind a barrier", to_a_sum_behind_a_barrier, living,
          [=](int t) { return sum_of(t) + t / 32 * 32 + 31; });
    check("behind warp instructions", behind_warp_instructions, living,
          [=](int t) { return t < living ? t / 32 * 32 : 0; });
    check("behind a function beside one that spins", behind_a_function_beside_one_that_spins,
          living, [=](int t) { return t < living || t >= 32 ? 1 : 0; });
  }
  check("in a loop", in_a_loop, 60, [](int t) {
    for (int i = 3; i >= 0; --i)
      if (t < 60 - 8 * i) return i;
    return 0;
  });
  std::printf("%d wrong\n", wrong);
  return wrong != 0;
}
