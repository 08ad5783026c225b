// hint: race in global memory
// hint: one of them without an atomic
__global__ void count(const unsigned char* digits, int n, unsigned* counts) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) ++counts[digits[i]];
}

void count_digits(const unsigned char* digits, int n, unsigned* counts) {
  cudaMemset(counts, 0, 10 * sizeof(unsigned));
  if (n > 0) count<<<(n + 255) / 256, 256>>>(digits, n, counts);
}
