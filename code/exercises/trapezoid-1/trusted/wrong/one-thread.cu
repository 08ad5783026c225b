// hint: right, but with
// hint: How many of your threads ask at the same time?
__global__ void add(const float* x, int n, float* sum) {
  double mine = 0;
  for (int i = 0; i < n; ++i) mine += x[i];
  *sum = float(mine);
}

void add_up(const float* x, int n, float* sum) {
  add<<<1, 1>>>(x, n, sum);
}
