// exit: 0
// schedules: forward reverse random:5
// prints: 496 496
#include <cstdio>

__global__ void dissemination(float* out) {
  __shared__ float sums[2][32];
  const unsigned lane = threadIdx.x;
  sums[0][lane] = lane;
  unsigned from = 0;
  for (unsigned step = 1; step < 32; step *= 2, from ^= 1) {
    __syncwarp();
    sums[from ^ 1][lane] = sums[from][lane] + sums[from][(lane + step) % 32];
  }
  out[lane] = sums[from][lane];
}

int main() {
  float *out, host[32];
  cudaMalloc(&out, sizeof host);
  dissemination<<<1, 32>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%g %g\n", host[0], host[31]);
}
