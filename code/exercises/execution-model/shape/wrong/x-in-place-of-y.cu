// hint: Two threads believe that they have the same number
__global__ void plus_one(float* x, int n) {
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.y + threadIdx.x;
  int per_block = blockDim.x * blockDim.y * blockDim.z;
  int threads = gridDim.x * gridDim.y * gridDim.z * per_block;
  for (int i = block * per_block + thread; i < n; i += threads) x[i] += 1;
}

void add_one(float* x, int n, dim3 blocks, dim3 threads) {
  plus_one<<<blocks, threads>>>(x, n);
}
