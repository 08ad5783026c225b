// hint: Single elements are dealt out, not chunks
struct Arrays {
  int* of[8];
};

__global__ void deal(const int* x, int n, Arrays y, int devices) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y.of[i % devices][i / devices] = x[i];
}

void deal_out(const int* x, int n, int chunk, int* const* y, int devices) {
  Arrays all{};
  for (int d = 0; d < devices; ++d) all.of[d] = y[d];
  deal<<<(n + 255) / 256, 256>>>(x, n, all, devices);
  cudaDeviceSynchronize();
}
