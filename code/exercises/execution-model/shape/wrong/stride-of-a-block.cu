// hint: race
// hint: and not those of one block only
__global__ void plus_one(float* x, int n) {
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  int per_block = blockDim.x * blockDim.y * blockDim.z;
  for (int i = block * per_block + thread; i < n; i += per_block) x[i] += 1;
}

void add_one(float* x, int n, dim3 blocks, dim3 threads) {
  plus_one<<<blocks, threads>>>(x, n);
}
