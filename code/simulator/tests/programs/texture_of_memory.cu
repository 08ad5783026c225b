// exit: 86
// reports: not supported: kernel k
// reports: memory that is no array, read otherwise than by tex1Dfetch
// Of memory that is no array, texels are fetched by their number alone.
__global__ void k(cudaTextureObject_t texture, float* y) {
  y[threadIdx.x] = tex1D<float>(texture, threadIdx.x + 0.5f);
}

int main() {
  float *x = nullptr, *y = nullptr;
  cudaMalloc(&x, 128);
  cudaMalloc(&y, 128);
  cudaMemset(x, 0, 128);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {x, cudaCreateChannelDesc<float>(), 128};
  cudaTextureDesc reading = {};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &reading, nullptr);
  k<<<1, 32>>>(texture, y);
  cudaDeviceSynchronize();
}
