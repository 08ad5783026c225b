#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "simulator/machine/warp.hpp"
#include "simulator/program/decoding.hpp"

namespace simulator {

/// What matrices of tensor cores hold. b1: words of 32 bits each.
enum class Element : std::uint8_t {
  f16,
  bf16,
  tf32,
  e4m3,
  e5m2,
  s8,
  u8,
  s4,
  u4,
  b1,
  f64,
  f32,
  s32
};

/// A float of 8 bits.
constexpr bool is_tiny(Element e) {
  return e == Element::e4m3 || e == Element::e5m2;
}
constexpr bool is_integer(Element e) {
  return (e >= Element::s8 && e <= Element::b1) || e == Element::s32;
}
/// Bits of an element; of b1 those of a word.
constexpr unsigned bits_of(Element e) {
  switch (e) {
    case Element::f16:
    case Element::bf16:
      return 16;
    case Element::e4m3:
    case Element::e5m2:
    case Element::s8:
    case Element::u8:
      return 8;
    case Element::s4:
    case Element::u4:
      return 4;
    case Element::f64:
      return 64;
    default:
      return 32;
  }
}
constexpr Type register_type(Element e) {
  return e == Element::f64 ? Type::f64 : e == Element::f32 ? Type::f32 : Type::b32;
}

struct MatrixShape {
  std::uint16_t m = 0, n = 0, k = 0;

  friend bool operator==(const MatrixShape&, const MatrixShape&) = default;
};

/// "m16n8k16" among the modifiers.
MatrixShape take_shape(Decoding& d);
/// The types among the modifiers, in their order, at most four of them.
struct Elements {
  Element types[4];
  unsigned count = 0;
};
Elements take_elements(Decoding& d);

/// Of D = A × B + C; D lies as C does.
enum class Matrix : std::uint8_t { a, b, c };

/// How the elements of a matrix lie among the lanes of a warp. Lane 4 g + t has some of row g, or
/// of column g where it is B; that is its line, and where in the line is across. The PTX ISA lays
/// it down for mma, figure by figure; all figures are this one:
///
/// - `pack` neighbours across lie side by side in a lane, those of the next lane behind them;
/// - then come, if `halves` is 2, the same of the line eight further down;
/// - then the next 4 × pack across; and when the lines are full, the next 8 or 16 lines.
///
/// For wmma PTX says nothing. There it is the layout of the mma that the compiler makes of it,
/// side by side.
struct Fragment {
  Element element = Element::f16;
  std::uint8_t pack = 1, halves = 1;
  std::uint16_t lines = 0, across = 0;

  static Fragment of(Matrix which, Element element, const MatrixShape& shape);

  unsigned elements() const { return lines * across / warp_size; }  // a lane
  unsigned in_register() const { return element == Element::f64 ? 1 : 32 / bits_of(element); }
  unsigned registers() const { return elements() / in_register(); }
  unsigned register_bytes() const { return element == Element::f64 ? 8 : 4; }

  /// Calls body(element, line, across) for the elements that lane 0 has; lane 4 g + t has those at
  /// (line + g, across + t × pack).
  template <class Body>
  void for_elements(Body&& body) const {
    const unsigned steps = halves * across / (4u * pack);  // in 8 or 16 lines
    for (unsigned k = 0; k < elements(); ++k) {
      const unsigned piece = k / pack, step = piece % steps;
      body(k, 8u * (halves * (piece / steps) + step % halves), step / halves * 4 * pack + k % pack);
    }
  }
  std::size_t place(unsigned line, unsigned at, unsigned lane) const {
    return (line + lane / 4) * std::size_t(across) + at + lane % 4 * pack;
  }
};

/// Elements of a matrix, line by line, from the lanes' registers: their bits. At most 1024.
template <class Word>
void gather(Warp& warp, const Fragment& fragment, const Slot* registers, Word* to) {
  const unsigned bits = bits_of(fragment.element), in_register = fragment.in_register();
  const Word ones = Word(~Word{0}) >> (8 * sizeof(Word) - bits);
  fragment.for_elements([&](unsigned element, unsigned line, unsigned across) {
    const Word* from = warp.lanes<Word>(registers[element / in_register]);
    const unsigned shift = element % in_register * bits;
    for (unsigned lane = 0; lane < warp_size; ++lane)
      to[fragment.place(line, across, lane)] = from[lane] >> shift & ones;
  });
}

/// The other way, for the lanes in the mask.
template <class Word>
void scatter(Warp& warp, const Fragment& fragment, const Slot* registers, const Word* from,
             std::uint32_t mask) {
  const unsigned bits = bits_of(fragment.element), in_register = fragment.in_register();
  fragment.for_elements([&](unsigned element, unsigned line, unsigned across) {
    Word* to = warp.lanes<Word>(registers[element / in_register]);
    const unsigned shift = element % in_register * bits;
    for_lanes(mask, [&](unsigned lane) {
      const Word value = from[fragment.place(line, across, lane)] << shift;
      to[lane] = shift == 0 ? value : to[lane] | value;
    });
  });
}

/// The registers of a vector operand, or of one that is a single register; they are added to the
/// routine's. The number of them.
unsigned take_registers(Decoding& d, const Operand& operand, Type type, bool written);

/// The lanes that carry out an instruction together that all 32 have to, and 0 if the path has to
/// wait for some. That others are missing is a fault.
std::uint32_t whole_warp(Warp& warp, const Instruction& i, std::uint32_t mask);

}  // namespace simulator
