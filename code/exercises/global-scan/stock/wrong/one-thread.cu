// hint: right, but with
// hint: How many of its lanes have one?
__global__ void replace(int* x, int n) {
  int stock = 0;
  for (int i = 0; i < n; ++i) {
    int change = x[i];
    x[i] = stock;
    stock = max(0, stock + change);
  }
}

void stock_before(int* x, int n, int* room) {
  replace<<<1, 1>>>(x, n);
}
