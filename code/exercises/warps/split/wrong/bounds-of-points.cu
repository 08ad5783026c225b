// hint: was never written
// hint: Do all points get their threads
__global__ void apart(const float* points, float* xs, float* ys, float* zs, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float* to = i % 3 == 0 ? xs : i % 3 == 1 ? ys : zs;
  to[i / 3] = points[i];
}

void split(const float* points, float* xs, float* ys, float* zs, int n) {
  apart<<<(3 * n - 1) / 256 + 1, 256>>>(points, xs, ys, zs, n);
}
