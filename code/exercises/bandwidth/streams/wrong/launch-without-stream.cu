// hint: race between operations
// hint: the fourth argument of the launch
__global__ void scaled(float* x, size_t n, float factor) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= factor;
}

void scale(float* x, size_t n, float factor, size_t piece, int count, const cudaStream_t* streams,
           float* const* rooms) {
  int turn = 0;
  for (size_t first = 0; first < n; first += piece, turn = (turn + 1) % count) {
    size_t here = n - first < piece ? n - first : piece, bytes = here * sizeof(float);
    float* room = rooms[turn];
    cudaStream_t stream = streams[turn];
    cudaMemcpyAsync(room, x + first, bytes, cudaMemcpyHostToDevice, stream);
    scaled<<<(here - 1) / 256 + 1, 256>>>(room, here, factor);
    cudaMemcpyAsync(x + first, room, bytes, cudaMemcpyDeviceToHost, stream);
  }
  for (int k = 0; k < count; ++k) cudaStreamSynchronize(streams[k]);
}
