// hint: race in global memory
// hint: what is over before a kernel begins?
__global__ void count(const unsigned char* digits, int n, unsigned* counts) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 10) counts[i] = 0;
  if (i < n) atomicAdd(&counts[digits[i]], 1u);
}

void count_digits(const unsigned char* digits, int n, unsigned* counts) {
  count<<<n / 256 + 1, 256>>>(digits, n, counts);
}
