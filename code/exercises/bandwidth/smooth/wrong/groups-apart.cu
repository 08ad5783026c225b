// hint: Each group of four is smooth by itself
__global__ void smoothed(const float* x, float* y, size_t n) {
  size_t k = size_t(blockIdx.x) * blockDim.x + threadIdx.x, i = 4 * k;
  if (i + 4 <= n) {
    float4 v = ((const float4*)x)[k];
    float left = v.x, right = v.w;
    ((float4*)y)[k] = make_float4((left + 2 * v.x + v.y) / 4, (v.x + 2 * v.y + v.z) / 4,
                                  (v.y + 2 * v.z + v.w) / 4, (v.z + 2 * v.w + right) / 4);
  } else {
    for (; i < n; ++i) y[i] = (x[i == 0 ? 0 : i - 1] + 2 * x[i] + x[i + 1 == n ? i : i + 1]) / 4;
  }
}

void smooth(const float* x, float* y, size_t n) {
  smoothed<<<(n - 1) / 1024 + 1, 256>>>(x, y, n);
}
