// hint: was never written
// hint: even the last one, which may be shorter
void deal_out(const int* x, int n, int chunk, int* const* y, int devices) {
  for (int c = 0; c < n / chunk; ++c) {
    cudaMemcpy(y[c % devices] + c / devices * chunk, x + c * chunk, chunk * sizeof(int),
               cudaMemcpyDefault);
  }
  cudaDeviceSynchronize();
}
