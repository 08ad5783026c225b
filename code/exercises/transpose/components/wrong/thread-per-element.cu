// hint: right, but with
// hint: stores them far apart
__global__ void take(const float* x, float* y, int n, int components) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n * components) y[j % components * n + j / components] = x[j];
}

void take_apart(const float* x, float* y, int n, int components) {
  take<<<(n * components + 255) / 256, 256>>>(x, y, n, components);
}
