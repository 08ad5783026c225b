// hint: That is the mean
// hint: Keep the time of each
float median_ms(void (*work)(cudaStream_t), cudaStream_t stream, int warm_up, int repetitions) {
  cudaEvent_t before, after;
  cudaEventCreate(&before);
  cudaEventCreate(&after);
  for (int k = 0; k < warm_up; ++k) work(stream);
  cudaEventRecord(before, stream);
  for (int k = 0; k < repetitions; ++k) work(stream);
  cudaEventRecord(after, stream);
  cudaEventSynchronize(after);
  float ms;
  cudaEventElapsedTime(&ms, before, after);
  cudaEventDestroy(before);
  cudaEventDestroy(after);
  return ms / repetitions;
}
