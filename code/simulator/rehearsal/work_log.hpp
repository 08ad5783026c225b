#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "simulator/rehearsal/ptx_code.hpp"
#include "simulator/runtime/launches/recorder.hpp"

namespace simulator {
struct Allocation;
struct Program;
}  // namespace simulator

namespace simulator::runtime {

/// What a program has the device do, as text that is the same on every machine: which code is
/// launched, with which arguments, what is copied and filled. Memory is numbered in the order in
/// which it is met. If it is a rehearsal, nothing of it is done.
class WorkLog : public Recorder {
 public:
  explicit WorkLog(bool rehearsal) : rehearsal_(rehearsal) {}

  bool launch(const Function& function, const LaunchConfiguration& configuration,
              std::span<const std::byte> arguments, cudaStream_t stream) override;
  /// Of what comes from the host the content counts: all of it where it is small, else samples. In
  /// a rehearsal zeros come to the host.
  bool copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) override;
  bool fill(void* to, int value, std::size_t bytes) override;
  bool communicate(const std::string& what, const void* to, const void* from) override;
  /// In a rehearsal, of memory that nobody is going to use: any number, and none of it there.
  std::uint64_t allocate(Memory& memory, std::uint64_t bytes) override;
  void ask(const std::string& what, const Function& function) override;
  void ask(const std::string& what) override { note(what); }
  const Device& device(const Device& real) const override;
  Kernel kernel(const Kernel& real) const override;
  float milliseconds(float real) const override { return rehearsal_ ? 1 : real; }

  void note(const std::string& line) { text_ += line + '\n'; }

  /// Reads a program once. Throws UnsupportedError.
  const PtxCode& code_of(const Program& program);

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
