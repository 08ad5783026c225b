// hint: out of bounds
// hint: Which points has the last block
constexpr int points = 128, most_components = 16;

__global__ void take(const float* x, float* y, int n, int components) {
  __shared__ float tile[points * most_components / 32 * 33];
  int first = blockIdx.x * points, here = points;
  x += std::size_t(first) * components;
  for (int j = threadIdx.x; j < here * components; j += blockDim.x) tile[j + j / 32] = x[j];
  __syncthreads();
  for (int k = threadIdx.x; k < points * components; k += blockDim.x) {
    int c = k / points, i = k % points, j = i * components + c;
    if (i < here) y[std::size_t(c) * n + first + i] = tile[j + j / 32];
  }
}

void take_apart(const float* x, float* y, int n, int components) {
  take<<<(n + points - 1) / points, 256>>>(x, y, n, components);
}
