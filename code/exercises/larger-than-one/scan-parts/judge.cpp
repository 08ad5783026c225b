#include "exercises/judge.hpp"

#include <deque>

#include "exercises/devices.hpp"

void scan(int* const* x, const int* n, int devices);

void judge(exercises::Judge& judge) {
  judge.hint("out of bounds", "A part may be empty: then it has no last element.");
  judge.hint(
      "race between operations",
      "What one GPU needs of another has to be finished there, and a launch returns at once.");
  judge.hint("never written", "Is each sum written before it is read?");
  const int devices = exercises::linked_devices();
  for (const int empty : {-1, devices / 2, 0}) {
    std::vector<std::vector<int>> values(devices), expected(devices), alone(devices), left(devices);
    int all = 0, last = 0;
    std::deque<exercises::Memory<int>> parts;
    std::vector<int*> x;
    std::vector<int> sizes;
    for (int device = 0; device < devices; ++device) {
      const exercises::OnDevice here(device);
      values[device] = judge.numbers<int>(device == empty ? 0 : judge.integer(2, 400));
      int own = 0;
      for (const int each : values[device]) {
        own += each;
        expected[device].push_back(all + own);
        alone[device].push_back(own);
        left[device].push_back(last + own);
      }
      all += own, last = own;
      x.push_back(parts.emplace_back(values[device]));
      sizes.push_back(int(values[device].size()));
    }
    exercises::wait_for_all(devices);
    int current = 0;
    judge.run(
        empty < 0 ? "a part on each GPU" : "GPU " + std::to_string(empty) + " has no elements",
        [&] {
          scan(x.data(), sizes.data(), devices);
          CUDA_CALL(cudaGetDevice(&current));
          CUDA_CALL(cudaSetDevice(0));
        });
    for (int device = 0; device < devices; ++device) {
      std::vector<exercises::Mistake<int>> mistakes;
      if (device > 0) mistakes.push_back({alone[device], "Each part is scanned by itself."});
      if (device > 1) {
        mistakes.push_back({left[device],
                            "Only the part before this one is added. All earlier parts come "
                            "before an element."});
      }
      judge.equal(parts[device], expected[device], mistakes, "What comes before each part?");
    }
    judge.equal("the current device, afterwards,", current, 0,
                "Make the device that was current before current again.");
  }
}
