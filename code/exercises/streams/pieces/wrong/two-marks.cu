// hint: race between operations
// hint: read only after it is filled
__global__ void square(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= x[i];
}

void squares(const float* x, float* y, int n, int piece, float* room,
             const cudaStream_t streams[3]) {
  cudaEvent_t full[4], empty[4];
  for (int k = 0; k < 4; ++k) {
    cudaEventCreateWithFlags(&full[k], cudaEventDisableTiming);
    cudaEventCreateWithFlags(&empty[k], cudaEventDisableTiming);
  }
  int turn = 0;
  for (int first = 0; first < n; first += piece, turn = (turn + 1) % 4) {
    int count = n - first < piece ? n - first : piece;
    float* buffer = room + turn * piece;
    cudaStreamWaitEvent(streams[0], empty[turn]);
    cudaMemcpyAsync(buffer, x + first, count * sizeof(float), cudaMemcpyHostToDevice, streams[0]);
    cudaEventRecord(full[turn], streams[0]);
    cudaStreamWaitEvent(streams[1], full[turn]);
    square<<<(count + 255) / 256, 256, 0, streams[1]>>>(buffer, count);
    cudaStreamWaitEvent(streams[2], full[turn]);
    cudaMemcpyAsync(y + first, buffer, count * sizeof(float), cudaMemcpyDeviceToHost, streams[2]);
    cudaEventRecord(empty[turn], streams[2]);
  }
  for (int k = 0; k < 4; ++k) {
    cudaEventDestroy(full[k]);
    cudaEventDestroy(empty[k]);
  }
}
