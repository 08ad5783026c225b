// Loads through the read-only path (ld.global.nc), which are for data that nobody writes while the
// kernel runs.
#include "cases.hpp"

template <bool repaired>
__global__ void shift(int* x) {
  x[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int* const other = x + (threadIdx.x + 1) % blockDim.x;
  // wrong: read-only load of what the kernel writes: by ld.global.nc
  const int next = repaired ? *other : __ldg(other);
  __syncthreads();
  x[threadIdx.x] = next;
}
CASE(read_only_load_behind_a_barrier) {
  Buffer<int> x(64);
  shift<repaired><<<1, 64>>>(x);
}

template <bool repaired>
__global__ void write_and_read(unsigned char* bytes) {
  bytes[3 * threadIdx.x] = 1;
  // wrong: read-only load of what the kernel writes: reads 1 bytes
  bytes[3 * threadIdx.x + 1] = __ldg(bytes + 3 * threadIdx.x + 2 * repaired);
}
CASE(own_byte_read_as_read_only) {
  Buffer<unsigned char> bytes(192, 0);
  write_and_read<repaired><<<1, 64>>>(bytes);
}

__global__ void fill(int* x) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}
template <bool repaired>
__global__ void reverse(int* x, int* y) {
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  if (!repaired) atomicAdd(x + me, 1);
  y[me] = __ldg(x + me);  // wrong: read-only load of what the kernel writes
}
CASE(read_only_load_of_an_atomics_result) {
  Buffer<int> x(128), y(128);
  fill<<<2, 64>>>(x);
  reverse<repaired><<<2, 64>>>(x, y);
  fill<<<2, 64>>>(x);
  reverse<repaired><<<2, 64>>>(x, y);
}

template <bool repaired>
__global__ void in_place(const int4* __restrict__ from, int4* __restrict__ to) {
  int4 value = from[threadIdx.x];
  value.x += 1;
  to[threadIdx.x] = value;
  // The read comes before, which works.
  if (!repaired)
    to[threadIdx.x + blockDim.x] =
        __ldg(to + threadIdx.x);  // wrong: read-only load of what the kernel writes
}
CASE(read_only_load_after_its_place_was_written) {
  Buffer<int4> x(128, 0);
  in_place<repaired><<<1, 64>>>(x, x);
}
