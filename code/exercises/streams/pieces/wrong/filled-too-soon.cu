// hint: race between operations
// hint: it takes an event in each direction
__global__ void square(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= x[i];
}

void squares(const float* x, float* y, int n, int piece, float* room,
             const cudaStream_t streams[3]) {
  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  int turn = 0;
  for (int first = 0; first < n; first += piece, turn = 1 - turn) {
    int count = n - first < piece ? n - first : piece;
    float* buffer = room + turn * piece;
    cudaMemcpyAsync(buffer, x + first, count * sizeof(float), cudaMemcpyHostToDevice, streams[0]);
    cudaEventRecord(event, streams[0]);
    cudaStreamWaitEvent(streams[1], event);
    square<<<(count + 255) / 256, 256, 0, streams[1]>>>(buffer, count);
    cudaMemcpyAsync(y + first, buffer, count * sizeof(float), cudaMemcpyDeviceToHost, streams[1]);
  }
  cudaEventDestroy(event);
}
