// hint: race between operations
// hint: before all others have read
struct Arrays {
  const float* of[8];
};

__global__ void add_piece(Arrays x, int devices, int begin, int end, float* sum) {
  int i = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= end) return;
  float total = 0;
  for (int d = 0; d < devices; ++d) total += x.of[d][i];
  sum[i] = total;
}

/// What comes next in any stream comes after all that was given to all.
void meet(int devices, const cudaStream_t* streams) {
  cudaEvent_t events[8];
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    cudaEventCreateWithFlags(&events[d], cudaEventDisableTiming);
    cudaEventRecord(events[d], streams[d]);
  }
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    for (int other = 0; other < devices; ++other) cudaStreamWaitEvent(streams[d], events[other]);
  }
  for (int d = 0; d < devices; ++d) cudaEventDestroy(events[d]);
}

void all_reduce(float* const* x, float* const* room, int n, int devices,
                const cudaStream_t* streams) {
  Arrays all{};
  for (int d = 0; d < devices; ++d) all.of[d] = x[d];
  int piece = (n + devices - 1) / devices;
  auto begin = [&](int d) { return d * piece < n ? d * piece : n; };
  meet(devices, streams);
  for (int d = 0; d < devices; ++d) {
    int own = begin(d + 1) - begin(d);
    cudaSetDevice(d);
    if (own > 0) {
      add_piece<<<(own + 255) / 256, 256, 0, streams[d]>>>(all, devices, begin(d), begin(d + 1),
                                                           room[d]);
    }
  }
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    for (int from = 0; from < devices; ++from) {
      cudaMemcpyAsync(x[d] + begin(from), room[from] + begin(from),
                      (begin(from + 1) - begin(from)) * sizeof(float), cudaMemcpyDefault,
                      streams[d]);
    }
  }
  meet(devices, streams);  // the next call overwrites room
  cudaSetDevice(0);
}
