#include "exercises/judge.hpp"

#include "exercises/pinned.hpp"

int rounds_until(float* x, int n, float limit, int* again, int* seen, cudaStream_t stream);

void judge(exercises::Judge& judge) {
  cudaStream_t stream, other;
  CUDA_CALL(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CUDA_CALL(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  // What the answer sees; then a number of the work of somebody else.
  exercises::Pinned<int> pinned({0, 0});
  for (const std::string when : {"early", "late", "random"}) {
    judge.streams(when);
    const int n = int(judge.integer(1, 1000));
    const float limit = float(judge.integer(1, 9));
    std::vector<float> values = judge.numbers<float>(n, 0, 99);
    values[judge.integer(0, n - 1)] = float(judge.integer(200, 5000));
    std::vector<float> expected = values;
    int rounds = 0;
    for (bool again = true; again; ++rounds) {
      again = false;
      for (float& each : expected) again |= (each /= 2) > limit;
    }
    exercises::Memory<float> x(values);
    exercises::Memory<int> again(1), others(std::vector<int>{1});
    pinned[0] = 0;
    pinned[1] = 0;
    int found = 0;
    bool waited = false;
    judge.run(when + ", n = " + std::to_string(n), [&] {
      CUDA_CALL(
          cudaMemcpyAsync(pinned.data() + 1, others, sizeof(int), cudaMemcpyDeviceToHost, other));
      found = rounds_until(x, n, limit, again, pinned.data(), stream);
      waited = when == "late" && pinned[1] != 0;
      CUDA_CALL(cudaStreamSynchronize(stream));
      CUDA_CALL(cudaStreamSynchronize(other));
    });
    judge.equal("the number of rounds", found, rounds,
                "The host reads *seen before it has waited for the copy into it. A call that only "
                "asks (cudaStreamQuery), or that waits for what was given before the copy or to "
                "another stream, does not wait for the copy.");
    judge.equal(x, expected, {}, "Is each element halved once per round, and no more?");
    if (harness::observer::available())
      judge.that(!waited, "the number is right, but you wait for the work of other streams, too",
                 "cudaDeviceSynchronize waits for every stream of the device. "
                 "cudaStreamSynchronize waits for yours.");
  }
  cudaStreamDestroy(stream);
  cudaStreamDestroy(other);
}
