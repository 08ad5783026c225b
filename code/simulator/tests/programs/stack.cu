// exit: 0
// prints: all as expected
#include <alloca.h>

#include <cstdio>
#include <vector>

// Each thread takes as much of its stack as it asks for, in calls and in loops, and what one
// function takes is its own.

constexpr int threads = 96;

__device__ __noinline__ int squares(int n) {
  int* const x = static_cast<int*>(alloca(n * sizeof(int)));
  for (int i = 0; i < n; ++i) x[i] = i * i;
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += x[(i * 7 + 3) % n];
  return sum;
}

__device__ __noinline__ int nested(int depth, int n) {
  int* const x = static_cast<int*>(alloca(n * sizeof(int)));
  for (int i = 0; i < n; ++i) x[i] = depth;
  const int below = depth == 0 ? squares(n) : nested(depth - 1, n + 1);
  int sum = below;
  for (int i = 0; i < n; ++i) sum += x[(i * 5 + 1) % n];
  return sum;
}

__global__ void take(int* out) {
  const int n = 1 + threadIdx.x % 13;
  int *first = nullptr, sum = 0;
  for (int round = 0; round < 3; ++round) {
    int* const x = static_cast<int*>(alloca(n * sizeof(int)));
    for (int i = 0; i < n; ++i) x[i] = round;
    if (round == 0) first = x;
    if (threadIdx.x % 2 == 0) sum += nested(2, n);
  }
  for (int i = 0; i < n; ++i) sum += first[i] * 1000;
  out[threadIdx.x] = sum;
}

/// What is given back is taken again.
__global__ void give_back(int* out, int rounds) {
  int sum = 0;
  for (int round = 0; round < rounds; ++round) {
    unsigned long long top;
    asm volatile("stacksave.u64 %0;" : "=l"(top)::"memory");
    const int n = 1 + (round + threadIdx.x) % 29;
    int* const x = static_cast<int*>(alloca(n * sizeof(int)));
    for (int i = 0; i < n; ++i) x[i] = i;
    for (int i = 0; i < n; ++i) sum += x[(i * 7 + 3) % n];
    asm volatile("stackrestore.u64 %0;" ::"l"(top) : "memory");
  }
  out[threadIdx.x] = sum;
}

int squares_on_host(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += ((i * 7 + 3) % n) * ((i * 7 + 3) % n);
  return sum;
}
int nested_on_host(int depth, int n) {
  return depth * n + (depth == 0 ? squares_on_host(n) : nested_on_host(depth - 1, n + 1));
}

int main() {
  int* out;
  cudaMalloc(&out, threads * sizeof(int));
  std::vector<int> found(threads);
  int wrong = 0;
  const auto check = [&](auto&& wanted) {
    if (cudaMemcpy(found.data(), out, threads * sizeof(int), cudaMemcpyDefault) != cudaSuccess)
      ++wrong;
    for (int k = 0; k < threads; ++k) wrong += found[k] != wanted(k);
  };
  take<<<1, threads>>>(out);
  check([](int k) { return k % 2 == 0 ? 3 * nested_on_host(2, 1 + k % 13) : 0; });
  constexpr int rounds = 100;
  give_back<<<1, threads>>>(out, rounds);
  check([](int k) {
    int sum = 0;
    for (int round = 0; round < rounds; ++round)
      for (int n = 1 + (round + k) % 29, i = 0; i < n; ++i) sum += (i * 7 + 3) % n;
    return sum;
  });
  std::printf(wrong == 0 ? "all as expected\n" : "%d values are wrong\n", wrong);
  cudaFree(out);
  return wrong != 0;
}
