#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>

#include "simulator/program/program.hpp"

namespace simulator {

class Warp;
struct Request;
enum class Use : std::uint8_t;

/// A CSV of what the lanes did, one row a lane, for shuffles, loads, stores, atomics, and branches
/// at which lanes part. Its columns, which stay empty where they do not apply:
///   step         warp instructions executed so far in the launch
///   block, warp, lane
///   op, line     the instruction, and the line of the source
///   address, source_lane
///   before       what the lane held (shuffle), or what lay there (atomic)
///   after        what the lane got (load, shuffle), what then lies there, or 1 if the lane jumps
///   active       the lanes on the warp's path, a bit each
///   bytes        of a lane's access
///   sectors      of global memory that the warp's request touches
///   bank         of shared memory that the lane's first byte lies in
///   wavefront    the pass over the banks, from 0, that serves the lane
///   file         of the source, without its folder
///   offset       in global memory: bytes from the nearest pointer among the kernel's parameters
///                that lies in the same allocation, or from where that begins
class Trace {
 public:
  /// Writes to `out`, which outlives it.
  explicit Trace(std::ostream& out);

  /// Leaves out all warps but those with this index in their block.
  void keep(unsigned warp) { kept_ = warp; }

  /// `taken`: the lanes that jump.
  void branch(Warp& warp, const Instruction& i, std::uint32_t taken);
  void shuffle(Warp& warp, const Instruction& i, Type type, std::uint32_t mask,
               const unsigned* sources, const std::uint32_t* before, const std::uint32_t* after);
  /// `after`: for each lane, where its value lies.
  void access(const Request& request, Use use, const std::byte* const* after);
  void atomic(Warp& warp, const Instruction& i, Type type, unsigned lane, std::uint64_t address,
              const void* before, const void* after);

 private:
  void start(Warp& warp, const Instruction& i, unsigned lane);
  void end(Warp& warp, const Instruction& i, const std::string& traffic = ",,,",
           const std::string& offset = {});

  bool leaves_out(const Warp& warp) const;

  std::ostream& out_;
  std::optional<unsigned> kept_;
};

}  // namespace simulator
