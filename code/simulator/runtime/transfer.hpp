#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "simulator/machine/uses.hpp"
#include "simulator/runtime/runtime.hpp"

namespace simulator::runtime {

/// The bytes that one call of the API copies or fills, in the order of a stream.
///
/// Whether the host waits is what NVIDIA, "CUDA Runtime API", section "API synchronization
/// behavior", says. Where it says that a copy may return before it is done, or may not, the host
/// waits: between the device and pageable memory. A copy from pageable memory takes what stands
/// there at the call.
class Transfer {
 public:
  enum class Form : std::uint8_t { synchronous, asynchronous };

  Transfer(State& s, const char* name, unsigned stream, Form form)
      : s_(s), name_(name), stream_(stream), form_(form) {}

  /// A further piece. Of one that is not valid, the error.
  cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
  cudaError_t fill(void* to, int value, std::size_t bytes);

  /// Gives the stream the pieces, and waits where the host waits. Returns the error of work that
  /// the host waited for.
  cudaError_t start();

 private:
  struct Piece {
    void* to;
    const void* from;  // null: a fill
    std::size_t bytes;
    cudaMemcpyKind kind;
    int value;
    std::shared_ptr<const std::vector<std::byte>> staged = {};  // what stood at `from`
  };

  static void move(const Piece& piece);
  void use(const void* pointer, std::size_t bytes, bool writes, int filled = MemoryUse::unknown);

  State& s_;
  const char* name_;
  unsigned stream_;
  Form form_;
  std::vector<Piece> pieces_;
  std::vector<MemoryUse> uses_;
  bool waits_ = false;
};

}  // namespace simulator::runtime
