// exit: 86
// reports: kernel multiply
// reports: wmma.load
#include <mma.h>

// Tensor cores are refused by the name of the first instruction.
__global__ void multiply(const half* a, float* c) {
  using namespace nvcuda;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.f);
  wmma::load_matrix_sync(left, a, 16);
  wmma::load_matrix_sync(right, a, 16);
  wmma::mma_sync(sum, left, right, sum);
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

int main() {
  half* a;
  float* c;
  cudaMalloc(&a, 256 * sizeof *a);
  cudaMalloc(&c, 256 * sizeof *c);
  cudaMemset(a, 0, 256 * sizeof *a);
  multiply<<<1, 32>>>(a, c);
  return cudaDeviceSynchronize() != cudaErrorIllegalInstruction;
}
