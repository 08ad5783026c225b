// hint: right, but with
// hint: need not be loaded a second time
__global__ void add(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float left = i > 0 ? x[i - 1] : 0, right = i + 1 < n ? x[i + 1] : 0;
  y[i] = left + x[i] + right;
}

void add_neighbours(const float* x, float* y, int n) {
  add<<<(n + 255) / 256, 256>>>(x, y, n);
}
