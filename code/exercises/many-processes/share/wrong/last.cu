// hint: differ by more than one
// hint: over the first ranks
__global__ void add_up(const int* x, int n, unsigned long long* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, (unsigned long long)x[i]);
}

void add_share(const int* x, int n, int rank, int ranks, unsigned long long* sum) {
  int begin = n / ranks * rank, end = rank == ranks - 1 ? n : begin + n / ranks;
  if (end > begin) add_up<<<(end - begin + 255) / 256, 256>>>(x + begin, end - begin, sum);
}
