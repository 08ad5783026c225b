// exit: 86
// reports: misaligned.cu:6: simulator: misaligned access: kernel wide
// prints: misaligned address
#include <cstdio>
__global__ void wide(float* x) {
  *reinterpret_cast<float4*>(x + 1) = make_float4(1, 2, 3, 4);
}

int main() {
  float* x;
  cudaMalloc(&x, 64);
  wide<<<1, 1>>>(x);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
