// Barriers of a block by number, for some of its warps.
#include "cases.hpp"

// What can be at fault itself is a macro, so that its line is that of the kernel.
#define SYNC(barrier, threads) \
  asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory")

template <bool repaired>
__global__ void count_between_warps(int* x) {
  // wrong: barrier not reached by all threads: a count of 48 threads, which is no multiple of 32
  if (threadIdx.x < 64) SYNC(1, repaired ? 64 : 48);
  x[threadIdx.x] = 1;
}
CASE(barrier_for_a_warp_and_a_half) {
  Buffer<int> x(96);
  count_between_warps<repaired><<<1, 96>>>(x);
}

template <bool repaired>
__global__ void counts_differ(int* x) {
  if (threadIdx.x < 32)
    SYNC(1, 64);
  else
    SYNC(1, repaired ? 64 : 32);  // wrong: barrier not reached by all threads: with a count of 64
  x[threadIdx.x] = 1;
}
CASE(barrier_of_two_counts) {
  Buffer<int> x(64);
  counts_differ<repaired><<<1, 64>>>(x);
}

template <bool repaired>
__global__ void number_16(int* x) {
  // wrong: barrier not reached by all threads: comes to barrier 16, where a block has 16, from 0
  SYNC(repaired ? 15 : 16, 64);
  x[threadIdx.x] = 1;
}
CASE(barrier_that_a_block_has_not) {
  Buffer<int> x(64);
  number_16<repaired><<<1, 64>>>(x);
}
