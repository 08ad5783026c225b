// hint: sectors, loads and stores together; you need at most
// hint: use a third of it
__global__ void pick(const float* points, float* to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = points[3 * i];
}

void split(const float* points, float* xs, float* ys, float* zs, int n) {
  pick<<<(n - 1) / 256 + 1, 256>>>(points, xs, n);
  pick<<<(n - 1) / 256 + 1, 256>>>(points + 1, ys, n);
  pick<<<(n - 1) / 256 + 1, 256>>>(points + 2, zs, n);
}
