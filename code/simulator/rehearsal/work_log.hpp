#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "simulator/machine/launch.hpp"
#include "simulator/rehearsal/ptx_code.hpp"

namespace simulator {
struct Allocation;
struct Program;
}  // namespace simulator

namespace simulator::runtime {

struct Function;

/// What a program has the device do, as text that is the same on every machine: which code is
/// launched, with which arguments, what is copied and filled. Memory is numbered in the order in
/// which it is met. If it is a rehearsal, nothing of it is done.
class WorkLog {
 public:
  explicit WorkLog(bool rehearsal) : rehearsal_(rehearsal) {}

  bool is_rehearsal() const { return rehearsal_; }

  void launch(const Function& function, const LaunchConfiguration& configuration,
              std::span<const std::byte> parameters, cudaStream_t stream);
  /// Of what comes from the host the content counts: all of it where it is small, else samples.
  void copy(const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
  void fill(const void* to, int value, std::size_t bytes);
  /// A question about a kernel, or a setting of it.
  void kernel(const std::string& what, const Function& function);
  void note(const std::string& line) { text_ += line + '\n'; }

  std::string take();
  std::size_t size() const { return text_.size(); }

 private:
  unsigned number_of(const Function& function);
  std::string describe(std::uint64_t value);
  std::string describe(const void* pointer);

  bool rehearsal_;
  std::string text_;
  std::map<const Program*, PtxCode> codes_;
  std::map<const Function*, unsigned> kernels_;
  std::map<const Allocation*, unsigned> allocations_;
  std::map<cudaStream_t, unsigned> streams_;
};

}  // namespace simulator::runtime
