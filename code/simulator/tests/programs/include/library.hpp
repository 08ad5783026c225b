#pragma once

/// A kernel of a library: one whose author did not write the program.
template <class T>
__global__ void fill(T* out, int n, T value) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < n) out[k] = value;
}
