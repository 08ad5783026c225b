// hint: fewer threads than elements
// hint: the next that no other thread takes
__global__ void plus_one(float* x, int n) {
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  int per_block = blockDim.x * blockDim.y * blockDim.z;
  int i = block * per_block + thread;
  if (i < n) x[i] += 1;
}

void add_one(float* x, int n, dim3 blocks, dim3 threads) {
  plus_one<<<blocks, threads>>>(x, n);
}
