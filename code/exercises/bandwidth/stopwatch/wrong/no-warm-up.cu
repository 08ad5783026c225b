// hint: the number of calls of work
// hint: Call it warm_up times first
#include <algorithm>
#include <vector>

float median_ms(void (*work)(cudaStream_t), cudaStream_t stream, int warm_up, int repetitions) {
  cudaEvent_t before, after;
  cudaEventCreate(&before);
  cudaEventCreate(&after);
  std::vector<float> times(repetitions);
  for (float& ms : times) {
    cudaEventRecord(before, stream);
    work(stream);
    cudaEventRecord(after, stream);
    cudaEventSynchronize(after);
    cudaEventElapsedTime(&ms, before, after);
  }
  cudaEventDestroy(before);
  cudaEventDestroy(after);
  std::sort(times.begin(), times.end());
  return times[repetitions / 2];
}
