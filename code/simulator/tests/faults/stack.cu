// Memory that a function takes from its thread's stack while it runs.
#include <alloca.h>

#include "cases.hpp"

template <bool repaired>
__global__ void read_what_is_not_written(int* out, int n) {
  int* const x = static_cast<int*>(alloca(n * sizeof(int)));
  for (int i = 0; i < n - !repaired; ++i) x[i] = i;
  int sum = 0;
  // wrong: read of memory never written: local
  for (int i = 0; i < n; ++i) sum += x[i * 3 % n];
  if (sum > 0) out[threadIdx.x] = sum;
}
CASE(alloca_not_all_written) {
  Buffer<int> out(32, 0);
  read_what_is_not_written<repaired><<<1, 32>>>(out, 8);
}

template <bool repaired>
__global__ void take_too_much(int* out, int n) {
  // wrong: access out of bounds: overflows the stack of 1024 bytes: alloca asks for 2048 bytes
  int* const x = static_cast<int*>(alloca(n * sizeof(int)));
  for (int i = 0; i < n; ++i) x[i] = i;
  out[threadIdx.x] = x[threadIdx.x];
}
CASE(alloca_of_more_than_the_stack) {
  Buffer<int> out(32);
  take_too_much<repaired><<<1, 32>>>(out, repaired ? 64 : 512);
}

__device__ __noinline__ int* remember(int n) {
  int values[8];
  for (int i = 0; i < 8; ++i) values[i] = n + i;
  int* volatile first = values;
  return first;
}
template <bool repaired>
__global__ void use_after_return(int* out, int n) {
  const int* values = remember(n);
  if (repaired) values = out;
  out[threadIdx.x] = *values;  // wrong: access out of bounds: bytes at present
}
CASE(variable_of_a_function_that_has_returned) {
  Buffer<int> out(1, 0);
  use_after_return<repaired><<<1, 1>>>(out, 3);
}
