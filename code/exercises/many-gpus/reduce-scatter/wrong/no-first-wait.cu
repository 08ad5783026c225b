// hint: race between operations
// hint: What a GPU reads from another was not sure to be there
struct Arrays {
  const float* of[8];
};

__global__ void add_part(Arrays x, int devices, int first, int size, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  float sum = 0;
  for (int d = 0; d < devices; ++d) sum += x.of[d][first + i];
  y[i] = sum;
}

void let_all_meet(int devices, const cudaStream_t* streams) {
  cudaEvent_t here[8];
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    cudaEventCreateWithFlags(&here[d], cudaEventDisableTiming);
    cudaEventRecord(here[d], streams[d]);
  }
  for (int d = 0; d < devices; ++d) {
    for (int from = 0; from < devices; ++from) cudaStreamWaitEvent(streams[d], here[from]);
  }
  for (int d = 0; d < devices; ++d) cudaEventDestroy(here[d]);
}

void reduce_scatter(const float* const* x, float* const* y, int n, int devices,
                    const cudaStream_t* streams) {
  Arrays all{};
  for (int d = 0; d < devices; ++d) all.of[d] = x[d];
  for (int d = 0; d < devices; ++d) {
    int first = n * d / devices, size = n * (d + 1) / devices - first;
    if (size == 0) continue;
    cudaSetDevice(d);
    add_part<<<(size + 255) / 256, 256, 0, streams[d]>>>(all, devices, first, size, y[d]);
  }
  let_all_meet(devices, streams);
  cudaSetDevice(0);
}
