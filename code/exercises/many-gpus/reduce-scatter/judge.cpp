#include "exercises/judge.hpp"

#include <algorithm>
#include <deque>

#include "exercises/devices.hpp"

void reduce_scatter(const float* const* x, float* const* y, int n, int devices,
                    const cudaStream_t* streams);

void judge(exercises::Judge& judge) {
  judge.hint("goes on: race",
             "The caller overwrites x as soon as its stream has come so far. No stream may go on "
             "before all GPUs have read its array.");
  judge.hint("race between operations",
             "What a GPU reads from another was not sure to be there: its stream has to wait for "
             "an event that the other's stream records after that work.");
  judge.hint("never written",
             "Something is read before it was written. Does each stream wait for what the others "
             "were given before?");
  judge.hint("out of bounds",
             "Part d begins at n * d / devices and ends at n * (d + 1) / devices.");
  judge.hint("invalid", "A part may be empty, and a launch has at least one block.");
  const int devices = exercises::linked_devices();
  const exercises::Streams streams(devices);
  std::uniform_real_distribution<float> some(-1, 1);
  for (const std::string when : {"early", "late", "random"})
    for (const bool goes_on : {false, true}) {
      judge.streams(when);
      // Once fewer elements than GPUs, so that there is a part with none.
      const int few = when == "early" ? std::max(1, devices - 1) : devices;
      const int n = int(goes_on ? judge.integer(1, few) : judge.integer(300, 900));
      std::deque<exercises::Memory<float>> sources, xs, ys;
      std::vector<std::vector<float>> values;
      std::vector<float> expected(n);
      std::vector<const float*> x;
      std::vector<float*> y;
      for (int device = 0; device < devices; ++device) {
        const exercises::OnDevice here(device);
        std::vector<float> own(n);
        for (float& each : own) each = some(judge.random());
        for (int i = 0; i < n; ++i) expected[i] += own[i];
        sources.emplace_back(own);
        values.push_back(std::move(own));
        x.push_back(xs.emplace_back(n));
        y.push_back(ys.emplace_back(n * (device + 1) / devices - n * device / devices));
      }
      exercises::wait_for_all(devices);
      judge.run(when + ", n = " + std::to_string(n) + (goes_on ? ", the caller goes on" : ""), [&] {
        for (int device = 0; device < devices; ++device) {
          const exercises::OnDevice here(device);
          CUDA_CALL(cudaMemcpyAsync(xs[device], sources[device], n * sizeof(float),
                                    cudaMemcpyDeviceToDevice, streams[device]));
        }
        reduce_scatter(x.data(), y.data(), n, devices, streams.data());
        for (int device = 0; device < devices && goes_on; ++device) {
          const exercises::OnDevice here(device);
          CUDA_CALL(cudaMemsetAsync(xs[device], 0, n * sizeof(float), streams[device]));
        }
        exercises::wait_for_all(devices);
      });
      for (int device = 0; device < devices; ++device) {
        const int first = n * device / devices, size = int(ys[device].size());
        const auto part_of = [&](const std::vector<float>& all) {
          return std::vector<float>(all.begin() + first, all.begin() + first + size);
        };
        // As each GPU would add that begins with itself.
        std::vector<float> from_own(n), beginning(expected.begin(), expected.begin() + size);
        for (int k = 0; k < devices; ++k)
          for (int i = 0; i < n; ++i) from_own[i] += values[(device + k) % devices][i];
        judge.equal(ys[device], part_of(expected),
                    {{part_of(from_own),
                      "Each GPU begins with its own array. Add in the order of the GPUs, so that "
                      "an element's sum does not depend on who adds it."},
                     {beginning, "Each GPU has the sums of the first elements, not of its part."}},
                    "Does y hold the sums of GPU d's part, over all GPUs?");
      }
    }
}
