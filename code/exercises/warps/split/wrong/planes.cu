// hint: These are neighbours in memory
__global__ void apart(const float* points, float* xs, float* ys, float* zs, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  xs[i] = points[i];
  ys[i] = points[n + i];
  zs[i] = points[2 * n + i];
}

void split(const float* points, float* xs, float* ys, float* zs, int n) {
  apart<<<(n - 1) / 256 + 1, 256>>>(points, xs, ys, zs, n);
}
