// exit: 0
// prints: as expected
// reports: access out of bounds: cudaMemcpy: copy to 16 bytes that begin 1099511627772 bytes into
#include <cstdio>
#include <cstdlib>
#include <string>

#include "../nccl/nccl.hpp"
#include "simulator/simulator.hpp"

// A rehearsal does nothing, whatever the size, and its log tells what would have been done.

__global__ void fill(float* to, double* unused, float value, std::size_t size) {
  std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  if (i < size) to[i] = value;
}

__global__ void touch_nowhere() {
  *static_cast<volatile int*>(nullptr) = 1;
}

struct Padded {
  char small;
  double wide;
};

__global__ void use(Padded padded, double* to) {
  *to = padded.small + padded.wide;
}

void require(bool holds, const char* what) {
  if (holds) return;
  std::printf("wrong: %s\n", what);
  std::exit(1);
}

ncclResult_t add_up(float* x, std::size_t size) {
  static ncclComm_t comm = nullptr;
  if (!comm) ncclCommInitAll(&comm, 1, nullptr);
  return ncclAllReduce(x, x, size, ncclFloat, ncclSum, comm, nullptr);
}

std::string log_of(unsigned grid, unsigned block, float value, char garbage) {
  const std::size_t size = std::size_t{1} << 38;  // a terabyte
  float *to = nullptr, first = 7;
  require(cudaMalloc(&to, size * sizeof(float)) == cudaSuccess, "a terabyte");
  require(cudaMemset(to, 0xff, size * sizeof(float)) == cudaSuccess, "to fill it");
  fill<<<grid, block>>>(to, nullptr, value, size);
  touch_nowhere<<<1, 1>>>();
  require(add_up(to, size) == ncclSuccess, "to add it up");
  require(cudaDeviceSynchronize() == cudaSuccess, "nothing is run");
  require(cudaMemcpy(&first, to, sizeof first, cudaMemcpyDeviceToHost) == cudaSuccess, "a copy");
  require(first == 0, "what comes back is zeros");
  Padded padded;
  __builtin_memset(&padded, garbage, sizeof padded);
  padded.small = 3;
  padded.wide = 0.5;
  use<<<1, 1>>>(padded, reinterpret_cast<double*>(to));
  require(cudaMemcpy(to, to + (size - 4), 16, cudaMemcpyDeviceToDevice) == cudaSuccess,
          "within it");
  require(cudaMemcpy(to + (size - 1), to, 16, cudaMemcpyDeviceToDevice) != cudaSuccess, "bounds");
  simulator::take_faults();
  require(cudaFree(to) == cudaSuccess, "to free it");
  return simulator::take_log();
}

int main() {
  simulator::start_log(true);
  const std::string first = log_of(2, 64, 1.5f, 0);
  require(first.find("launch 0 grid 2x1x1 block 64x1x1") != std::string::npos, "the launch");
  require(first.find("#0 of 1099511627776 bytes+0") != std::string::npos, "the memory");
  require(first.find("ncclAllReduce 274877906944 of type 7") != std::string::npos, "the sum");
  void* other = nullptr;
  cudaMalloc(&other, 100);
  require(log_of(2, 64, 1.5f, 0) == first, "the same again, at another address");
  require(log_of(2, 64, 1.5f, 0x55) == first, "padding is no argument");
  require(log_of(3, 64, 1.5f, 0) != first, "another grid");
  require(log_of(2, 65, 1.5f, 0) != first, "another block");
  require(log_of(2, 64, 1.25f, 0) != first, "another argument");
  cudaFree(other);
  simulator::start_rehearsals();
  require(log_of(2, 64, 1.5f, 0) == first, "the same where all code is read before");

  // Without a rehearsal all is done, and noted.
  simulator::start_log(false);
  float *one = nullptr, value = 0;
  cudaMalloc(&one, sizeof *one);
  fill<<<1, 1>>>(one, nullptr, 4, 1);
  cudaMemcpy(&value, one, sizeof value, cudaMemcpyDeviceToHost);
  require(value == 4, "the kernel ran");
  require(simulator::take_log().find("launch 0 grid 1x1x1") != std::string::npos, "and was noted");
  cudaFree(one);
  std::puts("as expected");
}
