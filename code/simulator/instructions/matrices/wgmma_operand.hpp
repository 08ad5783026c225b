#pragma once

#include <cstdint>
#include <vector>

#include "simulator/instructions/matrices/fragment.hpp"
#include "simulator/instructions/matrices/undefined_products.hpp"

namespace simulator {

/// A matrix in shared memory as wgmma's descriptor has it (PTX ISA, "Matrix descriptor format").
/// Bytes.
struct MatrixDescriptor {
  std::uint64_t start;            // offset in the block's shared memory
  std::uint64_t leading, stride;  // see place_of
  unsigned atom;                  // 16-byte units that are swizzled among each other: 1, 2, 4, 8
  unsigned base_offset;

  explicit MatrixDescriptor(std::uint64_t bits)
      : start((bits & 0x3fff) << 4),
        leading((bits >> 16 & 0x3fff) << 4),
        stride((bits >> 32 & 0x3fff) << 4),
        atom(1u << (4 - (bits >> 62)) % 4),
        base_offset(bits >> 49 & 7) {}

  /// Where 16 bytes lie: unit `unit` of line `line`, a row of A or a column of B, whose elements
  /// are side by side in k. Eight lines are a group; their units are `atom` to a line, the lines
  /// behind each other, and groups lie `stride` apart. Without swizzling, units lie `leading`
  /// apart.
  std::uint64_t along(unsigned line, unsigned unit) const;
  /// The same of a transposed matrix: unit `unit` of eight elements of a column, for one k. `atom`
  /// units lie side by side, then come those of the next k; eight k are a group. Such pieces lie
  /// `leading` apart in the direction of units and `stride` in that of k or, without swizzling, the
  /// other way round.
  std::uint64_t transposed(unsigned k, unsigned unit) const;

 private:
  /// Exchanges the units of a line with its number.
  std::uint64_t swizzled(std::uint64_t at) const { return at ^ ((at >> 7 & (atom - 1)) << 4); }
};

/// A matrix that is read from shared memory: elements line by line.
struct GroupOperand {
  std::vector<std::uint32_t> bits;
  Causes causes;
  std::vector<std::uint64_t> chunks;  // of 16 bytes that were read

  /// `lines` of the matrix from `first` on, of `across` elements each. Reports what is wrong.
  GroupOperand(Warp& warp, const Instruction& i, const MatrixDescriptor& matrix, Element element,
               unsigned first, unsigned lines, unsigned across, bool transposed);
};

}  // namespace simulator
