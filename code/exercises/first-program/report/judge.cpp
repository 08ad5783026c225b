#include "exercises/judge.hpp"

cudaError_t add_one(float* x, int n, int threads);

void judge(exercises::Judge& judge) {
  judge.hint("out of bounds",
             "Your kernel touches an element that is not there. Which i stay below n?");
  judge.hint("a launch failed",
             "You said that all went well, and the error of the launch is still there for the "
             "next call that asks. cudaGetLastError returns it, and clears it.");
  const auto trial = [&](int n, int threads) {
    return std::to_string(n) + " elements, " + std::to_string(threads) + " threads per block";
  };
  for (const int threads : {128, 1024, 2048, 256, int(judge.integer(1, 1024)), 1025}) {
    const int n = judge.integer(1, 5000);
    std::vector<float> values = judge.numbers<float>(n);
    exercises::Memory<float> x(values);
    cudaError_t error = cudaSuccess;
    const bool possible = threads <= 1024;
    judge.run(trial(n, threads), [&] { error = add_one(x, n, threads); });
    judge.that(possible || error != cudaSuccess,
               "no block has so many threads, and yet you return cudaSuccess",
               "A launch returns nothing. What is wrong with its configuration, cudaGetLastError "
               "knows; cudaDeviceSynchronize alone does not.");
    judge.that(!possible || error == cudaSuccess,
               std::string("nothing was wrong, and yet you return ") + cudaGetErrorName(error),
               "Is that an error of an earlier launch? cudaPeekAtLastError leaves it where it is, "
               "and cudaGetLastError clears it.");
    if (possible)
      for (float& each : values) ++each;
    judge.equal(x, values, {}, "Round the number of blocks up.");
  }

  if (!harness::observer::available()) return;
  exercises::Memory<float> x(100);
  cudaError_t error = cudaSuccess;
  judge.faults_of("an array of 100 elements, said to have 1000",
                  [&] { error = add_one(x, 1000, 128); });
  judge.that(error != cudaSuccess,
             "the kernel ran past the end of its array, and yet you return cudaSuccess",
             "A launch is over before the kernel has begun. Only a call that waits for the kernel "
             "learns how it ended.");
}
