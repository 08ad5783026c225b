// hint: right, but with
// hint: Let each thread add up many numbers
__device__ double exact;

__global__ void clear() {
  exact = 0;
}

__global__ void add(const float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&exact, double(x[i]));
}

__global__ void round_off(float* sum) {
  *sum = float(exact);
}

void add_up(const float* x, int n, float* sum) {
  clear<<<1, 1>>>();
  add<<<(n + 255) / 256, 256>>>(x, n);
  round_off<<<1, 1>>>(sum);
}
