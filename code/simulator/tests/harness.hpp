#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "simulator/machine.hpp"
#include "simulator/memory/memory.hpp"

namespace simulator {

/// A kernel `k` with parameters out, in (both .u64) and n (.u32), whose body is given. Declared are
/// %r, %rd, %f, %d, %h and %p registers, twenty of each. %rd0 and %rd1 hold out and in, %r0 the
/// thread's place in the grid and %rd2 that place times 8.
std::string kernel_text(const std::string& body, const std::string& declarations = {});

/// A machine and a PTX text that is loaded into it.
class Bench {
 public:
  explicit Bench(const std::string& ptx, const Device& device = h200());

  std::uint64_t upload(const void* data, std::size_t bytes);
  template <class T>
  std::uint64_t upload(const std::vector<T>& data) {
    return upload(data.data(), data.size() * sizeof(T));
  }
  template <class T>
  std::vector<T> download(std::uint64_t address, std::size_t count) {
    std::vector<T> result(count);
    memory.copy_out(result.data(), address, count * sizeof(T));
    return result;
  }

  /// Of the kernel `k`. Throws LaunchFailure; UnsupportedError where it was refused, too.
  Counts run(Dim3 grid, Dim3 block, std::uint64_t out = 0, std::uint64_t in = 0, unsigned n = 0,
             std::size_t dynamic_shared = 0, bool cooperative = false);
  /// Kinds of the faults since the last call.
  std::vector<std::string> faults();

  Machine machine;
  Memory& memory = machine.memory();
  const Module& module;
  Schedule schedule;
  unsigned cores = 1;
  std::uint64_t worth_sharing = 0;
  bool checked = true;
  std::vector<Fault> last_faults;

 private:
  Faults faults_;
};

/// Runs `body` for one block of threads that each have 8 bytes of output, zero at first, and 8
/// bytes of input.
std::vector<std::uint64_t> results(const std::string& body, const std::vector<std::uint64_t>& in,
                                   unsigned threads, const std::string& declarations = {});

}  // namespace simulator
