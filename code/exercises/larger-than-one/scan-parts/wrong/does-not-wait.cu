// hint: race between operations
// hint: has to be finished there
__global__ void scan_part(int* x, int n, const int* before) {
  int sum = before ? *before : 0;
  for (int i = 0; i < n; ++i) sum = x[i] += sum;
}

void scan(int* const* x, const int* n, int devices) {
  const int* before = nullptr;
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    scan_part<<<1, 1>>>(x[d], n[d], before);
    if (n[d] > 0) before = x[d] + n[d] - 1;
  }
  for (int d = devices - 1; d >= 0; --d) {
    cudaSetDevice(d);
    cudaDeviceSynchronize();
  }
}
