// hint: bytes after a multiple of 16: right, but
// hint: An array that begins elsewhere
__global__ void negated(float* x, size_t n) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) x[i] = -x[i];
}

__global__ void negated_fours(float* x, size_t n) {
  size_t k = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (4 * k + 4 <= n) {
    float4 v = ((float4*)x)[k];
    ((float4*)x)[k] = make_float4(-v.x, -v.y, -v.z, -v.w);
  } else {
    for (size_t i = 4 * k; i < n; ++i) x[i] = -x[i];
  }
}

void negate(float* x, size_t n) {
  if (n == 0) return;
  if ((size_t)x % 16 == 0) {
    negated_fours<<<(n - 1) / 1024 + 1, 256>>>(x, n);
  } else {
    negated<<<(n - 1) / 256 + 1, 256>>>(x, n);
  }
}
