#include "exercises/judge.hpp"

#include <deque>

#include "exercises/devices.hpp"

void greatest(const int* const* value, int* const* result, unsigned long long* const* words,
              unsigned* const* rounds, int devices, const cudaStream_t* streams);

void judge(exercises::Judge& judge) {
  exercises::be_strict();
  judge.hint("deadlock",
             "A kernel waits for a word that never comes. Is the round counted on the device, once "
             "per launch?");
  judge.hint("scope too narrow",
             "What another GPU writes has to be read, and written, with the scope of the system.");
  judge.hint("out of bounds", "There are 16 words: two for each of at most eight GPUs.");
  const int devices = exercises::linked_devices();
  std::vector<cudaStream_t> streams(devices);
  std::deque<exercises::Memory<int>> values, results;
  std::deque<exercises::Memory<unsigned long long>> all_words;
  std::deque<exercises::Memory<unsigned>> all_rounds;
  std::vector<const int*> value;
  std::vector<int*> result;
  std::vector<unsigned long long*> words;
  std::vector<unsigned*> rounds;
  for (int device = 0; device < devices; ++device) {
    const exercises::OnDevice here(device);
    CUDA_CALL(cudaStreamCreateWithFlags(&streams[device], cudaStreamNonBlocking));
    value.push_back(values.emplace_back(std::vector<int>(1)));
    result.push_back(results.emplace_back(1));
    words.push_back(all_words.emplace_back(std::vector<unsigned long long>(16)));
    rounds.push_back(all_rounds.emplace_back(std::vector<unsigned>(1)));
  }
  exercises::wait_for_all(devices);
  std::vector<cudaGraphExec_t> graphs(devices);
  for (int device = 0; device < devices; ++device) {
    const exercises::OnDevice here(device);
    CUDA_CALL(cudaStreamBeginCapture(streams[device], cudaStreamCaptureModeRelaxed));
  }
  // Twice, so that a fast GPU may begin the second round while a slow one is in the first.
  for (int call = 0; call < 2; ++call)
    greatest(value.data(), result.data(), words.data(), rounds.data(), devices, streams.data());
  for (int device = 0; device < devices; ++device) {
    const exercises::OnDevice here(device);
    cudaGraph_t graph;
    CUDA_CALL(cudaStreamEndCapture(streams[device], &graph));
    CUDA_CALL(cudaGraphInstantiate(&graphs[device], graph, 0));
    CUDA_CALL(cudaGraphDestroy(graph));
  }
  const char* const when[] = {"early", "late", "random", "random"};
  for (int launch = 1; launch <= 4; ++launch) {
    judge.streams(when[launch - 1]);
    int expected = 0;
    // Each time smaller, so that what is left of the last round would be noticed.
    const int limit = 1'000'000'000 >> (4 * launch);
    for (int device = 0; device < devices; ++device) {
      const exercises::OnDevice here(device);
      const int number = int(judge.integer(limit / 8, limit));
      expected = std::max(expected, number);
      CUDA_CALL(cudaMemcpy(values[device], &number, sizeof number, cudaMemcpyHostToDevice));
    }
    exercises::wait_for_all(devices);
    judge.run("launch " + std::to_string(launch), [&] {
      for (int device = 0; device < devices; ++device) {
        const exercises::OnDevice here(device);
        cudaGraphLaunch(graphs[device], streams[device]);
      }
      // What fails here is what the answer did, and is told as such.
      for (int device = 0; device < devices; ++device) {
        const exercises::OnDevice here(device);
        cudaDeviceSynchronize();
      }
    });
    for (int device = 0; device < devices; ++device)
      judge.equal(results[device], {expected}, {},
                  "Is what a GPU reads of this round, from every GPU?");
  }
  for (const cudaGraphExec_t each : graphs) cudaGraphExecDestroy(each);
  for (const cudaStream_t each : streams) cudaStreamDestroy(each);
}
