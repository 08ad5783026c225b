#include "exercises/judge.hpp"

#include "exercises/pinned.hpp"

void add_from_two(const float* a, const float* b, float* x, float* y, float* sum, int n,
                  cudaStream_t one, cudaStream_t two);

void judge(exercises::Judge& judge) {
  judge.hint("stream two goes on: race",
             "Stream two may overwrite y as soon as your function has returned, and nothing makes "
             "it wait until the kernel has read y. An order is needed in both directions.");
  judge.hint("race between operations",
             "The kernel uses what the other stream copies. The kernel's stream has to wait for an "
             "event that the other stream records after its copy: an event marks what was given "
             "to its stream before.");
  judge.hint("never written",
             "The kernel reads what the other stream has not copied yet. The kernel's stream has "
             "to wait for an event recorded after that copy.");
  cudaStream_t one, two;
  CUDA_CALL(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
  CUDA_CALL(cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking));
  for (const std::string when : {"early", "late", "random"}) {
    judge.streams(when);
    const int n = int(judge.integer(1, 2000));
    for (const bool goes_on : {false, true}) {
      const std::vector<float> first = judge.numbers<float>(n), second = judge.numbers<float>(n);
      std::vector<float> expected(n);
      for (int i = 0; i < n; ++i) expected[i] = first[i] + second[i];
      exercises::Pinned<float> a(first), b(second), seen({0});
      exercises::Memory<float> x(n), y(n), sum(n), mark(std::vector<float>{1});
      bool waited = false;
      judge.run(when + ", n = " + std::to_string(n) + (goes_on ? ", stream two goes on" : ""), [&] {
        // What lies in stream two before shows whether the host waits for it.
        CUDA_CALL(cudaMemcpyAsync(seen.data(), mark, sizeof(float), cudaMemcpyDeviceToHost, two));
        add_from_two(a.data(), b.data(), x, y, sum, n, one, two);
        waited = when == "late" && seen[0] == 1;
        if (goes_on) CUDA_CALL(cudaMemsetAsync(y, 0, sizeof(float) * n, two));
        CUDA_CALL(cudaStreamSynchronize(one));
        CUDA_CALL(cudaStreamSynchronize(two));
      });
      judge.equal(
          sum, expected,
          {{first, "The second array is missing."}, {second, "The first array is missing."}},
          "Does the kernel run after both copies?");
      if (harness::observer::available())
        judge.that(!waited, "the sums are right, but your function waits for the device",
                   "Let a stream wait for an event (cudaStreamWaitEvent), and not the host.");
    }
  }
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
}
