// hint: deadlock
// hint: counted on the device, once per launch
#include <cuda/atomic>

using Word = cuda::atomic_ref<unsigned long long, cuda::thread_scope_system>;

struct Words {
  unsigned long long* of[8];
};

__global__ void exchange(const int* value, int* result, Words words, unsigned* rounds, int devices,
                         int me) {
  unsigned round = *rounds += 1 + (me == 1);
  int set = round % 2 * 8;
  for (int to = 0; to < devices; ++to) {
    Word(words.of[to][set + me])
        .store((unsigned long long)(round) << 32 | unsigned(*value), cuda::memory_order_relaxed);
  }
  int all = 0;
  for (int from = 0; from < devices; ++from) {
    unsigned long long word;
    do {
      word = Word(words.of[me][set + from]).load(cuda::memory_order_relaxed);
    } while (word >> 32 != round);
    all = max(all, int(unsigned(word)));
  }
  *result = all;
}

void greatest(const int* const* value, int* const* result, unsigned long long* const* words,
              unsigned* const* rounds, int devices, const cudaStream_t* streams) {
  Words all{};
  for (int d = 0; d < devices; ++d) all.of[d] = words[d];
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    exchange<<<1, 1, 0, streams[d]>>>(value[d], result[d], all, rounds[d], devices, d);
  }
  cudaSetDevice(0);
}
