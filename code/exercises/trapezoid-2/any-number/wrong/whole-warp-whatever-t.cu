// hint: read of memory never written
// hint: what are the others to hold
__global__ void sum_group(const float* x, int t, float* sums) {
  __shared__ float values[32];
  int lane = threadIdx.x;
  if (lane < t) values[lane] = x[blockIdx.x * t + lane];
  __syncwarp();
  for (int half = 16; half > 0; half /= 2) {
    if (lane < half) values[lane] += values[lane + half];
    __syncwarp();
  }
  if (lane == 0) sums[blockIdx.x] = values[0];
}

void sum_groups(const float* x, int groups, int t, float* sums) {
  sum_group<<<groups, 32>>>(x, t, sums);
}
