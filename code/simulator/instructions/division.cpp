#include <bit>
#include <string>
#include <type_traits>

#include "simulator/instructions/by_integer.hpp"
#include "simulator/instructions/lanes.hpp"
#include "simulator/program/decoding.hpp"

namespace simulator {
namespace {

// div and rem of integers. By 0 a GPU, which stops at nothing, gives -1 (an H200, for all types).

struct Quotient {
  template <class T>
  static T apply(T a, T b) {
    if (b == 0) return T(-1);
    if (std::is_signed_v<T> && b == T(-1)) return T(std::make_unsigned_t<T>(0) - a);
    return T(a / b);
  }
};

struct Remainder {
  template <class T>
  static T apply(T a, T b) {
    if (b == 0) return T(-1);
    if (std::is_signed_v<T> && b == T(-1)) return 0;
    return T(a % b);
  }
};

template <class T>
void note_zeros(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const T* const divisors = warp.lanes<T>(i.b);
  std::uint32_t zeros = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane)
    zeros |= std::uint32_t(divisors[lane] == 0) << lane;
  zeros &= mask;
  if (zeros == 0) return;
  const auto lane = unsigned(std::countr_zero(zeros));
  warp.execution().report(i, fault::division, [&] {
    Fault note = warp.fault(fault::division, lane,
                            "divides " + std::to_string(warp.lanes<T>(i.a)[lane]) +
                                " by 0, which C++ leaves undefined");
    note.benign = true;
    return note;
  });
}

template <class F, class T>
void divide(Warp& warp, const Instruction& i, std::uint32_t mask) {
  note_zeros<T>(warp, i, mask);
  map_binary<F, T, T>(warp, i, mask);
}

template <class F>
void decode(Decoding& d) {
  const Type type = d.take_type();
  d.instruction.kind = InstructionClass::integer;
  d.instruction.d = d.destination(0, type);
  d.instruction.a = d.source(1, type);
  d.instruction.b = d.source(2, type);
  d.instruction.execute = by_integer(type, []<class T>(T) -> Execute { return divide<F, T>; });
}

}  // namespace

void decode_integer_divide(Decoding& d) {
  decode<Quotient>(d);
}
void decode_integer_remainder(Decoding& d) {
  decode<Remainder>(d);
}

}  // namespace simulator
