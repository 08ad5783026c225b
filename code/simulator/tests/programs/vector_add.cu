// exit: 0
// prints: 1000 right
#include <cstdio>
#include <vector>

__global__ void add(const float* x, const float* y, float* z, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = x[i] + y[i];
}

int main() {
  const int n = 1000;
  std::vector<float> x(n), y(n), z(n);
  for (int i = 0; i < n; ++i) x[i] = i, y[i] = 0.5f * i;
  float *dx, *dy, *dz;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  cudaMalloc(&dz, n * sizeof(float));
  cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dy, y.data(), n * sizeof(float), cudaMemcpyDefault);
  add<<<(n + 127) / 128, 128>>>(dx, dy, dz, n);
  cudaMemcpy(z.data(), dz, n * sizeof(float), cudaMemcpyDeviceToHost);
  int right = 0;
  for (int i = 0; i < n; ++i) right += z[i] == 1.5f * i;
  printf("%d right\n", right);
  return cudaGetLastError();
}
