#include "exercises/judge.hpp"

#include <deque>

#include "exercises/devices.hpp"

void all_gather(const float* const* x, float* const* y, int n, int devices,
                const cudaStream_t* streams);

void judge(exercises::Judge& judge) {
  judge.hint("goes on: race",
             "The caller overwrites x as soon as its stream has come so far. No stream may go on "
             "before all GPUs have its piece.");
  judge.hint("race between operations",
             "A piece was fetched that was not sure to be there: the stream that fetches it has to "
             "wait for an event that the other's stream records after that work.");
  judge.hint("never written",
             "A piece was fetched before it was there. Does each stream wait for what the others "
             "were given before?");
  const int devices = exercises::linked_devices();
  const exercises::Streams streams(devices);
  for (const std::string when : {"early", "late", "random"})
    for (const bool goes_on : {false, true}) {
      judge.streams(when);
      const int n = int(judge.integer(1, 500));
      std::deque<exercises::Memory<float>> sources, xs, ys;
      std::vector<std::vector<float>> values;
      std::vector<float> expected;
      std::vector<const float*> x;
      std::vector<float*> y;
      for (int device = 0; device < devices; ++device) {
        const exercises::OnDevice here(device);
        values.push_back(judge.numbers<float>(n));
        expected.insert(expected.end(), values.back().begin(), values.back().end());
        sources.emplace_back(values.back());
        x.push_back(xs.emplace_back(n));
        y.push_back(ys.emplace_back(n * devices));
      }
      exercises::wait_for_all(devices);
      judge.run(when + ", n = " + std::to_string(n) + (goes_on ? ", the caller goes on" : ""), [&] {
        for (int device = 0; device < devices; ++device) {
          const exercises::OnDevice here(device);
          CUDA_CALL(cudaMemcpyAsync(xs[device], sources[device], n * sizeof(float),
                                    cudaMemcpyDeviceToDevice, streams[device]));
        }
        all_gather(x.data(), y.data(), n, devices, streams.data());
        for (int device = 0; device < devices && goes_on; ++device) {
          const exercises::OnDevice here(device);
          CUDA_CALL(cudaMemsetAsync(xs[device], 0, n * sizeof(float), streams[device]));
        }
        exercises::wait_for_all(devices);
      });
      for (int device = 0; device < devices; ++device) {
        std::vector<float> turned;
        for (int k = 0; k < devices; ++k) {
          const std::vector<float>& piece = values[(device + k) % devices];
          turned.insert(turned.end(), piece.begin(), piece.end());
        }
        judge.equal(ys[device], expected,
                    {{turned, "The pieces begin with the GPU's own. Piece 0 comes first, on all."}},
                    "Does y hold all the pieces, on each GPU?");
      }
    }
}
