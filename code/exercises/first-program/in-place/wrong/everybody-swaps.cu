// hint: race in global memory
// hint: could one thread have both
__global__ void reversed(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float kept = x[i];
  x[i] = x[n - 1 - i];
  x[n - 1 - i] = kept;
}

void reverse(float* x, int n) {
  reversed<<<(n + 255) / 256, 256>>>(x, n);
}
