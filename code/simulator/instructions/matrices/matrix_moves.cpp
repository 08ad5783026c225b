#include <array>
#include <cstring>
#include <string>

#include "simulator/hexadecimal.hpp"
#include "simulator/instructions/access_counts.hpp"
#include "simulator/instructions/matrices/fragment.hpp"
#include "simulator/instructions/modifiers.hpp"
#include "simulator/machine/access/request.hpp"

namespace simulator {
namespace {

// ldmatrix, stmatrix: matrices of 8 × 8 elements of 16 bits between shared memory and the lanes.
// Lane 8 j + r has the address of row r of matrix j, which is 16 bytes; lane 4 r + t has elements
// 2 t and 2 t + 1 of row r or, transposed, of column r. movmatrix transposes from lanes to lanes.

constexpr unsigned row_bytes = 16;

/// Of up to four matrices, 32 rows.
using Rows = std::array<std::array<std::byte, row_bytes>, warp_size>;

struct MatrixMove {
  Address address;
  StateSpace space = StateSpace::generic;
  bool transposed = false;
  std::uint8_t count = 1;   // matrices
  std::uint32_t first = 0;  // register, among the routine's fragments

  std::uint32_t lanes() const { return full_mask >> (warp_size - 8 * count); }  // with an address
};

std::byte* element(Rows& rows, bool transposed, unsigned matrix, unsigned lane, unsigned which) {
  const unsigned line = lane / 4, across = 2 * (lane % 4) + which;
  return transposed ? rows[8 * matrix + across].data() + 2 * line
                    : rows[8 * matrix + line].data() + 2 * across;
}

/// What a lane has of a matrix.
std::uint32_t word(Rows& rows, bool transposed, unsigned matrix, unsigned lane) {
  std::uint16_t low, high;
  std::memcpy(&low, element(rows, transposed, matrix, lane, 0), sizeof low);
  std::memcpy(&high, element(rows, transposed, matrix, lane, 1), sizeof high);
  return low | std::uint32_t(high) << 16;
}

void put_word(Rows& rows, bool transposed, unsigned matrix, unsigned lane, std::uint32_t value) {
  const std::uint16_t low = std::uint16_t(value), high = std::uint16_t(value >> 16);
  std::memcpy(element(rows, transposed, matrix, lane, 0), &low, sizeof low);
  std::memcpy(element(rows, transposed, matrix, lane, 1), &high, sizeof high);
}

/// The row, among all, of one of the two elements that a lane has.
unsigned row_of(bool transposed, unsigned matrix, unsigned lane, unsigned which) {
  return 8 * matrix + (transposed ? 2 * (lane % 4) + which : lane / 4);
}

/// Calls body(Request&) for the rows.
template <class Body>
void for_rows(Warp& warp, const Instruction& i, const MatrixMove& move, std::uint32_t mask,
              Body&& body) {
  Request request(warp, i);
  request.bytes = row_bytes;
  request.take_addresses(move.address);
  for_spaces(request, move.space, mask & move.lanes(), [&](Request& r) {
    if (r.space != StateSpace::shared) {
      const unsigned lane = unsigned(std::countr_zero(r.mask));
      warp.report(fault::out_of_bounds, lane,
                  "has " + std::string(i.text) + " go to address " +
                      hexadecimal(r.addresses[lane]) + ", which is not in shared memory");
      warp.execution().fail(LaunchFailure::Reason::illegal_address);
    }
    body(r);
  });
}

void load_matrices(Warp& warp, const Instruction& i, std::uint32_t mask) {
  mask = whole_warp(warp, i, mask);
  if (mask == 0) return;
  const MatrixMove& move = i.payload.as<MatrixMove>();
  Rows rows{}, undefined{};
  OriginNumber origins[warp_size];
  std::uint32_t undefined_rows = 0;
  for_rows(warp, i, move, mask, [&](Request& r) {
    r.follows = true;
    count_matrix_load(r);
    r.prepare(Use::read);
    r.visit(Use::read, nullptr, [&](unsigned lane, const std::byte* place) {
      std::memcpy(rows[lane].data(), place, row_bytes);
    });
    for_lanes(r.undefined, [&](unsigned lane) {
      std::memcpy(undefined[lane].data(), r.undefined_bits[lane], row_bytes);
      origins[lane] = r.origin(lane);
    });
    undefined_rows |= r.undefined;
  });
  const Slot* const registers = warp.function().fragments.data() + move.first;
  for (unsigned k = 0; k < move.count; ++k) {
    std::uint32_t* const to = warp.lanes<std::uint32_t>(registers[k]);
    for_lanes(mask, [&](unsigned lane) { to[lane] = word(rows, move.transposed, k, lane); });
  }
  if (undefined_rows == 0) return;
  FrameShadow& shadow = warp.shadow();
  for (unsigned k = 0; k < move.count; ++k)
    for_lanes(mask, [&](unsigned lane) {
      const std::uint32_t bits = word(undefined, move.transposed, k, lane);
      if (bits == 0) return;
      const unsigned which = (bits & 0xffff) == 0;
      shadow.set(registers[k], 4, lane, bits, origins[row_of(move.transposed, k, lane, which)]);
    });
  warp.follow();
}

void put_row(Warp& warp, std::byte* to, const std::byte* from) {
  if (std::memcmp(to, from, row_bytes) == 0) return;
  std::memcpy(to, from, row_bytes);
  warp.execution().progressed();
}

void store_matrices(Warp& warp, const Instruction& i, std::uint32_t mask) {
  mask = whole_warp(warp, i, mask);
  if (mask == 0) return;
  const MatrixMove& move = i.payload.as<MatrixMove>();
  const Slot* const registers = warp.function().fragments.data() + move.first;
  Rows rows{}, undefined{};
  OriginNumber origins[warp_size] = {};
  std::uint32_t undefined_rows = 0;
  const FrameShadow* const shadow = warp.follows() ? warp.shadow_of_current() : nullptr;
  for (unsigned k = 0; k < move.count; ++k) {
    const std::uint32_t* const from = warp.lanes<std::uint32_t>(registers[k]);
    for_lanes(mask, [&](unsigned lane) {
      put_word(rows, move.transposed, k, lane, from[lane]);
      if (shadow == nullptr || (shadow->lanes(registers[k]) >> lane & 1) == 0) return;
      const auto bits = std::uint32_t(shadow->bits(registers[k], 4, lane));
      put_word(undefined, move.transposed, k, lane, bits);
      for (unsigned which = 0; which < 2; ++which) {
        if ((bits >> 16 * which & 0xffff) == 0) continue;
        const unsigned row = row_of(move.transposed, k, lane, which);
        undefined_rows |= 1u << row;
        origins[row] = shadow->origin(registers[k], lane);
      }
    });
  }
  for_rows(warp, i, move, mask, [&](Request& r) {
    count_store(r);
    r.prepare(Use::write);
    r.visit(Use::write, rows[0].data(),
            [&](unsigned lane, std::byte* place) { put_row(warp, place, rows[lane].data()); });
    for_lanes(undefined_rows & r.mask,
              [&](unsigned lane) { r.undefine(lane, undefined[lane].data(), origins[lane]); });
  });
}

void transpose(Warp& warp, const Instruction& i, std::uint32_t mask) {
  mask = whole_warp(warp, i, mask);
  if (mask == 0) return;
  Rows rows{};
  const std::uint32_t* const from = warp.lanes<std::uint32_t>(i.a);
  for (unsigned lane = 0; lane < warp_size; ++lane) put_word(rows, false, 0, lane, from[lane]);
  if (warp.follows() && warp.shadow_of_current() != nullptr) {
    FrameShadow& shadow = warp.shadow();
    Rows undefined{};
    OriginNumber origin = 0;
    for_lanes(shadow.lanes(i.a), [&](unsigned lane) {
      put_word(undefined, false, 0, lane, std::uint32_t(shadow.bits(i.a, 4, lane)));
      origin = shadow.origin(i.a, lane);
    });
    for_lanes(mask, [&](unsigned lane) {
      shadow.set(i.d, 4, lane, word(undefined, true, 0, lane), origin);
    });
  }
  std::uint32_t* const to = warp.lanes<std::uint32_t>(i.d);
  for_lanes(mask, [&](unsigned lane) { to[lane] = word(rows, true, 0, lane); });
}

void take_form(Decoding& d) {
  if (!d.take("sync")) d.fail("no .sync");
  if (!d.take("m8n8")) d.fail("not supported");
  d.ignore({"aligned"});
}

void decode_move(Decoding& d, bool loads) {
  take_form(d);
  Instruction& i = d.instruction;
  i.kind = InstructionClass::memory;
  MatrixMove move;
  move.count = d.take("x4") ? 4 : d.take("x2") ? 2 : 1;
  d.take("x1");
  move.transposed = d.take("trans");
  move.space = take_space(d);
  if (d.take_type() != Type::b16) d.fail("not supported");
  move.first = std::uint32_t(d.frame().function.fragments.size());
  if (take_registers(d, d.operand(loads ? 0 : 1), Type::b32, loads) != move.count)
    d.fail("a vector of the wrong length");
  move.address = d.address(d.operand(loads ? 1 : 0), move.space);
  i.payload = move;
  i.execute = loads ? load_matrices : store_matrices;
}

void decode_transpose(Decoding& d) {
  take_form(d);
  if (!d.take("trans") || d.take_type() != Type::b16) d.fail("not supported");
  d.instruction.d = d.destination(0, Type::b32);
  d.instruction.a = d.source(1, Type::b32);
  d.instruction.execute = transpose;
}

}  // namespace

void add_matrix_moves(Opcodes& opcodes) {
  opcodes.add(
      "ldmatrix", first_written, [](Decoding& d) { decode_move(d, true); },
      passes<Propagation::addressed>);
  opcodes.add(
      "stmatrix", all_read, [](Decoding& d) { decode_move(d, false); },
      passes<Propagation::addressed>);
  opcodes.add("movmatrix", first_written, decode_transpose, passes<Propagation::collective>);
}

}  // namespace simulator
