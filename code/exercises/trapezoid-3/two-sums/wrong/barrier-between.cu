// hint: right, but with
// hint: One barrier is enough for both sums
template <class Number>
__device__ Number warp_sum(Number value) {
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xffffffff, value, distance);
  return value;
}

__device__ float block_sum(float value) {
  __shared__ float warp_sums[32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  value = warp_sum(value);
  if (lane == 0) warp_sums[warp] = value;
  __syncthreads();
  if (warp == 0) {
    value = lane < blockDim.x / 32 ? warp_sums[lane] : 0;
    value = warp_sum(value);
  }
  return value;
}

__global__ void add(const float* x, float* sums, float* squares) {
  float value = x[blockIdx.x * blockDim.x + threadIdx.x];
  float sum = block_sum(value);
  __syncthreads();
  float square = block_sum(value * value);
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = sum;
    squares[blockIdx.x] = square;
  }
}

void two_sums(const float* x, int blocks, int threads, float* sums, float* squares) {
  add<<<blocks, threads>>>(x, sums, squares);
}
