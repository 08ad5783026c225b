// hint: right, but with
// hint: An array whose index is known only when the program runs
__global__ void medians(const float* picture, float* clean, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float near[9];
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    int column = min(max(x + k % 3 - 1, 0), width - 1);
    int row = min(max(y + k / 3 - 1, 0), height - 1);
    near[k] = picture[row * width + column];
  }
  for (int k = 1; k < 9; ++k) {
    float moved = near[k];
    int place = k;
    for (; place > 0 && near[place - 1] > moved; --place) near[place] = near[place - 1];
    near[place] = moved;
  }
  clean[y * width + x] = near[4];
}

void remove_specks(const float* picture, float* clean, int width, int height) {
  dim3 threads(32, 8), blocks((width - 1) / 32 + 1, (height - 1) / 8 + 1);
  medians<<<blocks, threads>>>(picture, clean, width, height);
}
