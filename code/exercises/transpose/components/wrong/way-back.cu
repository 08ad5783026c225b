// hint: That is the way back
__global__ void take(const float* x, float* y, int n, int components) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int c = 0; c < components; ++c) y[i * components + c] = x[c * n + i];
}

void take_apart(const float* x, float* y, int n, int components) {
  take<<<(n + 255) / 256, 256>>>(x, y, n, components);
}
