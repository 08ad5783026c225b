// hint: wavefronts of shared memory
// hint: How can it be moved to another one?
constexpr int points = 128, most_components = 16;

__global__ void take(const float* x, float* y, int n, int components) {
  __shared__ float tile[points * most_components / 32 * 33];
  int first = blockIdx.x * points, here = min(points, n - first);
  x += std::size_t(first) * components;
  for (int j = threadIdx.x; j < here * components; j += blockDim.x) tile[j] = x[j];
  __syncthreads();
  for (int k = threadIdx.x; k < points * components; k += blockDim.x) {
    int c = k / points, i = k % points, j = i * components + c;
    if (i < here) y[std::size_t(c) * n + first + i] = tile[j];
  }
}

void take_apart(const float* x, float* y, int n, int components) {
  take<<<(n + points - 1) / points, 256>>>(x, y, n, components);
}
