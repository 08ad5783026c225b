// hint: Without digits there is nothing to launch
__global__ void count(const unsigned char* digits, int n, unsigned* counts) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&counts[digits[i]], 1u);
}

void count_digits(const unsigned char* digits, int n, unsigned* counts) {
  cudaMemset(counts, 0, 10 * sizeof(unsigned));
  count<<<(n + 255) / 256, 256>>>(digits, n, counts);
}
