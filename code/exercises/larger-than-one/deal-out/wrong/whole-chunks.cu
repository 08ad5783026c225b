// hint: was never written
// hint: Does every chunk have a GPU
void deal_out(const int* x, int n, int chunk, int* const* y, int devices) {
  for (int c = 0; c < n / chunk; ++c) {
    cudaMemcpy(y[c % devices] + c / devices * chunk, x + c * chunk, chunk * sizeof(int),
               cudaMemcpyDefault);
  }
  cudaDeviceSynchronize();
}
