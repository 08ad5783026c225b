#include "exercises/judge.hpp"

void split(const float* points, float* xs, float* ys, float* zs, int n);

void judge(exercises::Judge& judge) {
  judge.hint("out of bounds",
             "Some thread touches what is not there. There are n points, and three times as many "
             "floats.");
  judge.hint("misaligned", "A vector of 16 bytes lies at a multiple of 16.");
  judge.hint("race", "Two threads touch the same memory, and nothing orders them.");
  judge.hint("launch failed", "Is there at least one block, and none of more than 1024 threads?");
  for (const int n : {4096, 1, 31, 33, 1000, 1025, int(judge.integer(5000, 20000))}) {
    const std::vector<float> values = judge.numbers<float>(3 * std::size_t(n));
    exercises::Memory<float> points(values), xs(n), ys(n), zs(n);
    const exercises::Counts counts =
        judge.run("n = " + std::to_string(n), [&] { split(points, xs, ys, zs, n); });
    exercises::Memory<float>* arrays[] = {&xs, &ys, &zs};
    for (int k = 0; k < 3; ++k) {
      std::vector<float> right(n), plane(n);
      for (int i = 0; i < n; ++i) {
        right[i] = values[3 * i + k];
        plane[i] = values[k * n + i];
      }
      judge.equal(*arrays[k], right,
                  {{plane,
                    "These are neighbours in memory, but not the same coordinate. Float i belongs "
                    "to point i / 3, and is its coordinate i % 3."}},
                  "Do all points get their threads, and each coordinate its place? Float i belongs "
                  "to point i / 3, and is its coordinate i % 3.");
    }
    judge.at_most("sectors, loads and stores together",
                  counts["global_load_sectors"] + counts["global_store_sectors"],
                  13 * (3 * n / 32) + 64,
                  "Threads that read x of one point each lie twelve bytes apart: they touch each "
                  "sector, and use a third of it. Let neighbours read what lies side by side, or "
                  "have each read 16 bytes.");
  }
  if (harness::observer::available()) return;
  constexpr int n = 1 << 26;
  exercises::Memory<float> points(3 * std::size_t(n)), xs(n), ys(n), zs(n);
  judge.time("n = 2^26", [&] { split(points, xs, ys, zs, n); });
}
