// hint: sectors, loads and stores together; you need at most
// hint: use a third of it
__global__ void apart(const float* points, float* xs, float* ys, float* zs, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  xs[i] = points[3 * i];
  ys[i] = points[3 * i + 1];
  zs[i] = points[3 * i + 2];
}

void split(const float* points, float* xs, float* ys, float* zs, int n) {
  apart<<<(n - 1) / 256 + 1, 256>>>(points, xs, ys, zs, n);
}
