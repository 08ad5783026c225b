// hint: sectors, loads and stores together; you need at most
// hint: with one ring per thread
__global__ void rotated(float* x, int n) {
  int first = 32 * (blockIdx.x * blockDim.x + threadIdx.x), end = min(first + 32, n);
  if (first >= n) return;
  float kept = x[first];
  for (int i = first; i + 1 < end; ++i) x[i] = x[i + 1];
  x[end - 1] = kept;
}

void rotate(float* x, int n) {
  rotated<<<(n - 1) / 8192 + 1, 256>>>(x, n);
}
