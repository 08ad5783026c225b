// hint: Within the picture all is right
// hint: clamp column and row, each by itself
__global__ void medians(const float* picture, float* clean, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float near[9], median = 0;
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    int column = x + k % 3 - 1;
    int row = y + k / 3 - 1;
    near[k] = picture[min(max(row * width + column, 0), width * height - 1)];
  }
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    int less = 0, at_most = 0;
#pragma unroll
    for (int j = 0; j < 9; ++j) {
      less += near[j] < near[k];
      at_most += near[j] <= near[k];
    }
    if (less <= 4 && at_most > 4) median = near[k];
  }
  clean[y * width + x] = median;
}

void remove_specks(const float* picture, float* clean, int width, int height) {
  dim3 threads(32, 8), blocks((width - 1) / 32 + 1, (height - 1) / 8 + 1);
  medians<<<blocks, threads>>>(picture, clean, width, height);
}
