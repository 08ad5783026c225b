// exit: 0
// environment: SIMULATE_EXPLORE=100
// environment: SIMULATE_LEAKS=1
// counts: yes
// prints: 3
// reports: simulator: kernel give ran in 2 orders, which are all that differ; none has a fault
// reports: kernel give leaves another value 4 bytes into the 8 bytes
// reports: simulator: kernel take ran in
#include <cstdio>

// Device code allocates and frees while it is explored: what was there is there for the real run.
__device__ int* kept;

__global__ void give(int* count) {
  int* mine = static_cast<int*>(malloc(4));
  *mine = 1;
  const int before = atomicAdd(count, *mine);
  if (blockIdx.x == 0) count[1] = before;
  if (blockIdx.x == 0)
    kept = mine;
  else
    free(mine);
}

__global__ void take(int* count) {
  atomicAdd(count, *kept);
  free(kept);
}

int main() {
  int *count, host = 0;
  cudaMalloc(&count, 8);
  cudaMemset(count, 0, 8);
  give<<<2, 1>>>(count);
  take<<<1, 1>>>(count);
  cudaMemcpy(&host, count, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", host);
  return cudaFree(count);
}
