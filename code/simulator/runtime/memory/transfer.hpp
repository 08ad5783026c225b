#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "simulator/memory/uses.hpp"
#include "simulator/runtime/runtime.hpp"

namespace simulator::runtime {

/// A row of bytes to be copied or filled.
struct CopyPiece {
  void* to;
  const void* from;  // null: a fill
  std::size_t bytes;
  cudaMemcpyKind kind;
  int value;
  /// What stood at `from`, or what a fill with more than a byte writes.
  std::shared_ptr<const std::vector<std::byte>> staged = {};
};

/// What a node of a graph copies or fills, each time that it has its turn.
struct CopyWork {
  std::string name;
  std::vector<CopyPiece> pieces = {};
  std::vector<MemoryUse> uses = {};
};

/// The stream gets it. Memory that is gone by then is reported, and left alone.
VectorClock give_copy(State& s, unsigned stream, const CopyWork& work, const GraphPlace& node);

/// The bytes that one call of the API copies or fills, in the order of a stream.
///
/// Whether the host waits is what NVIDIA, "CUDA Runtime API", section "API synchronization
/// behavior", says. Where it says that a copy may return before it is done, or may not, the host
/// waits: between the device and pageable memory. A copy from pageable memory takes what stands
/// there at the call. In a legacy default stream, a copy from or to another device's memory is
/// ordered in that device's default stream as well, as on an H200: NVIDIA's "CUDA C++ Programming
/// Guide", section "Peer-to-Peer Memory Copy", promises more than that. A fill is not.
///
/// Of a node of a graph, `take()` gives what it does when its turn comes; nothing is read before.
class Transfer {
 public:
  enum class Form : std::uint8_t { synchronous, asynchronous, node };

  Transfer(State& s, const char* name, unsigned stream, Form form)
      : s_(s), name_(name), stream_(stream), form_(form) {}
  /// For a node of a graph.
  Transfer(State& s, const char* name) : s_(s), name_(name), form_(Form::node) {}

  /// A further piece. Of one that is not valid, the error.
  /// `at_once`: what stands at `from` on the host is taken at the call, in no stream's order.
  cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                   bool at_once = false);
  /// Of elements of 1, 2 or 4 bytes.
  cudaError_t fill(void* to, unsigned value, std::size_t bytes, unsigned element = 1);

  /// Gives the stream the pieces, and waits where the host waits. Returns the error of work that
  /// the host waited for.
  cudaError_t start();
  /// Of a piece that was not valid, why; may be empty.
  const std::string& why() const { return why_; }
  CopyWork take() { return {name_, std::move(pieces_), std::move(uses_)}; }

 private:
  bool is_valid(const void* pointer, std::size_t bytes, const std::string& what) const;
  bool fits(const void* pointer, std::size_t bytes, const std::string& what) const;
  void check_overlap(const CopyPiece& piece);
  void use(const void* pointer, std::size_t bytes, bool writes,
           std::int16_t filled = MemoryUse::unknown);

  State& s_;
  const char* name_;
  unsigned stream_ = 0;
  Form form_;
  std::vector<CopyPiece> pieces_;
  std::vector<MemoryUse> uses_;
  std::string why_;
  bool waits_ = false, overlap_told_ = false;
  std::set<unsigned> devices_;  // from and to whose memory it copies
};

/// Where `bytes` at `offset` of a variable are. Throws ApiError.
void* place_in_variable(const void* symbol, std::size_t bytes, std::size_t offset);
/// Throws ApiError for a copy from or to a variable that goes another way than it may.
void check_direction(cudaMemcpyKind kind, cudaMemcpyKind usual);

}  // namespace simulator::runtime
