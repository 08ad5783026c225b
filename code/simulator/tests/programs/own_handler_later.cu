// exit: 0
// prints: the handler ran
#include <csetjmp>
#include <csignal>
#include <cstdio>

// So may one that looks after the simulator did.

std::jmp_buf back;

void handle(int) {
  std::longjmp(back, 1);
}

int main() {
  int* x;
  cudaMalloc(&x, 64);
  std::signal(SIGSEGV, handle);
  if (setjmp(back) == 0) return x[2];
  std::puts("the handler ran");
  cudaFree(x);
  // A signal that somebody sends is no access.
  std::signal(SIGSEGV, SIG_IGN);
  std::raise(SIGSEGV);
}
