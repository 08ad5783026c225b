#include "exercises/judge.hpp"

#include <algorithm>
#include <deque>

#include "exercises/devices.hpp"

unsigned kth(const unsigned* const* x, const int* n, int devices, long long k);

void judge(exercises::Judge& judge) {
  judge.hint("memory of another device",
             "A GPU may look at its own numbers only. What should travel instead?");
  judge.hint("invalid", "Does each launch have at least one block? A part may be empty.");
  judge.hint("never written", "Is every count set to zero, on the GPU that adds to it?");
  int devices = 0;
  CUDA_CALL(cudaGetDeviceCount(&devices));
  devices = std::min(devices, 8);
  for (const std::string kind : {"all 32 bits", "few values", "one part empty", "small numbers"}) {
    std::deque<exercises::Memory<unsigned>> parts;
    std::vector<const unsigned*> x;
    std::vector<int> sizes;
    std::vector<unsigned> all;
    for (int device = 0; device < devices; ++device) {
      const exercises::OnDevice here(device);
      const int n =
          kind == "one part empty" && device == devices / 2 ? 0 : int(judge.integer(20, 500));
      std::vector<unsigned> values(n);
      for (unsigned& each : values) {
        each = kind == "few values"      ? unsigned(judge.integer(7, 9))
               : kind == "small numbers" ? unsigned(judge.integer(0, 999)) + 1000 * device
                                         : unsigned(judge.integer(0, 0xFFFFFFFF));
      }
      all.insert(all.end(), values.begin(), values.end());
      x.push_back(parts.emplace_back(values));
      sizes.push_back(n);
    }
    std::sort(all.begin(), all.end());
    const auto middle = std::int64_t(all.size() / 2);
    for (const std::int64_t k : {middle, std::int64_t(0), std::int64_t(all.size()) - 1}) {
      unsigned found = 0;
      int current = 0;
      judge.run(kind + ", k = " + std::to_string(k) + " of " + std::to_string(all.size()), [&] {
        found = kth(x.data(), sizes.data(), devices, k);
        CUDA_CALL(cudaGetDevice(&current));
        CUDA_CALL(cudaSetDevice(0));
      });
      const bool below = k > 0 && found == all[k - 1] && found != all[k];
      judge.that(!below, "this is the number one place before", "k is counted from 0.");
      auto by_sign = all;
      std::sort(by_sign.begin(), by_sign.end(),
                [](unsigned a, unsigned b) { return int(a) < int(b); });
      judge.that(found == all[k] || found != by_sign[k], "negative numbers were put first",
                 "The numbers are unsigned: compare them as such.");
      judge.equal(
          "the number", found, all[k],
          "How many numbers of all GPUs are below yours? With equal ones it need not be k.");
      judge.equal("the current device, afterwards,", current, 0,
                  "Make the device that was current before current again.");
    }
  }
}
