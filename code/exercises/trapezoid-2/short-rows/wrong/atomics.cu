// hint: right, but with
// hint: and one of them can store
__global__ void sum_row(const float* a, int n, int width, float* sums) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&sums[i / width], a[i]);
}

void sum_rows(const float* a, int rows, int width, float* sums) {
  int n = rows * width;
  cudaMemset(sums, 0, rows * sizeof(float));
  sum_row<<<(n + 255) / 256, 256>>>(a, n, width, sums);
}
