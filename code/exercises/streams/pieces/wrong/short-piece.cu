// hint: memory past the end of y was written
// hint: The last piece may be a short one.
__global__ void square(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= x[i];
}

void squares(const float* x, float* y, int n, int piece, float* room,
             const cudaStream_t streams[3]) {
  int turn = 0;
  for (int first = 0; first < n; first += piece, turn = 1 - turn) {
    float* buffer = room + turn * piece;
    cudaStream_t stream = streams[turn];
    cudaMemcpyAsync(buffer, x + first, piece * sizeof(float), cudaMemcpyHostToDevice, stream);
    square<<<(piece + 255) / 256, 256, 0, stream>>>(buffer, piece);
    cudaMemcpyAsync(y + first, buffer, piece * sizeof(float), cudaMemcpyDeviceToHost, stream);
  }
}
