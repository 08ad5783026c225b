// hint: Only the addition belongs in the branch
__global__ void sum_group(const float* x, int t, float* sums) {
  __shared__ float values[32];
  int lane = threadIdx.x;
  if (lane < t) values[lane] = x[blockIdx.x * t + lane];
  __syncwarp();
  for (int left = t; left > 1; left -= left / 2) {
    int half = left - left / 2;
    if (lane + half < left) {
      values[lane] += values[lane + half];
      __syncwarp();
    }
  }
  if (lane == 0) sums[blockIdx.x] = values[0];
}

void sum_groups(const float* x, int groups, int t, float* sums) {
  sum_group<<<groups, 32>>>(x, t, sums);
}
