#include "exercises/judge.hpp"

#include <deque>

#include "exercises/devices.hpp"

void largest(const int* const* values, unsigned long long* const* words, int* const* results,
             unsigned round, int devices, const cudaStream_t* streams);

void judge(exercises::Judge& judge) {
  judge.hint("all positive: deadlock",
             "A kernel waits for the others' words: launch all kernels, and let the host wait for "
             "none of them before it waits for any.");
  judge.hint("deadlock",
             "A negative number, widened to eight bytes, fills the upper half with ones, where the "
             "round belongs.");
  const int devices = exercises::linked_devices();
  std::vector<cudaStream_t> streams(devices);
  std::deque<exercises::Memory<unsigned long long>> all_words;
  std::vector<unsigned long long*> words;
  for (int device = 0; device < devices; ++device) {
    const exercises::OnDevice here(device);
    CUDA_CALL(cudaStreamCreateWithFlags(&streams[device], cudaStreamNonBlocking));
    words.push_back(
        all_words.emplace_back(std::vector<unsigned long long>(std::size_t(devices), 0)));
  }
  unsigned round = 0;
  std::vector<int> before(devices);
  for (const std::string kind : {"all positive", "mixed", "all negative", "all positive"}) {
    std::deque<exercises::Memory<int>> inputs, outputs;
    std::vector<const int*> values;
    std::vector<int*> results;
    int expected = -1000000;
    for (int device = 0; device < devices; ++device) {
      const exercises::OnDevice here(device);
      // Each round's are smaller than those of the one before it.
      int value = int(judge.integer(1, 99)) + 100 * (5 - int(round));
      if (kind == "all negative" || (kind == "mixed" && device % 2 == 1)) value = -value;
      expected = std::max(expected, value);
      values.push_back(inputs.emplace_back(std::vector<int>{value}));
      results.push_back(outputs.emplace_back(1));
    }
    exercises::wait_for_all(devices);
    judge.streams(round % 2 == 0 ? "early" : "late");
    ++round;
    judge.run(kind, [&] {
      largest(values.data(), words.data(), results.data(), round, devices, streams.data());
      for (const cudaStream_t each : streams)
        cudaStreamSynchronize(each);  // or it is judged a fault
    });
    for (int device = 0; device < devices; ++device)
      judge.equal(outputs[device], {expected},
                  {{{0}, "The numbers may all be negative: with which do you begin?"},
                   {{before[0]}, "That is the number of an earlier round."}},
                  "A word may still be of an earlier round: does the kernel look at the round?");
    before.assign(devices, expected);
  }
  for (const cudaStream_t each : streams) cudaStreamDestroy(each);
}
