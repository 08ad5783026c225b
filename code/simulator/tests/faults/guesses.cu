// Plain loads that guess what a compare-and-swap will find: only the compare-and-swap may see the
// guess.
#include <cuda_fp16.h>

#include "cases.hpp"

template <bool repaired>
__global__ void add(double* sum, double* before) {
  auto* const bits = reinterpret_cast<unsigned long long*>(sum);
  const unsigned long long first = *bits;
  unsigned long long old = first, assumed;
  do {
    assumed = old;
    const double more = __longlong_as_double(assumed) + 1;
    // wrong: race in global memory
    old = atomicCAS(bits, assumed, __double_as_longlong(more));
  } while (assumed != old);
  before[blockIdx.x * blockDim.x + threadIdx.x] = __longlong_as_double(repaired ? old : first);
}
CASE(guess_that_is_stored) {
  Buffer<double> sum(1, 0), before(128);
  add<repaired><<<2, 64>>>(sum, before);
}

template <bool repaired>
__global__ void greatest_of_block(float* result) {
  __shared__ float top;
  if (threadIdx.x == 0) top = 0;
  __syncthreads();
  auto* const bits = reinterpret_cast<int*>(&top);
  int old = *bits, assumed;
  float greater;
  do {
    assumed = old;
    greater = fmaxf(float(threadIdx.x), __int_as_float(assumed));
    if (!repaired) atomicMax(reinterpret_cast<int*>(result) + threadIdx.x, __float_as_int(greater));
    // wrong: race in shared memory
    old = atomicCAS(bits, assumed, __float_as_int(greater));
  } while (assumed != old);
  if (repaired) result[threadIdx.x] = greater;
}
CASE(maximum_of_a_guess_that_is_stored) {
  Buffer<float> result(64, 0);
  greatest_of_block<repaired><<<1, 64>>>(result);
}

template <bool repaired>
__global__ void add_halves(__half* sums) {
  __half* const mine = sums + threadIdx.x % 2;
  const bool upper = reinterpret_cast<std::size_t>(mine) & 2;
  auto* const word = reinterpret_cast<unsigned*>(mine - upper);
  // The other word is somebody else's.
  unsigned old = repaired ? *word : word[1], assumed;
  do {
    assumed = old;
    const __half before = __ushort_as_half(upper ? assumed >> 16 : assumed & 0xffff);
    const unsigned after = __half_as_ushort(__hadd(before, __float2half(1)));
    const unsigned both = upper ? assumed & 0xffff | after << 16 : assumed & 0xffff0000 | after;
    old = atomicCAS(word, assumed, both);
  } while (assumed != old);
  if (!repaired) atomicAdd(reinterpret_cast<int*>(word) + 1, 1);  // wrong: race in global memory
}
CASE(guess_of_another_word) {
  Buffer<__half> sums(4, 0);
  add_halves<repaired><<<2, 64>>>(sums);
}

template <bool repaired>
__global__ void count_in_short(unsigned short* count) {
  unsigned short old = *count, assumed;
  do {
    assumed = old;
    if (!repaired && assumed == 100) break;
    // wrong: race in global memory
    old = atomicCAS(count, assumed, static_cast<unsigned short>(assumed + 1));
  } while (assumed != old);
}
CASE(guess_that_ends_a_loop) {
  Buffer<unsigned short> count(2, 0);
  count_in_short<repaired><<<2, 64>>>(count);
}

template <bool repaired>
__global__ void latest(float* top) {
  auto* const bits = reinterpret_cast<int*>(top);
  const float mine = threadIdx.x;
  for (int old = *bits; __int_as_float(old) < mine;) {
    const int assumed = old;
    // wrong: race in global memory
    old = atomicCAS(bits, assumed, __float_as_int(repaired ? mine : 1));
    if (old == assumed) break;
  }
}
CASE(guess_that_skips_another_maximum) {
  Buffer<float> top(1, 0);
  latest<repaired><<<2, 64>>>(top);
}

struct alignas(8) Best {
  float value;
  int place;
};
template <bool repaired>
__global__ void find_best(Best* best, int* winner) {
  auto* const bits = reinterpret_cast<unsigned long long*>(best);
  union {
    unsigned long long bits;
    Best best;
  } old, assumed, next;
  old.bits = *bits;
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  const float mine = me * 37 % 101;
  do {
    assumed = old;
    const bool better = mine > assumed.best.value;
    next.best.value = better ? mine : assumed.best.value;
    next.best.place = better ? me : assumed.best.place;
    if (!repaired) winner[me] = assumed.best.place;
    old.bits = atomicCAS(bits, assumed.bits, next.bits);  // wrong: race in global memory
  } while (old.bits != assumed.bits);
}
CASE(part_of_a_guess_that_is_stored) {
  Buffer<Best> best(1, 0);
  Buffer<int> winner(128);
  find_best<repaired><<<2, 64>>>(best, winner);
}

template <bool repaired>
__global__ void beside_a_store(int* value) {
  if (threadIdx.x == 0) *value = 5;
  if (repaired) __syncthreads();
  int old = *value, assumed;  // wrong: race in global memory: wrote
  do {
    assumed = old;
    old = atomicCAS(value, assumed, assumed * 3 + 1);
  } while (assumed != old);
}
CASE(guess_beside_a_plain_store) {
  Buffer<int> value(1, 0);
  beside_a_store<repaired><<<1, 64>>>(value);
}

template <bool repaired>
__global__ void least_of(const int* x, int* least) {
  const int mine = x[blockIdx.x * blockDim.x + threadIdx.x];
  int before;
  if constexpr (repaired)
    before = *static_cast<volatile int*>(least);
  else
    before = *least;  // noted: race in global memory: only decides whether the atomic
  if (mine < before) atomicMin(least, mine);
}
CASE(atomic_minimum_that_a_plain_load_weighs) {
  Buffer<int> x(128, 0), least(1, 0x7f);
  least_of<repaired><<<2, 64>>>(x, least);
}

// The lanes of a warp all read before the first of them updates.
template <bool repaired>
__global__ void least_of_a_warp(int* least) {
  const int mine = threadIdx.x;
  int before;
  if constexpr (repaired)
    before = *static_cast<volatile int*>(least);
  else
    before = *least;
  if (mine < before) atomicMin(least, mine);  // noted: race in global memory: only decides whether
}
CASE(atomic_minimum_that_a_warp_weighs_by_plain_loads) {
  Buffer<int> least(1, 0x7f);
  least_of_a_warp<repaired><<<1, 32>>>(least);
}

template <bool repaired>
__global__ void greatest_of(int* greatest, int* seen) {
  const int mine = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int before;
  if constexpr (repaired)
    before = *static_cast<volatile int*>(greatest);
  else
    before = *greatest;
  if (mine > before) atomicMax(greatest, mine);  // wrong: race in global memory: updates
  seen[mine - 1] = before;
}
CASE(weighing_load_that_is_stored) {
  Buffer<int> greatest(1, 0), seen(128);
  greatest_of<repaired><<<2, 64>>>(greatest, seen);
}

template <bool repaired>
__global__ void least_by_the_wrong_test(int* least) {
  const int mine = blockIdx.x * blockDim.x + threadIdx.x;
  // An old value keeps from an update that counts.
  if (!repaired && mine > *least) atomicMax(least, mine + 1);  // wrong: race in global memory
  if (repaired) atomicMax(least, mine + 1);
}
CASE(weighing_load_of_another_value_than_the_maximum_takes) {
  Buffer<int> least(1, 0);
  least_by_the_wrong_test<repaired><<<2, 64>>>(least);
}
