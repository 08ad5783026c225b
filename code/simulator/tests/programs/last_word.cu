// exit: 0
// prints: all heard
#include <chrono>
#include <cstdio>
#include <thread>

// A kernel waits for a thread of the host, which ends as soon as it has told it to go on: that
// nobody is left who could does not mean that nobody has.

__global__ void wait_for_host(volatile int* flag) {
  while (*flag == 0) {
  }
}

int main() {
  volatile int* flag;
  if (cudaHostAlloc(const_cast<int**>(&flag), sizeof *flag, cudaHostAllocMapped) != cudaSuccess)
    return 1;
  for (int round = 0; round < 400; ++round) {
    *flag = 0;
    wait_for_host<<<1, 1>>>(flag);
    std::thread([=] {
      std::this_thread::sleep_for(std::chrono::microseconds(200 + round * 397 % 1500));
      *flag = 1;
    }).detach();
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  }
  std::puts("all heard");
}
