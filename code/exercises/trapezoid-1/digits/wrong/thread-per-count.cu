// hint: right, but with
// hint: Let every digit have a thread
__global__ void count(const unsigned char* digits, int n, unsigned* counts) {
  unsigned mine = 0;
  for (int i = 0; i < n; ++i) mine += digits[i] == threadIdx.x;
  counts[threadIdx.x] = mine;
}

void count_digits(const unsigned char* digits, int n, unsigned* counts) {
  count<<<1, 10>>>(digits, n, counts);
}
