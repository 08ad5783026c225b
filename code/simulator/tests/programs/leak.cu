// exit: 86
// environment: SIMULATE_LEAKS=1
// reports: simulator: leak: 4096 bytes at 0x
int main() {
  int *kept, *freed;
  cudaMalloc(&kept, 4096);
  cudaMalloc(&freed, 64);
  cudaFree(freed);
}
