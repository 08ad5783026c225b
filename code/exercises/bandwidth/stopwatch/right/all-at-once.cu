#include <algorithm>
#include <vector>

float median_ms(void (*work)(cudaStream_t), cudaStream_t stream, int warm_up, int repetitions) {
  std::vector<cudaEvent_t> marks(repetitions + 1);
  for (cudaEvent_t& each : marks) cudaEventCreate(&each);
  for (int k = 0; k < warm_up; ++k) work(stream);
  cudaEventRecord(marks[0], stream);
  for (int k = 0; k < repetitions; ++k) {
    work(stream);
    cudaEventRecord(marks[k + 1], stream);
  }
  cudaEventSynchronize(marks[repetitions]);
  std::vector<float> times(repetitions);
  for (int k = 0; k < repetitions; ++k) cudaEventElapsedTime(&times[k], marks[k], marks[k + 1]);
  for (cudaEvent_t each : marks) cudaEventDestroy(each);
  std::sort(times.begin(), times.end());
  return times[repetitions / 2];
}
