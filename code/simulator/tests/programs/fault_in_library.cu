// exit: 86
// compiler: -Xcompiler=-g1,-gdwarf-4
// reports: include/library.hpp:7: simulator: access out of bounds: kernel fill<int>
// reports: ; launched at
// reports: fault_in_library.cu:13

// The line of a library's kernel does not help whoever called it: that of the launch does.
#include "include/library.hpp"

int main() {
  int* out;
  cudaMalloc(&out, 100 * sizeof(int));
  fill<<<1, 128>>>(out, 101, 7);
  cudaDeviceSynchronize();
}
