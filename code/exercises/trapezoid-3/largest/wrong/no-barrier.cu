// hint: race in shared memory
// hint: before the first warp gathers it
#include <climits>

__device__ void keep_better(int& value, int& index, int other, int there) {
  if (other > value || (other == value && there < index)) {
    value = other;
    index = there;
  }
}

__device__ void best_of_warp(int& value, int& index) {
  for (int distance = 16; distance > 0; distance /= 2) {
    int other = __shfl_down_sync(0xffffffff, value, distance);
    int there = __shfl_down_sync(0xffffffff, index, distance);
    keep_better(value, index, other, there);
  }
}

__global__ void best_of_piece(const int* x, int n, int piece, int* indices) {
  __shared__ int values[32], places[32];
  int begin = blockIdx.x * piece, end = min(n, begin + piece);
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int value = INT_MIN, index = INT_MAX;
  for (int i = begin + threadIdx.x; i < end; i += blockDim.x) keep_better(value, index, x[i], i);
  best_of_warp(value, index);
  if (lane == 0) {
    values[warp] = value;
    places[warp] = index;
  }

  if (warp > 0) return;
  value = lane < blockDim.x / 32 ? values[lane] : INT_MIN;
  index = lane < blockDim.x / 32 ? places[lane] : INT_MAX;
  best_of_warp(value, index);
  if (lane == 0) indices[blockIdx.x] = index;
}

void find_largest(const int* x, int n, int piece, int* indices) {
  best_of_piece<<<(n + piece - 1) / piece, 256>>>(x, n, piece, indices);
}
