// exit: -11
#include <csignal>

// Whoever sends SIGSEGV ends the program, as without the simulator.

int main() {
  void* x;
  cudaMalloc(&x, 64);
  std::raise(SIGSEGV);
}
