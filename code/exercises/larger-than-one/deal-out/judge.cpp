#include "exercises/judge.hpp"

#include <deque>

#include "exercises/devices.hpp"

void deal_out(const int* x, int n, int chunk, int* const* y, int devices);

void judge(exercises::Judge& judge) {
  judge.hint("out of bounds",
             "A GPU's chunks lie side by side in its memory: chunk c is its chunk number "
             "c / devices. And the last chunk may be shorter.");
  const int devices = exercises::linked_devices();
  for (const bool even : {true, false}) {
    const int chunk = int(judge.integer(3, 40)), rounds = int(judge.integer(3, 9));
    int n = chunk * devices * rounds;
    if (!even)  // the last chunk is short
      n += chunk * int(judge.integer(0, devices - 1)) + int(judge.integer(1, chunk - 1));
    const std::vector<int> values = judge.numbers<int>(n, 0, 1'000'000);
    std::vector<std::vector<int>> expected(devices), parts(devices), cards(devices);
    for (int i = 0; i < n; ++i) {
      expected[i / chunk % devices].push_back(values[i]);
      if (even) parts[i / (n / devices)].push_back(values[i]);
      if (even) cards[i % devices].push_back(values[i]);
    }
    exercises::Memory<int> x(values);
    std::deque<exercises::Memory<int>> ys;
    std::vector<int*> y;
    for (int device = 0; device < devices; ++device) {
      const exercises::OnDevice here(device);
      y.push_back(ys.emplace_back(expected[device].size()));
    }
    exercises::wait_for_all(devices);
    int current = 0;
    judge.run("n = " + std::to_string(n) + ", chunks of " + std::to_string(chunk), [&] {
      deal_out(x, n, chunk, y.data(), devices);
      CUDA_CALL(cudaGetDevice(&current));
      CUDA_CALL(cudaSetDevice(0));
    });
    for (int device = 0; device < devices; ++device) {
      std::vector<exercises::Mistake<int>> mistakes;
      if (even) {
        mistakes.push_back({parts[device], "These are parts, one per GPU: nothing is dealt out."});
        mistakes.push_back({cards[device], "Single elements are dealt out, not chunks."});
      }
      judge.equal(ys[device], expected[device], mistakes,
                  "Does every chunk have a GPU, even the last one, which may be shorter?");
    }
    judge.equal("the current device, afterwards,", current, 0,
                "Make the device that was current before current again.");
  }
}
