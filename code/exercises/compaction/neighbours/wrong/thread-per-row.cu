// hint: right, but with
// hint: by lanes that read side by side
__global__ void drop(int* x, int rows, int width, int* kept) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  x += std::size_t(row) * width;
  int count = 0, last = 0;
  for (int i = 0; i < width; ++i) {
    int value = x[i];
    if (i == 0 || value != last) x[count++] = value;
    last = value;
  }
  kept[row] = count;
}

void drop_equal(int* x, int rows, int width, int* kept) {
  drop<<<(rows + 255) / 256, 256>>>(x, rows, width, kept);
}
