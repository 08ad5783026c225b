// exit: 0
// prints: bytes right
// prints: halves right
// schedules: forward reverse random:1 starve
#include <cstdio>
#include <cuda/atomic>

// Atomics of a byte or two are made of loads and compare-and-swaps of whole words: what others
// write next to them, plainly, is none of their business.

struct Mail {
  unsigned char flag, letter, answered, answer;
};

__device__ Mail mail;
__device__ int taken[2];

template <class T>
using Atomic = cuda::atomic_ref<T, cuda::thread_scope_device>;

__global__ void exchange_letters() {
  const Atomic<unsigned char> flag(mail.flag), answered(mail.answered);
  if (blockIdx.x == 0) {
    mail.letter = 5;
    flag.fetch_add(1, cuda::memory_order_release);
  } else if (blockIdx.x == 1) {
    mail.answer = 6;
    answered.store(1, cuda::memory_order_release);
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    taken[0] = mail.letter;
    while (!answered.load(cuda::memory_order_acquire)) {
    }
    taken[1] = mail.answer;
    unsigned char expected = 1;
    flag.compare_exchange_strong(expected, 7, cuda::memory_order_acq_rel);
  }
}

/// The counts of two warps in a word: one is an atomic, the other is not.
__global__ void count(int* out) {
  __shared__ short counts[4];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0) counts[warp] = 0;
  __syncthreads();
  if (warp % 2 == 0)
    cuda::atomic_ref<short, cuda::thread_scope_block>(counts[warp]).fetch_add(1);
  else if (lane == 0)
    counts[warp] = short(warp);
  __syncthreads();
  if (threadIdx.x < 4) out[threadIdx.x] = counts[threadIdx.x];
}

int main() {
  exchange_letters<<<3, 1>>>();
  int bytes[2], halves[4], *out;
  cudaMemcpyFromSymbol(bytes, taken, sizeof bytes);
  Mail left;
  cudaMemcpyFromSymbol(&left, mail, sizeof left);
  const bool right = bytes[0] == 5 && bytes[1] == 6 && left.flag == 7 && left.answered == 1;
  std::printf("bytes %s\n", right ? "right" : "wrong");
  cudaMalloc(&out, sizeof halves);
  count<<<1, 128>>>(out);
  cudaMemcpy(halves, out, sizeof halves, cudaMemcpyDeviceToHost);
  const bool counted = halves[0] == 32 && halves[1] == 1 && halves[2] == 32 && halves[3] == 3;
  std::printf("halves %s\n", counted ? "right" : "wrong");
}
