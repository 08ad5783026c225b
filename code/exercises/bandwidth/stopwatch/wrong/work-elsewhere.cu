// hint: some of the work went to another stream
#include <algorithm>
#include <vector>

float median_ms(void (*work)(cudaStream_t), cudaStream_t stream, int warm_up, int repetitions) {
  cudaEvent_t before, after;
  cudaEventCreate(&before);
  cudaEventCreate(&after);
  for (int k = 0; k < warm_up; ++k) work(stream);
  std::vector<float> times(repetitions);
  for (float& ms : times) {
    cudaEventRecord(before, stream);
    work(0);
    cudaEventRecord(after, stream);
    cudaEventSynchronize(after);
    cudaEventElapsedTime(&ms, before, after);
  }
  cudaEventDestroy(before);
  cudaEventDestroy(after);
  std::sort(times.begin(), times.end());
  return times[repetitions / 2];
}
