// hint: misaligned
// hint: come before the first such place
__global__ void negated(float* x, size_t n) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  size_t head = 0, fours = (n - head) / 4;
  float4* aligned = (float4*)(x + head);
  if (i < fours) {
    float4 v = aligned[i];
    aligned[i] = make_float4(-v.x, -v.y, -v.z, -v.w);
  }
  if (i < n - 4 * fours) {
    size_t single = i < head ? i : 4 * fours + i;
    x[single] = -x[single];
  }
}

void negate(float* x, size_t n) {
  negated<<<n / 1024 + 1, 256>>>(x, n);
}
