// exit: 0
// prints: all as it should be
// reports: note: deadlock: kernel late is first used while another kernel waits
// reports: note: deadlock: kernel asked_late is first used
// streams: early
#include <cstdio>

// Kernels whose code is first needed while another kernel waits for the host.

#define CALL(call)                                                      \
  do {                                                                  \
    if ((call) != cudaSuccess) return std::printf("%d\n", __LINE__), 1; \
  } while (0)

__global__ void wait(volatile int* flag) {
  while (*flag == 0) {
  }
}
__global__ void known(int* x) {
  *x += 1;
}
__global__ void asked(int* x) {
  *x += 10;
}
__global__ void late(int* x) {
  *x += 100;
}
__global__ void asked_late(int*) {}

int main() {
  int *flag, *x;
  cudaStream_t first, second;
  CALL(cudaMallocHost(&flag, sizeof *flag));
  CALL(cudaMallocHost(&x, sizeof *x));
  CALL(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  CALL(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  *flag = *x = 0;
  cudaFuncAttributes attributes;
  known<<<1, 1, 0, second>>>(x);
  CALL(cudaFuncGetAttributes(&attributes, asked));
  CALL(cudaStreamSynchronize(second));
  wait<<<1, 1, 0, first>>>(flag);
  known<<<1, 1, 0, second>>>(x);
  asked<<<1, 1, 0, second>>>(x);
  CALL(cudaStreamSynchronize(second));
  late<<<1, 1, 0, second>>>(x);
  late<<<1, 1, 0, second>>>(x);
  CALL(cudaStreamSynchronize(second));
  CALL(cudaFuncGetAttributes(&attributes, asked_late));
  *static_cast<volatile int*>(flag) = 1;
  CALL(cudaDeviceSynchronize());
  std::puts(*x == 212 ? "all as it should be" : "wrong");
}
