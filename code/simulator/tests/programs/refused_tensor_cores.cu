// exit: 86
// reports: kernel multiply
// reports: mma.sp
// reports: products of sparse matrices are not simulated

// Products of sparse matrices are refused by their name.
__global__ void multiply(const unsigned* a, float* c) {
  float d[4] = {};
  asm volatile(
      "mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, "
      "{%4,%4}, {%4,%4}, {%0,%1,%2,%3}, %4, 0x0;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[threadIdx.x]));
  c[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

int main() {
  unsigned* a;
  float* c;
  cudaMalloc(&a, 32 * sizeof *a);
  cudaMalloc(&c, 32 * sizeof *c);
  cudaMemset(a, 0, 32 * sizeof *a);
  multiply<<<1, 32>>>(a, c);
  return cudaDeviceSynchronize() != cudaErrorIllegalInstruction;
}
