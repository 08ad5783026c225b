// hint: right, but with
// hint: none has to ask for its place
__global__ void count(const unsigned char* x, int n, unsigned* counts) {
  __shared__ unsigned mine[256];
  mine[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&mine[x[i]], 1);
  __syncthreads();
  if (mine[threadIdx.x] > 0) atomicAdd(&counts[threadIdx.x], mine[threadIdx.x]);
}

__global__ void scan(const unsigned* counts, unsigned* next) {
  __shared__ unsigned ends[256];  // how many bytes are less than b or equal to it
  ends[threadIdx.x] = counts[threadIdx.x];
  for (int distance = 1; distance < 256; distance *= 2) {
    __syncthreads();
    unsigned left = threadIdx.x >= distance ? ends[threadIdx.x - distance] : 0;
    __syncthreads();
    ends[threadIdx.x] += left;
  }
  next[threadIdx.x] = ends[threadIdx.x];
}

__global__ void move(const unsigned char* x, int n, unsigned* next, unsigned char* y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    y[atomicSub(&next[x[i]], 1) - 1] = x[i];
}

void sort_bytes(const unsigned char* x, int n, unsigned char* y) {
  unsigned* counts;
  cudaMalloc(&counts, 256 * sizeof(unsigned));
  cudaMemset(counts, 0, 256 * sizeof(unsigned));
  int blocks = min(n / 4096 + 1, 528);
  count<<<blocks, 256>>>(x, n, counts);
  scan<<<1, 256>>>(counts, counts);
  move<<<blocks, 256>>>(x, n, counts, y);
  cudaFree(counts);
}
