#pragma once

#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "exercises/devices.hpp"
#include "exercises/judge.hpp"

/// The reader's function: into x[d] of each GPU d, the sums over all of them.
void all_reduce(float* const* x, float* const* room, int n, int devices,
                const cudaStream_t* streams);

namespace exercises {

/// Tries it with arrays of `least` to 700 elements, operations early and late, after a pause and
/// without; `look`, if there is one, sees the counts of each call.
inline void judge_all_reduce(
    Judge& judge, int least,
    const std::function<void(const Counts& counts, int n, int devices)>& look = {}) {
  judge.hint("all is there before: race",
             "An x is overwritten that another GPU may still read. No GPU may put its "
             "sums into x before all others have read what was there.");
  judge.hint("race between operations",
             "What a GPU reads from another was not sure to be there: its stream has to wait for "
             "an event that the other's stream records after that work.");
  judge.hint("never written",
             "Something is read before it was written. Does each stream wait for what the others "
             "were given before?");
  const int devices = linked_devices();
  const Streams streams(devices);
  for (const std::string when : {"early", "late", "random", "random"})
    for (const bool waits : {true, false}) {
      judge.streams(when);
      const int n = int(judge.integer(least, 700));
      std::deque<Memory<float>> sources, xs, rooms;
      std::vector<std::vector<float>> values;
      std::vector<float> expected(n);
      std::vector<float*> x, room;
      for (int device = 0; device < devices; ++device) {
        const OnDevice here(device);
        values.push_back(judge.numbers<float>(n));
        for (int i = 0; i < n; ++i) expected[i] += values.back()[i];
        sources.emplace_back(values.back());
        x.push_back(xs.emplace_back(n));
        room.push_back(rooms.emplace_back(n));
      }
      wait_for_all(devices);
      const Counts counts = judge.run(
          when + ", n = " + std::to_string(n) + (waits ? ", all is there before" : ""), [&] {
            for (int device = 0; device < devices; ++device) {
              const OnDevice here(device);
              CUDA_CALL(cudaMemcpyAsync(x[device], sources[device], n * sizeof(float),
                                        cudaMemcpyDeviceToDevice, streams[device]));
            }
            if (waits) wait_for_all(devices);
            all_reduce(x.data(), room.data(), n, devices, streams.data());
            for (const cudaStream_t each : streams) CUDA_CALL(cudaStreamSynchronize(each));
          });
      for (int device = 0; device < devices; ++device)
        judge.equal(xs[device], expected,
                    {{values[device], "x is as it was before: the sums never came there."}},
                    "Does x hold the sums over all GPUs, on each of them?");
      if (look) look(counts, n, devices);
    }
}

}  // namespace exercises
