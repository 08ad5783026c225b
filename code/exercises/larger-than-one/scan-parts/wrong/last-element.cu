// hint: out of bounds
// hint: A part may be empty
__global__ void scan_part(int* x, int n, const int* before) {
  int sum = before ? *before : 0;
  for (int i = 0; i < n; ++i) sum = x[i] += sum;
}

void scan(int* const* x, const int* n, int devices) {
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    scan_part<<<1, 1>>>(x[d], n[d], d > 0 ? x[d - 1] + n[d - 1] - 1 : nullptr);
    cudaDeviceSynchronize();
  }
  cudaSetDevice(0);
}
