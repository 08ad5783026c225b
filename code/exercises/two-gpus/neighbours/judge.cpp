#include "exercises/judge.hpp"

#include <deque>

#include "exercises/devices.hpp"

void shift(float* const* x, float* const* y, int n, int devices, const cudaStream_t* streams);

void judge(exercises::Judge& judge) {
  judge.hint("the caller goes on: race",
             "The caller may overwrite x in its own stream as soon as your function has returned. "
             "The stream of the left neighbour has to wait until its x has been copied.");
  judge.hint("race between operations",
             "What the neighbour's stream was given before may not be done when the copy begins. "
             "Let the copy wait for an event that is recorded in the neighbour's stream.");
  judge.hint("never written",
             "A copy began before the neighbour's x was there. It has to wait for an event of the "
             "neighbour's stream.");
  const int devices = exercises::linked_devices();
  const exercises::Streams streams(devices);
  for (const std::string when : {"early", "late", "random"}) {
    judge.streams(when);
    const int n = int(judge.integer(1, 500));
    for (const bool goes_on : {false, true}) {
      std::deque<exercises::Memory<float>> sources, xs, ys;
      std::vector<std::vector<float>> values;
      std::vector<float*> x, y;
      for (int device = 0; device < devices; ++device) {
        const exercises::OnDevice here(device);
        values.push_back(judge.numbers<float>(n));
        sources.emplace_back(values.back());
        x.push_back(xs.emplace_back(n));
        y.push_back(ys.emplace_back(n));
      }
      exercises::wait_for_all(devices);
      judge.run(when + ", n = " + std::to_string(n) + (goes_on ? ", the caller goes on" : ""), [&] {
        for (int device = 0; device < devices; ++device) {
          const exercises::OnDevice here(device);
          CUDA_CALL(cudaMemcpyAsync(x[device], sources[device], n * sizeof(float),
                                    cudaMemcpyDeviceToDevice, streams[device]));
        }
        shift(x.data(), y.data(), n, devices, streams.data());
        for (int device = 0; device < devices && goes_on; ++device) {
          const exercises::OnDevice here(device);
          CUDA_CALL(cudaMemsetAsync(x[device], 0, n * sizeof(float), streams[device]));
        }
        exercises::wait_for_all(devices);
      });
      for (int device = 0; device < devices; ++device)
        judge.equal(ys[device], values[(device + devices - 1) % devices],
                    {{values[(device + 1) % devices],
                      "y has what the neighbour on the right holds: the copies go the wrong way."},
                     {values[device], "y has the GPU's own x."}},
                    "Does each y get all of its neighbour's x?");
    }
  }
}
