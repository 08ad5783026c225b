// hint: Does each element of y have a thread that writes it, whatever n is?
__global__ void reversed(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[n - 1 - i];
}

void reverse(const float* x, float* y, int n) {
  reversed<<<4, 256>>>(x, y, n);
}
