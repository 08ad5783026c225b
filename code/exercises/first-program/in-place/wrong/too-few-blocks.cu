// hint: Are all pairs swapped, whatever n is?
__global__ void reversed(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n / 2) return;
  float kept = x[i];
  x[i] = x[n - 1 - i];
  x[n - 1 - i] = kept;
}

void reverse(float* x, int n) {
  reversed<<<n / 512 + 1, 128>>>(x, n);
}
