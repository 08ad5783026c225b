// hint: requests, loads and stores together; you need at most
// hint: may bring 16 bytes per lane
__global__ void smoothed(const float* x, float* y, size_t n) {
  size_t k = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  for (size_t i = 4 * k; i < 4 * k + 4 && i < n; ++i)
    y[i] = (x[i == 0 ? 0 : i - 1] + 2 * x[i] + x[i + 1 == n ? i : i + 1]) / 4;
}

void smooth(const float* x, float* y, size_t n) {
  smoothed<<<(n - 1) / 1024 + 1, 256>>>(x, y, n);
}
