// hint: requests, loads and stores together; you need at most
// hint: let a thread have several in a row
__global__ void smoothed(const float* x, float* y, size_t n) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  y[i] = (x[i == 0 ? 0 : i - 1] + 2 * x[i] + x[i + 1 == n ? i : i + 1]) / 4;
}

void smooth(const float* x, float* y, size_t n) {
  smoothed<<<(n - 1) / 256 + 1, 256>>>(x, y, n);
}
