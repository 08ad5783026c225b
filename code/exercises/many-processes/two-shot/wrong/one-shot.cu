// hint: sectors read by kernels
// hint: one piece
struct Arrays {
  const float* of[8];
};

__global__ void add_all(Arrays x, int devices, int n, float* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float total = 0;
  for (int d = 0; d < devices; ++d) total += x.of[d][i];
  sum[i] = total;
}

void record_all(cudaEvent_t* events, int devices, const cudaStream_t* streams) {
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    cudaEventCreateWithFlags(&events[d], cudaEventDisableTiming);
    cudaEventRecord(events[d], streams[d]);
  }
}

void wait_for_all(cudaEvent_t* events, int devices, cudaStream_t stream) {
  for (int d = 0; d < devices; ++d) cudaStreamWaitEvent(stream, events[d]);
}

void all_reduce(float* const* x, float* const* room, int n, int devices,
                const cudaStream_t* streams) {
  Arrays all{};
  for (int d = 0; d < devices; ++d) all.of[d] = x[d];
  cudaEvent_t ready[8];
  record_all(ready, devices, streams);
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    wait_for_all(ready, devices, streams[d]);
    add_all<<<(n + 255) / 256, 256, 0, streams[d]>>>(all, devices, n, room[d]);
  }
  cudaEvent_t read[8];
  record_all(read, devices, streams);
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    wait_for_all(read, devices, streams[d]);
    cudaMemcpyAsync(x[d], room[d], n * sizeof(float), cudaMemcpyDeviceToDevice, streams[d]);
  }
  for (int d = 0; d < devices; ++d) {
    cudaEventDestroy(ready[d]);
    cudaEventDestroy(read[d]);
  }
  cudaSetDevice(0);
}
