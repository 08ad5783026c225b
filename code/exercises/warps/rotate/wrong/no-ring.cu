// hint: takes from its first
__global__ void rotated(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, first = i / 32 * 32;
  if (i >= n) return;
  float next = x[i + 1];
  __syncwarp();
  x[i] = next;
}

void rotate(float* x, int n) {
  rotated<<<(n - 1) / 256 + 1, 256>>>(x, n);
}
