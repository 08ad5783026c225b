// exit: 3
// prints: it was the program's to handle
// reports: simulator: note: access of the host to device memory: the host reads device memory
#include <csignal>
#include <cstdio>
#include <cstdlib>

// A program may know what to do about SIGSEGV.

void handle(int) {
  std::puts("it was the program's to handle");
  std::fflush(stdout);
  std::_Exit(3);
}

int main() {
  std::signal(SIGSEGV, handle);
  int* x;
  cudaMalloc(&x, 64);
  return x[2];
}
