// exit: 0
// prints: the first launch is right
// prints: the second is wrong, since its number is the first one's
// prints: a number in memory is right in every launch
//
// Sums from the right, each block waiting for the one after it. What a block hands over counts if
// it bears the number of the launch. As an argument, the number is what it was when the graph was
// made: in the second launch, what was handed over in the first still counts.
#include <cstdio>
#include <cuda/atomic>
#include <vector>

constexpr int blocks = 8;

using Word = cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>;

__device__ void sum(const unsigned* x, unsigned* sums, unsigned long long* words, unsigned number) {
  const unsigned block = blockIdx.x;
  unsigned total = x[block];
  if (block + 1 < blocks) {
    unsigned long long word;
    do word = Word(words[block + 1]).load(cuda::memory_order_relaxed);
    while (unsigned(word >> 32) != number);
    total += unsigned(word);
  }
  sums[block] = total;
  Word(words[block]).store((unsigned long long)(number) << 32 | total, cuda::memory_order_relaxed);
}

__global__ void sum_by_argument(const unsigned* x, unsigned* sums, unsigned long long* words,
                                unsigned number) {
  sum(x, sums, words, number);
}

__global__ void count_launch(unsigned* number) {
  ++*number;
}

__global__ void sum_by_memory(const unsigned* x, unsigned* sums, unsigned long long* words,
                              const unsigned* number) {
  sum(x, sums, words, *number);
}

struct Scan {
  unsigned *x, *sums, *number;
  unsigned long long* words;
  cudaStream_t stream;

  Scan() {
    cudaMalloc(&x, blocks * sizeof *x);
    cudaMalloc(&sums, blocks * sizeof *sums);
    cudaMalloc(&number, sizeof *number);
    cudaMalloc(&words, blocks * sizeof *words);
    cudaMemset(words, 0, blocks * sizeof *words);
    cudaMemset(number, 0, sizeof *number);
    cudaStreamCreate(&stream);
    cudaDeviceSynchronize();
  }
  ~Scan() {
    cudaFree(x);
    cudaFree(sums);
    cudaFree(number);
    cudaFree(words);
    cudaStreamDestroy(stream);
  }

  /// Is the result right, when all numbers are `value`?
  bool is_right(cudaGraphExec_t executable, unsigned value) const {
    std::vector<unsigned> host(blocks, value);
    cudaMemcpy(x, host.data(), blocks * sizeof *x, cudaMemcpyHostToDevice);
    if (cudaGraphLaunch(executable, stream) != cudaSuccess) return false;
    cudaStreamSynchronize(stream);
    cudaMemcpy(host.data(), sums, blocks * sizeof *sums, cudaMemcpyDeviceToHost);
    for (unsigned block = 0; block < blocks; ++block)
      if (host[block] != value * (blocks - block)) return false;
    return true;
  }

  template <class Body>
  cudaGraphExec_t graph_of(Body&& body) const {
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    body();
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphDestroy(graph);
    return executable;
  }
};

int main() {
  unsigned launches = 0;
  const Scan frozen, counting;
  const cudaGraphExec_t wrong = frozen.graph_of([&] {
    sum_by_argument<<<blocks, 1, 0, frozen.stream>>>(frozen.x, frozen.sums, frozen.words,
                                                     ++launches);
  });
  if (frozen.is_right(wrong, 1)) puts("the first launch is right");
  if (!frozen.is_right(wrong, 2)) puts("the second is wrong, since its number is the first one's");
  const cudaGraphExec_t right = counting.graph_of([&] {
    count_launch<<<1, 1, 0, counting.stream>>>(counting.number);
    sum_by_memory<<<blocks, 1, 0, counting.stream>>>(counting.x, counting.sums, counting.words,
                                                     counting.number);
  });
  bool all_right = true;
  for (unsigned value = 1; value <= 4; ++value) all_right &= counting.is_right(right, value);
  if (all_right) puts("a number in memory is right in every launch");
  cudaGraphExecDestroy(wrong);
  cudaGraphExecDestroy(right);
}
