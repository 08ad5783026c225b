// hint: in the first run, of the same numbers
// hint: Which order do your additions come in
__device__ float warp_sum(float value) {
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xffffffff, value, distance);
  return value;
}

/// In thread 0.
__device__ float share_of_block(const float* x, const float* y, int n) {
  __shared__ float warp_sums[32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += x[i] * y[i];
  sum = warp_sum(sum);
  if (lane == 0) warp_sums[warp] = sum;
  __syncthreads();
  return warp == 0 ? warp_sum(lane < blockDim.x / 32 ? warp_sums[lane] : 0) : 0;
}

__global__ void add(const float* x, const float* y, int n, float* product) {
  float share = share_of_block(x, y, n);
  if (threadIdx.x == 0) atomicAdd(product, share);
}

void dot(const float* x, const float* y, int n, float* product) {
  cudaMemset(product, 0, sizeof(float));
  add<<<264, 128>>>(x, y, n, product);
}
