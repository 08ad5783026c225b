// hint: Each part is scanned by itself
__global__ void scan_part(int* x, int n, int before) {
  for (int i = 0; i < n; ++i) before = x[i] += before;
}

void scan(int* const* x, const int* n, int devices) {
  for (int d = devices - 1; d >= 0; --d) {
    cudaSetDevice(d);
    scan_part<<<1, 1>>>(x[d], n[d], 0);
    cudaDeviceSynchronize();
  }
}
