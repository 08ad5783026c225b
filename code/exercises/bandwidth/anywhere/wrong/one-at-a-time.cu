// hint: load requests; you need at most
// hint: sixteen one for 128
__global__ void negated(float* x, size_t n) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) x[i] = -x[i];
}

void negate(float* x, size_t n) {
  if (n > 0) negated<<<(n - 1) / 256 + 1, 256>>>(x, n);
}
