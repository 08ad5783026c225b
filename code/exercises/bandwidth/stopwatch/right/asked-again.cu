#include <algorithm>
#include <vector>

float median_ms(void (*work)(cudaStream_t), cudaStream_t stream, int warm_up, int repetitions) {
  for (int k = 0; k < warm_up; ++k) work(stream);
  std::vector<float> times(repetitions);
  cudaStreamSynchronize(stream);
  for (float& ms : times) {
    cudaEvent_t before, after;
    cudaEventCreateWithFlags(&before, cudaEventBlockingSync);
    cudaEventCreateWithFlags(&after, cudaEventBlockingSync);
    cudaEventRecord(before, stream);
    work(stream);
    cudaEventRecord(after, stream);
    while (cudaEventElapsedTime(&ms, before, after) == cudaErrorNotReady) {
    }
    cudaEventDestroy(before);
    cudaEventDestroy(after);
  }
  std::nth_element(times.begin(), times.begin() + repetitions / 2, times.end());
  return times[repetitions / 2];
}
