// hint: race between operations
// hint: Let the copy wait for an event that is recorded in the neighbour's stream
void shift(float* const* x, float* const* y, int n, int devices, const cudaStream_t* streams) {
  for (int d = 0; d < devices; ++d) {
    int left = (d + devices - 1) % devices;
    cudaSetDevice(d);
    cudaMemcpyPeerAsync(y[d], d, x[left], left, n * sizeof(float), streams[d]);
  }
  cudaSetDevice(0);
}
