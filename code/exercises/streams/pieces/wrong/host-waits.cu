// hint: right, but your function waits for the device
// hint: The host hands out all pieces and returns.
__global__ void square(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= x[i];
}

void squares(const float* x, float* y, int n, int piece, float* room,
             const cudaStream_t streams[3]) {
  int turn = 0;
  for (int first = 0; first < n; first += piece, turn = 1 - turn) {
    int count = n - first < piece ? n - first : piece;
    float* buffer = room + turn * piece;
    cudaStream_t stream = streams[turn];
    cudaStreamSynchronize(stream);
    cudaMemcpyAsync(buffer, x + first, count * sizeof(float), cudaMemcpyHostToDevice, stream);
    square<<<(count + 255) / 256, 256, 0, stream>>>(buffer, count);
    cudaMemcpyAsync(y + first, buffer, count * sizeof(float), cudaMemcpyDeviceToHost, stream);
  }
}
