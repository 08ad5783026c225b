// hint: right, but with
// hint: One pass is enough
constexpr int threads = 256, blocks = 256;
__device__ float sums[blocks];

/// Of all threads' values; in thread 0.
__device__ float sum_of_block(float value) {
  __shared__ float shared[threads];
  shared[threadIdx.x] = value;
  __syncthreads();
  for (int distance = threads / 2; distance > 0; distance /= 2) {
    if (threadIdx.x < distance) shared[threadIdx.x] += shared[threadIdx.x + distance];
    __syncthreads();
  }
  return shared[0];
}

__global__ void add(const float* x, int n, const float* mean) {
  float sum = 0, from = mean == nullptr ? 0 : *mean;
  for (int i = blockIdx.x * threads + threadIdx.x; i < n; i += blocks * threads)
    sum += mean == nullptr ? x[i] : (x[i] - from) * (x[i] - from);
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

__global__ void divide(int n, float* result) {
  float sum = sum_of_block(sums[threadIdx.x]);
  if (threadIdx.x == 0) *result = sum / n;
}

void spread(const float* x, int n, float* mean, float* variance) {
  add<<<blocks, threads>>>(x, n, nullptr);
  divide<<<1, blocks>>>(n, mean);
  add<<<blocks, threads>>>(x, n, mean);
  divide<<<1, blocks>>>(n, variance);
}
