#include "exercises/judge.hpp"

void take_apart(const float* x, float* y, int n, int components);

void judge(exercises::Judge& judge) {
  judge.hint("race in shared",
             "A thread reads from shared memory what another writes, and nothing says which comes "
             "first. All must be there before anybody reads, and be read before more is written.");
  judge.hint("barrier", "Not all threads of the block come to the barrier.");
  judge.hint("never written",
             "Something is read from shared memory that no thread has stored. Which points has the "
             "last block?");
  judge.hint("out of bounds",
             "Some thread touches what is not there. Which points has the last block, and how much "
             "shared memory do 16 components take?");
  judge.hint("race", "Two threads write the same element. Which element belongs to which thread?");
  judge.hint("a launch failed", "A block has at most 1024 threads and 48 KB of shared memory.");
  struct Trial {
    int n, components;
  };
  for (const Trial& each : {Trial{2048, 4}, Trial{2048, 3}, Trial{1, 7}, Trial{1000, 5},
                            Trial{2048, 16}, Trial{2048, 8}, Trial{1024, 2}, Trial{333, 1},
                            Trial{int(judge.integer(2, 2000)), int(judge.integer(2, 16))}}) {
    const int n = each.n, components = each.components;
    const std::size_t size = std::size_t(n) * components;
    std::vector<float> values(size), apart(size), whole(size);
    for (std::size_t i = 0; i < size; ++i) values[i] = float(i) + float(judge.integer(0, 1)) / 2;
    for (int i = 0; i < n; ++i)
      for (int c = 0; c < components; ++c) {
        apart[std::size_t(c) * n + i] = values[std::size_t(i) * components + c];
        whole[std::size_t(i) * components + c] = values[std::size_t(c) * n + i];
      }
    exercises::Memory<float> x(values), y(size);
    const exercises::Counts counts =
        judge.run(std::to_string(n) + " points of " + std::to_string(components) + " components",
                  [&] { take_apart(x, y, n, components); });
    judge.equal(
        y, apart,
        {{values, "That is a copy. The components of a point still lie side by side."},
         {whole, "That is the way back: it puts components together that lie apart."}},
        "Component c of point i lies at i * components + c, and belongs to c * n + i. Is it "
        "so for the last block, too?");
    if (n % 1024 != 0) continue;
    const double warps = double(size) / 32;
    judge.at_most("sectors loaded from global memory", counts["global_load_sectors"], 5 * warps,
                  "A warp that loads one component of 32 points gets the others with it, and drops "
                  "them. It should load elements that lie side by side.");
    judge.at_most("sectors stored to global memory", counts["global_store_sectors"], 5 * warps,
                  "A warp that stores the components of one point stores them far apart. It should "
                  "store the same component of 32 points.");
    judge.at_most("load requests", counts["global_load_requests"], 2 * warps,
                  "A warp's load can bring 32 elements. How many of its lanes have one?");
    judge.at_most(
        "wavefronts of shared memory",
        counts["shared_load_wavefronts"] + counts["shared_store_wavefronts"], 5 * warps,
        "The same component of neighbouring points is as far apart as there are components. For 16 "
        "of them that is every other time the same bank. How can it be moved to another one?");
  }

  if (harness::observer::available()) return;
  const int n = 1 << 24, components = 4;
  exercises::Memory<float> x(std::vector<float>(std::size_t(n) * components, 1.0f)), y(x.size());
  judge.time("2^24 points of 4 components", [&] { take_apart(x, y, n, components); });
}
