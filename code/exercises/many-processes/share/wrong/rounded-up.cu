// hint: out of bounds
// hint: end where the array does
__global__ void add_up(const int* x, int n, unsigned long long* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, (unsigned long long)x[i]);
}

void add_share(const int* x, int n, int rank, int ranks, unsigned long long* sum) {
  int own = (n + ranks - 1) / ranks;
  if (own > 0) add_up<<<(own + 255) / 256, 256>>>(x + rank * own, own, sum);
}
