// hint: the copies go the wrong way
void shift(float* const* x, float* const* y, int n, int devices, const cudaStream_t* streams) {
  cudaEvent_t ready[8], copied[8];
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    cudaEventCreateWithFlags(&ready[d], cudaEventDisableTiming);
    cudaEventCreateWithFlags(&copied[d], cudaEventDisableTiming);
    cudaEventRecord(ready[d], streams[d]);
  }
  for (int d = 0; d < devices; ++d) {
    int right = (d + 1) % devices;
    cudaSetDevice(d);
    cudaStreamWaitEvent(streams[d], ready[right]);
    cudaMemcpyPeerAsync(y[d], d, x[right], right, n * sizeof(float), streams[d]);
    cudaEventRecord(copied[d], streams[d]);
  }
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    cudaStreamWaitEvent(streams[d], copied[(d + devices - 1) % devices]);
    cudaEventDestroy(ready[d]);
  }
  for (int d = 0; d < devices; ++d) cudaEventDestroy(copied[d]);
  cudaSetDevice(0);
}
