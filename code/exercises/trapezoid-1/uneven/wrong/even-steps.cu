// hint: Is every strip equally wide?
__global__ void add_strips(const float* x, const float* y, int n, float* area) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float h = (x[n - 1] - x[0]) / (n - 1);
  if (i < n - 1) atomicAdd(area, h * (y[i] + y[i + 1]) / 2);
}

void integrate(const float* x, const float* y, int n, float* area) {
  add_strips<<<(n + 255) / 256, 256>>>(x, y, n, area);
}
