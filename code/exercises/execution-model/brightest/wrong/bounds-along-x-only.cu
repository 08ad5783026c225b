// hint: out of bounds
// hint: along x and along y
__global__ void largest(const float* volume, float* picture, int width, int height, int depth) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width) return;
  float most = volume[y * width + x];
  for (int z = 1; z < depth; ++z) most = max(most, volume[(z * height + y) * width + x]);
  picture[y * width + x] = most;
}

void brightest(const float* volume, float* picture, int width, int height, int depth) {
  dim3 threads(32, 8), blocks((width - 1) / 32 + 1, (height - 1) / 8 + 1);
  largest<<<blocks, threads>>>(volume, picture, width, height, depth);
}
