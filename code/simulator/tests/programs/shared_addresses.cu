// exit: 0
// schedules: forward random:2
// prints: 0 wrong
#include <cstdint>
#include <cstdio>

// Addresses of shared and local memory have 32 bits: a sum goes round, and what a register of 64
// bits holds besides does not count. nvcc relies on it for arrays that are entered below their
// start. So an H200 does it too.

constexpr int n = 64;
constexpr unsigned below = 256;
__device__ int out[n], from[n];

__device__ unsigned at(const void* shared) {
  return unsigned(__cvta_generic_to_shared(shared));
}

__global__ void stored() {
  __shared__ int s[n];
  const unsigned base = at(s) - below + 4 * threadIdx.x;
  asm volatile("st.shared.u32 [%0+256], %1;" ::"r"(base), "r"(threadIdx.x) : "memory");
  __syncthreads();
  out[threadIdx.x] = s[n - 1 - threadIdx.x];
}

__global__ void stored_by_64_bits() {
  __shared__ int s[n];
  const std::uint64_t base = at(s) - below + 4 * threadIdx.x;
  asm volatile("st.shared.u32 [%0+256], %1;" ::"l"(base), "r"(threadIdx.x) : "memory");
  __syncthreads();
  out[threadIdx.x] = s[n - 1 - threadIdx.x];
}

__global__ void loaded_past_32_bits() {
  __shared__ int s[n];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const std::uint64_t base = at(s + n - 1 - threadIdx.x) + (std::uint64_t{1} << 32);
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(out[threadIdx.x]) : "l"(base) : "memory");
}

__global__ void updated() {
  __shared__ int s[n];
  s[threadIdx.x] = 0;
  __syncthreads();
  const unsigned base = at(s) - below + 4 * threadIdx.x;
  unsigned old;
  asm volatile("atom.shared.add.u32 %0, [%1+256], %2;"
               : "=r"(old)
               : "r"(base), "r"(threadIdx.x)
               : "memory");
  __syncthreads();
  out[threadIdx.x] = s[n - 1 - threadIdx.x] + old;
}

__global__ void copied() {
  __shared__ int s[n];
  from[threadIdx.x] = threadIdx.x;
  const unsigned base = at(s) - below + 4 * threadIdx.x;
  asm volatile("cp.async.ca.shared.global [%0+256], [%1], 4;" ::"r"(base), "l"(from + threadIdx.x)
               : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  out[threadIdx.x] = s[n - 1 - threadIdx.x];
}

__global__ void awaited() {
  __shared__ std::uint64_t barrier;
  __shared__ int s[n];
  const unsigned base = at(&barrier) - below;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared.b64 [%0+256], 64;" ::"r"(base) : "memory");
  __syncthreads();
  s[threadIdx.x] = threadIdx.x;
  std::uint64_t phase;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1+256];" : "=l"(phase) : "r"(base) : "memory");
  for (unsigned done = 0; !done;)
    asm volatile(
        "{.reg .pred p; mbarrier.test_wait.shared.b64 p, [%1+256], %2; selp.u32 %0, 1, 0, p;}"
        : "=r"(done)
        : "r"(base), "l"(phase)
        : "memory");
  out[threadIdx.x] = s[n - 1 - threadIdx.x];
}

__global__ void in_local_memory(int one) {
  int values[8];
  for (int i = 0; i < 8; ++i) values[i] = (n - 1 - threadIdx.x) * one + i;
  std::uint64_t base;
  asm volatile("cvta.to.local.u64 %0, %1;" : "=l"(base) : "l"(values + one));
  base = (base - below) & 0xffffffff;
  asm volatile("ld.local.u32 %0, [%1+256];" : "=r"(out[threadIdx.x]) : "l"(base) : "memory");
  out[threadIdx.x] -= one;
}

int wrong = 0;

void check(const char* what) {
  int found[n] = {};
  const cudaError_t error = cudaDeviceSynchronize();
  cudaMemcpyFromSymbol(found, out, sizeof out);
  bool right = error == cudaSuccess;
  for (int t = 0; t < n; ++t) right = right && found[t] == n - 1 - t;
  if (!right) std::printf("wrong: %s: %s\n", what, cudaGetErrorName(error));
  wrong += !right;
}

int main() {
  stored<<<1, n>>>();
  check("stored");
  stored_by_64_bits<<<1, n>>>();
  check("stored by 64 bits");
  loaded_past_32_bits<<<1, n>>>();
  check("loaded past 32 bits");
  updated<<<1, n>>>();
  check("updated");
  copied<<<1, n>>>();
  check("copied");
  awaited<<<1, n>>>();
  check("awaited");
  in_local_memory<<<1, n>>>(1);
  check("in local memory");
  std::printf("%d wrong\n", wrong);
  return wrong != 0;
}
