// hint: invalid
// hint: needs at least one block
__global__ void add_up(const int* x, int n, unsigned long long* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, (unsigned long long)x[i]);
}

void add_share(const int* x, int n, int rank, int ranks, unsigned long long* sum) {
  int longer = n % ranks, begin = n / ranks * rank + (rank < longer ? rank : longer);
  int own = n / ranks + (rank < longer);
  add_up<<<(own + 255) / 256, 256>>>(x + begin, own, sum);
}
