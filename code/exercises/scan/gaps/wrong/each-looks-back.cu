// hint: right, but with
// hint: Whoever looks back for itself
__global__ void fill(const int* x, int n, int width, int* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int from = i, begin = i / width * width;
  while (from > begin && x[from] == 0) --from;
  y[i] = x[from];
}

void fill_gaps(const int* x, int rows, int width, int* y) {
  int n = rows * width;
  fill<<<(n + 255) / 256, 256>>>(x, n, width, y);
}
