#include "exercises/judge.hpp"

void twice(float* x, int n);

void judge(exercises::Judge& judge) {
  judge.hint(
      "access",
      "Some thread touches memory that is not there for it. Does your kernel get a pointer "
      "from cudaMalloc, has that array room for n floats, and do threads past the end stop?");
  judge.hint("never written",
             "The kernel reads elements that were never copied. A copy names its target first and "
             "its source second, and its size is in bytes: n * sizeof(float).");
  judge.hint("invalid",
             "A call of the runtime fails, and you do not ask. A copy names its target first and "
             "its source second, and the direction last.");
  for (const int n : {1, 256, 257, 1000, int(judge.integer(5000, 9000))}) {
    // No element is zero: twice each is another number.
    const std::vector<float> values = judge.numbers<float>(n, 1, 99);
    std::vector<float> x(values), right(values);
    for (float& each : right) each *= 2;
    std::size_t before = 0, after = 0, all;
    CUDA_CALL(cudaMemGetInfo(&before, &all));
    judge.run("n = " + std::to_string(n), [&] { twice(x.data(), n); });
    judge.that(x != values, "no element has changed",
               "The kernel works on a copy. Who brings the result back to the host?");
    for (int i = 0; i < n; ++i)
      judge.equal("element " + std::to_string(i), x[i], right[i],
                  "Are all elements copied there, doubled and copied back? The size of a copy is "
                  "given in bytes, and the number of blocks is rounded up.");
    CUDA_CALL(cudaMemGetInfo(&after, &all));
    if (harness::observer::available())
      judge.that(after >= before,
                 "right, but " + std::to_string(before - after) +
                     " bytes of the device are still allocated when you return",
                 "What cudaMalloc has given stays taken until cudaFree gives it back.");
  }
}
