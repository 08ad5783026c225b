// hint: access out of bounds
// hint: Which index belongs to the last i?
__global__ void reversed(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n / 2) return;
  float kept = x[i];
  x[i] = x[n - i];
  x[n - i] = kept;
}

void reverse(float* x, int n) {
  reversed<<<(n + 255) / 256, 256>>>(x, n);
}
