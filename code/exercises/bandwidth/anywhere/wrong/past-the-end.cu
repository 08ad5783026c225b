// hint: out of bounds
// hint: The last elements are not always four
__global__ void negated(float* x, size_t n) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  size_t head = min(n, size_t(-(size_t)x % 16 / 4)), fours = (n - head + 3) / 4;
  float4* aligned = (float4*)(x + head);
  if (i < fours) {
    float4 v = aligned[i];
    aligned[i] = make_float4(-v.x, -v.y, -v.z, -v.w);
  }
  if (i < head) {
    x[i] = -x[i];
  }
}

void negate(float* x, size_t n) {
  negated<<<n / 1024 + 1, 256>>>(x, n);
}
