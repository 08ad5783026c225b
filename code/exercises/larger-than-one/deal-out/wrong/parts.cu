// hint: nothing is dealt out
void deal_out(const int* x, int n, int chunk, int* const* y, int devices) {
  int part = (n + devices - 1) / devices;
  for (int d = 0; d < devices; ++d) {
    int first = d * part, size = n - first < part ? n - first : part;
    if (size > 0) cudaMemcpy(y[d], x + first, size * sizeof(int), cudaMemcpyDefault);
  }
}
