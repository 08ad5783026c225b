// hint: race
// hint: What if one thread had all numbers of a pixel
__global__ void largest(const float* volume, float* picture, int width, int height, int depth) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= width || y >= height || z >= depth) return;
  float mine = volume[(z * height + y) * width + x];
  if (z == 0 || mine > picture[y * width + x]) picture[y * width + x] = mine;
}

void brightest(const float* volume, float* picture, int width, int height, int depth) {
  dim3 threads(32, 8), blocks((width - 1) / 32 + 1, (height - 1) / 8 + 1, depth);
  largest<<<blocks, threads>>>(volume, picture, width, height, depth);
}
