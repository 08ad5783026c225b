// hint: a launch of no blocks is an error
__global__ void add_strips(const float* x, const float* y, int n, float* area) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) atomicAdd(area, (x[i + 1] - x[i]) * (y[i] + y[i + 1]) / 2);
}

void integrate(const float* x, const float* y, int n, float* area) {
  add_strips<<<(n - 1 + 255) / 256, 256>>>(x, y, n, area);
}
