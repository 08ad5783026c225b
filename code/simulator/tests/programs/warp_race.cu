// exit: 86
// reports: simulator: race in shared memory: kernel dissemination
#include <cstdio>

__global__ void dissemination(float* out) {
  __shared__ float sums[32];
  const unsigned lane = threadIdx.x;
  sums[lane] = lane;
  for (unsigned step = 1; step < 32; step *= 2) sums[lane] += sums[(lane + step) % 32];
  out[lane] = sums[lane];
}

int main() {
  float* out;
  cudaMalloc(&out, 32 * sizeof(float));
  dissemination<<<1, 32>>>(out);
  cudaDeviceSynchronize();
}
