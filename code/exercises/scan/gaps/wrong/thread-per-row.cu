// hint: right, but with
// hint: by lanes that read side by side
__global__ void fill(const int* x, int rows, int width, int* y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  int last = 0;
  for (int i = row * width; i < (row + 1) * width; ++i) {
    if (x[i] != 0) last = x[i];
    y[i] = last;
  }
}

void fill_gaps(const int* x, int rows, int width, int* y) {
  fill<<<(rows + 255) / 256, 256>>>(x, rows, width, y);
}
