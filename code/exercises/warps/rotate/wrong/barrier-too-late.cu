// hint: race
// hint: comes between the reads and the writes
__global__ void rotated(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, first = i / 32 * 32;
  if (i >= n) return;
  float next = x[first + (i - first + 1) % min(32, n - first)];
  x[i] = next;
  __syncwarp();
}

void rotate(float* x, int n) {
  rotated<<<(n - 1) / 256 + 1, 256>>>(x, n);
}
