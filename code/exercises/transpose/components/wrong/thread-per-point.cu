// hint: right, but with
// hint: gets the others with it, and drops
__global__ void take(const float* x, float* y, int n, int components) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int c = 0; c < components; ++c) y[c * n + i] = x[i * components + c];
}

void take_apart(const float* x, float* y, int n, int components) {
  take<<<(n + 255) / 256, 256>>>(x, y, n, components);
}
