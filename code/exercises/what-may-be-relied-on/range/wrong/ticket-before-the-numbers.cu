// hint: race in global memory
// hint: What is written after the ticket
#include <climits>
#include <cuda/atomic>

__global__ void find_range(const int* x, int n, int* parts, unsigned* tickets, int* range) {
  __shared__ int low, high;
  __shared__ bool last;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) low = INT_MAX, high = INT_MIN;
  __syncthreads();
  if (i < n) {
    atomicMin(&low, x[i]);
    atomicMax(&high, x[i]);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> drawn(*tickets);
    last = drawn.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1;
    parts[2 * blockIdx.x] = low;
    parts[2 * blockIdx.x + 1] = high;
  }
  __syncthreads();
  if (!last) return;
  for (int block = threadIdx.x; block < gridDim.x; block += blockDim.x) {
    atomicMin(&low, parts[2 * block]);
    atomicMax(&high, parts[2 * block + 1]);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    *range = high - low;
    *tickets = 0;
  }
}

void range_of(const int* x, int n, int* parts, unsigned* tickets, int* range) {
  find_range<<<(n - 1) / 256 + 1, 256>>>(x, n, parts, tickets, range);
}
