#include "exercises/judge.hpp"

#include <string>

void add_one(float* x, int n, dim3 blocks, dim3 threads);

namespace {

std::string text(dim3 each) {
  return std::to_string(each.x) + "x" + std::to_string(each.y) + "x" + std::to_string(each.z);
}

unsigned volume(dim3 each) {
  return each.x * each.y * each.z;
}

/// `mine` is what is said where threads without an element of their own do something wrong.
void trial(exercises::Judge& judge, int n, dim3 blocks, dim3 threads, const std::string& mine) {
  judge.hint("race", mine);
  const std::vector<float> values = judge.numbers<float>(n);
  std::vector<float> right(values), once(values);
  for (int i = 0; i < n; ++i) {
    ++right[i];
    if (unsigned(i) < volume(blocks) * volume(threads)) ++once[i];
  }
  exercises::Memory<float> x(values);
  const std::size_t before = harness::observer::counted_launches().size();
  judge.run(std::to_string(n) + " elements, " + text(blocks) + " blocks of " + text(threads),
            [&] { add_one(x, n, blocks, threads); });
  judge.equal(x, right,
              {{once,
                "Each thread has handled one element, and there are fewer threads than elements. "
                "After its first one, which is the next that no other thread takes?"},
               {values, "The elements are as they were. Was anything launched?"}},
              mine);
  if (!harness::observer::available()) return;
  const std::vector<harness::observer::Launch>& launches = harness::observer::counted_launches();
  judge.that(launches.size() == before + 1,
             "there were " + std::to_string(launches.size() - before) + " launches, and not one",
             "If the threads of one launch do not suffice, let each do more.");
  const harness::observer::Launch& launch = launches.back();
  judge.that(launch.grid == text(blocks) && launch.block == text(threads),
             "you launched " + launch.grid + " blocks of " + launch.block,
             "The caller decides: launch the grid that your arguments describe.");
}

}  // namespace

void judge(exercises::Judge& judge) {
  judge.hint("out of bounds",
             "Threads whose number is n or more find no element. What do they do?");
  const std::string strides =
      "Two threads take the same element, or one is taken by none. When all threads of the grid, "
      "and not those of one block only, have had an element, the next round begins.";
  trial(judge, 1000, 4, 256, strides);
  trial(judge, judge.integer(1000, 5000), 3, 64, strides);
  trial(judge, judge.integer(33, 100), 1, 1, strides);
  const std::string numbers =
      "Two threads believe that they have the same number, or some number belongs to none. Threads "
      "differ in y and z, too, both within their block and in the grid of blocks; "
      "gridDim and blockDim say how many there are along each axis.";
  trial(judge, 256, 4, dim3(16, 4), numbers);
  trial(judge, 180, dim3(2, 3), 30, numbers);
  trial(judge, 288, dim3(3, 2, 2), dim3(4, 2, 3), numbers);
  for (int round = 0; round < 4; ++round) {
    const auto some = [&](int most) { return unsigned(judge.integer(1, most)); };
    const dim3 blocks(some(5), some(4), some(3)), threads(some(16), some(6), some(4));
    trial(judge, judge.integer(1, 2 * volume(blocks) * volume(threads)), blocks, threads, numbers);
  }
}
