// exit: 86
// reports: race between operations
// reports: cudaDeviceReset
// devices: 2
// streams: early late random:1
#include <cstdio>

// A device is reset while another's stream may still read from its memory.

int main() {
  int *from, *to;
  cudaStream_t stream;
  cudaMalloc(&from, 1024);
  cudaMemset(from, 1, 1024);
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  cudaMalloc(&to, 1024);
  cudaStreamCreate(&stream);
  cudaMemcpyAsync(to, from, 1024, cudaMemcpyDefault, stream);
  cudaSetDevice(0);
  cudaDeviceReset();
  cudaSetDevice(1);
  std::printf("%s\n", cudaGetErrorString(cudaStreamSynchronize(stream)));
}
