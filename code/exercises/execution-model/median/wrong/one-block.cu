// hint: a launch failed
// hint: more than 1024 threads
__global__ void medians(const float* picture, float* clean, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float near[9], median = 0;
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    int column = min(max(x + k % 3 - 1, 0), width - 1);
    int row = min(max(y + k / 3 - 1, 0), height - 1);
    near[k] = picture[row * width + column];
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
  dim3 threads(width, height);
  medians<<<1, threads>>>(picture, clean, width, height);
}
