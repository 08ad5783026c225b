// hint: right, but of 2 pieces, the last is copied in only when all others are out
// hint: Each piece waits until the one before is out.
__global__ void square(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= x[i];
}

void squares(const float* x, float* y, int n, int piece, float* room,
             const cudaStream_t streams[3]) {
  cudaEvent_t out;
  cudaEventCreateWithFlags(&out, cudaEventDisableTiming);
  int turn = 0;
  for (int first = 0; first < n; first += piece, turn = 1 - turn) {
    int count = n - first < piece ? n - first : piece;
    cudaStream_t stream = streams[turn];
    if (first > 0) cudaStreamWaitEvent(stream, out);
    cudaMemcpyAsync(room, x + first, count * sizeof(float), cudaMemcpyHostToDevice, stream);
    square<<<(count + 255) / 256, 256, 0, stream>>>(room, count);
    cudaMemcpyAsync(y + first, room, count * sizeof(float), cudaMemcpyDeviceToHost, stream);
    cudaEventRecord(out, stream);
  }
  cudaEventDestroy(out);
}
