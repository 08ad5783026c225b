// exit: 0
// environment: SIMULATE_LEAKS=1
#include <cooperative_groups.h>

// Nobody waits for the last kernel, a cooperative one: what it needed for itself is no leak.
__global__ void meet() {
  cooperative_groups::this_grid().sync();
}

int main() {
  cudaLaunchCooperativeKernel(meet, 2, 32, nullptr);
}
