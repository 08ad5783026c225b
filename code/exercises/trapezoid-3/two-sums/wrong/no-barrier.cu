// hint: race in shared memory
// hint: between the writes and the reads
template <class Number>
__device__ Number warp_sum(Number value) {
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xffffffff, value, distance);
  return value;
}

__global__ void add(const float* x, float* sums, float* squares) {
  __shared__ float shares[32], more[32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float value = x[blockIdx.x * blockDim.x + threadIdx.x];
  float sum = warp_sum(value), square = warp_sum(value * value);
  if (lane == 0) {
    shares[warp] = sum;
    more[warp] = square;
  }

  if (warp > 0) return;
  sum = warp_sum(lane < blockDim.x / 32 ? shares[lane] : 0);
  square = warp_sum(lane < blockDim.x / 32 ? more[lane] : 0);
  if (lane == 0) {
    sums[blockIdx.x] = sum;
    squares[blockIdx.x] = square;
  }
}

void two_sums(const float* x, int blocks, int threads, float* sums, float* squares) {
  add<<<blocks, threads>>>(x, sums, squares);
}
