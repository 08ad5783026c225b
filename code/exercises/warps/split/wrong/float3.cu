// hint: sectors, loads and stores together; you need at most
// hint: twelve bytes apart
__global__ void apart(const float3* points, float* xs, float* ys, float* zs, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float3 point = points[i];
  xs[i] = point.x;
  ys[i] = point.y;
  zs[i] = point.z;
}

void split(const float* points, float* xs, float* ys, float* zs, int n) {
  apart<<<(n - 1) / 256 + 1, 256>>>((const float3*)points, xs, ys, zs, n);
}
