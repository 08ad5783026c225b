#include "exercises/judge.hpp"

#include <deque>

#include "exercises/devices.hpp"

long long total(const int* const* x, const int* n, int devices);

void judge(exercises::Judge& judge) {
  judge.hint("memory of another device",
             "A launch runs on the current device, whatever its arguments are: call cudaSetDevice "
             "before it. Nobody has given the GPUs access to each other's memory.");
  judge.hint("never written",
             "Is the number that a GPU adds to set to zero, on the GPU that adds to it?");
  judge.hint("invalid", "Does each launch have at least one block?");
  int devices = 0;
  CUDA_CALL(cudaGetDeviceCount(&devices));
  devices = std::min(devices, 8);
  for (const bool empty : {false, true}) {
    std::deque<exercises::Memory<int>> parts;
    std::vector<int*> x;
    std::vector<int> sizes;
    long long expected = 0, narrow = 0, first = 0;
    for (int device = 0; device < devices; ++device) {
      const exercises::OnDevice here(device);
      const int n = empty && device == devices / 2 ? 0 : int(judge.integer(1, 3000));
      std::vector<int> values(n);
      for (int& each : values) each = int(judge.integer(1'000'000, 2'000'000'000));
      for (const int each : values) expected += each;
      if (device == 0) first = expected;
      parts.emplace_back(values);
      x.push_back(parts.back());
      sizes.push_back(n);
    }
    narrow = int(unsigned(expected));
    long long found = 0;
    int current = 0;
    judge.run(empty ? "a GPU without elements" : "a part on each GPU", [&] {
      found = total(x.data(), sizes.data(), devices);
      CUDA_CALL(cudaGetDevice(&current));
      CUDA_CALL(cudaSetDevice(0));
    });
    judge.that(found != narrow || narrow == expected, "the sum has lost its upper 32 bits",
               "The sum of many integers needs 64 bits, in the kernel as well.");
    judge.that(found != first || devices == 1 || first == expected,
               "only the elements of GPU 0 were added", "Which GPUs have parts?");
    judge.equal("the sum", found, expected, "Does each element have a thread?");
    judge.equal(
        "the current device, afterwards,", current, 0,
        "Make the device that was current before current again: the caller goes on with it.");
  }
}
