// hint: Only the part before this one is added
__global__ void add_up(const int* x, int n, int* sum) {
  *sum = 0;
  for (int i = 0; i < n; ++i) *sum += x[i];
}

__global__ void scan_part(int* x, int n, int before) {
  for (int i = 0; i < n; ++i) before = x[i] += before;
}

void scan(int* const* x, const int* n, int devices) {
  int before = 0;
  for (int d = 0; d < devices; ++d) {
    int *sum, next;
    cudaSetDevice(d);
    cudaMalloc(&sum, sizeof(int));
    add_up<<<1, 1>>>(x[d], n[d], sum);
    scan_part<<<1, 1>>>(x[d], n[d], before);
    cudaMemcpy(&next, sum, sizeof next, cudaMemcpyDeviceToHost);
    cudaFree(sum);
    before = next;
  }
  cudaSetDevice(0);
}
