#include <bit>
#include <type_traits>

#include "simulator/instructions/lanes.hpp"
#include "simulator/program/decoding.hpp"

namespace simulator {
namespace {

// Shift distances are clamped to the width.
struct ShiftLeft {
  template <class T>
  static T apply(T a, std::uint32_t b) {
    return b < 8 * sizeof(T) ? T(a << b) : T(0);
  }
};
struct ShiftRight {
  template <class T>
  static T apply(T a, std::uint32_t b) {
    if (b >= 8 * sizeof(T)) return a < 0 ? T(-1) : T(0);
    return T(a >> b);
  }
};

struct PopulationCount {
  template <class T>
  static std::uint32_t apply(T a) {
    return std::uint32_t(std::popcount(a));
  }
};
struct LeadingZeros {
  template <class T>
  static std::uint32_t apply(T a) {
    return std::uint32_t(std::countl_zero(a));
  }
};
struct Reverse {
  template <class T>
  static T apply(T a) {
    T result = 0;
    for (unsigned bit = 0; bit < 8 * sizeof(T); ++bit, a >>= 1) result = T(result << 1 | (a & 1));
    return result;
  }
};

/// Place of the leading bit that is not a sign; or how far it has to be shifted to the top.
template <bool shift>
struct FindLeading {
  template <class T>
  static std::uint32_t apply(T a) {
    using U = std::make_unsigned_t<T>;
    const U bits = a < 0 ? U(~U(a)) : U(a);
    if (bits == 0) return full_mask;
    const unsigned zeros = unsigned(std::countl_zero(bits));
    return shift ? zeros : unsigned(8 * sizeof(T)) - 1 - zeros;
  }
};

struct ExtractField {
  template <class T>
  static T apply(T a, std::uint32_t b, std::uint32_t c) {
    constexpr unsigned width = 8 * sizeof(T);
    using U = std::make_unsigned_t<T>;
    // Fields of 32 bits are given by bytes; of 64 bits, as an H200 has it, by whole words.
    constexpr std::uint32_t given = width == 32 ? 0xff : full_mask;
    const unsigned start = b & given, count = std::min(c & given, 2 * width);
    if (count == 0) return 0;
    const unsigned top = start < width ? std::min(start + count - 1, width - 1) : width - 1;
    const bool sign = std::is_signed_v<T> && (U(a) >> top & 1);
    U result = start < width ? U(U(a) >> start) : U(0);
    const unsigned kept = start < width ? std::min(count, width - start) : 0;
    if (kept < width) {
      const U field = U((U(1) << kept) - 1);
      result = U((result & field) | (sign ? U(~field) : U(0)));
    }
    return T(result);
  }
};

/// bfi: the low `count` bits of a into b at `start`.
template <class T>
void insert_field(Warp& warp, const Instruction& i, std::uint32_t mask) {
  T* d = warp.lanes<T>(i.d);
  const T* a = warp.lanes<T>(i.a);
  const T* b = warp.lanes<T>(i.b);
  const std::uint32_t* starts = warp.lanes<std::uint32_t>(i.c);
  const std::uint32_t* counts = warp.lanes<std::uint32_t>(i.x);
  for_lanes(mask, [=](unsigned lane) {
    constexpr unsigned width = 8 * sizeof(T);
    constexpr std::uint32_t given = width == 32 ? 0xff : full_mask;
    const unsigned start = starts[lane] & given, count = counts[lane] & given;
    if (start >= width || count == 0) {
      d[lane] = b[lane];
      return;
    }
    const T ones = count >= width ? T(~T(0)) : T((T(1) << count) - 1);
    const T field = T(ones << start);
    d[lane] = T((b[lane] & ~field) | (T(a[lane] << start) & field));
  });
}

struct FieldMask {
  template <bool wrap>
  struct As {
    static std::uint32_t apply(std::uint32_t a, std::uint32_t b) {
      if (wrap) a &= 31, b &= 31;
      if (a > 31) return 0;
      const std::uint64_t ones = b >= 32 ? 0xffffffffull : (std::uint64_t{1} << b) - 1;
      return std::uint32_t(ones << a);
    }
  };
};

/// szext: the low `count` bits, extended by the sign among them or by zeros.
template <bool sign, bool wrap>
struct ExtendField {
  static std::uint32_t apply(std::uint32_t a, std::uint32_t count) {
    if (!wrap && count >= 32) return a;
    count &= 31;
    if (count == 0) return 0;
    const std::uint32_t rest = full_mask << count;
    return sign && (a >> (count - 1) & 1) ? a | rest : a & ~rest;
  }
};

/// The place of the n-th bit that is set, from `base` on: upwards where n > 0, downwards where
/// n < 0; of `base` itself where n = 0. All ones where there is none.
struct FindNth {
  static std::uint32_t apply(std::uint32_t bits, std::uint32_t base, std::uint32_t offset) {
    const auto n = std::int32_t(offset);
    if (offset == 0x80000000u) return 0;  // what an H200 says
    const int step = n < 0 ? -1 : 1;
    std::int64_t left = n == 0 ? 1 : std::abs(std::int64_t{n});
    for (std::int64_t at = base; at >= 0 && at < 32; at += step) {
      if (bits >> at & 1 && --left == 0) return std::uint32_t(at);
      if (n == 0) break;
    }
    return full_mask;
  }
};

std::uint32_t permute(std::uint32_t a, std::uint32_t b, std::uint32_t selector) {
  const std::uint64_t bytes = std::uint64_t{b} << 32 | a;
  std::uint32_t result = 0;
  for (unsigned k = 0; k < 4; ++k) {
    const unsigned nibble = selector >> 4 * k & 0xf;
    std::uint32_t byte = std::uint32_t(bytes >> 8 * (nibble & 7) & 0xff);
    if (nibble & 8) byte = byte & 0x80 ? 0xff : 0;  // its sign only
    result |= byte << 8 * k;
  }
  return result;
}

enum class Permutation : std::uint8_t { general, f4e, b4e, rc8, ecl, ecr, rc16 };

std::uint32_t selector(Permutation mode, std::uint32_t c) {
  static constexpr std::uint16_t tables[7][4] = {{},
                                                 {0x3210, 0x4321, 0x5432, 0x6543},
                                                 {0x5670, 0x6701, 0x7012, 0x0123},
                                                 {0x0000, 0x1111, 0x2222, 0x3333},
                                                 {0x3210, 0x3211, 0x3222, 0x3333},
                                                 {0x0000, 0x1110, 0x2210, 0x3210},
                                                 {0x1010, 0x3232, 0x1010, 0x3232}};
  return mode == Permutation::general ? c : tables[unsigned(mode)][c & 3];
}

void permute_lanes(Warp& warp, const Instruction& i, std::uint32_t mask) {
  std::uint32_t* d = warp.lanes<std::uint32_t>(i.d);
  const std::uint32_t *a = warp.lanes<std::uint32_t>(i.a), *b = warp.lanes<std::uint32_t>(i.b),
                      *c = warp.lanes<std::uint32_t>(i.c);
  for_lanes(mask, [=](unsigned lane) {
    d[lane] = permute(a[lane], b[lane], selector(Permutation(i.mode), c[lane]));
  });
}

template <bool left, bool wrap>
struct Funnel {
  static std::uint32_t apply(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const unsigned n = wrap ? c & 31 : std::min(c, 32u);
    const std::uint64_t both = std::uint64_t{b} << 32 | a;
    return left ? std::uint32_t(both << n >> 32) : std::uint32_t(both >> n);
  }
};

template <class F>
Execute shift_of(Type type) {
  switch (type) {
    case Type::b16:
    case Type::u16:
      return map_binary<F, std::uint16_t, std::uint16_t, std::uint32_t>;
    case Type::s16:
      return map_binary<F, std::int16_t, std::int16_t, std::uint32_t>;
    case Type::b32:
    case Type::u32:
      return map_binary<F, std::uint32_t, std::uint32_t, std::uint32_t>;
    case Type::s32:
      return map_binary<F, std::int32_t, std::int32_t, std::uint32_t>;
    case Type::b64:
    case Type::u64:
      return map_binary<F, std::uint64_t, std::uint64_t, std::uint32_t>;
    case Type::s64:
      return map_binary<F, std::int64_t, std::int64_t, std::uint32_t>;
    default:
      return nullptr;
  }
}

template <class F>
void decode_shift(Decoding& d) {
  const Type type = d.take_type();
  Instruction& i = d.instruction;
  i.kind = InstructionClass::integer;
  i.d = d.destination(0, type);
  i.a = d.source(1, type);
  i.b = d.source(2, Type::u32);
  i.execute = shift_of<F>(type);
}

/// b32 or b64 to a number of 32 bits, or (`same`) to its own type.
template <class F, bool same>
void decode_scan(Decoding& d) {
  const Type type = d.take_type();
  Instruction& i = d.instruction;
  i.kind = InstructionClass::integer;
  i.d = d.destination(0, same ? type : Type::u32);
  i.a = d.source(1, type);
  using Wide = std::conditional_t<same, std::uint64_t, std::uint32_t>;
  if (size_of(type) == 4) i.execute = map_unary<F, std::uint32_t, std::uint32_t>;
  if (size_of(type) == 8) i.execute = map_unary<F, Wide, std::uint64_t>;
}

template <class F>
Execute leading_of(Type type) {
  switch (type) {
    case Type::u32:
    case Type::b32:
      return map_unary<F, std::uint32_t, std::uint32_t>;
    case Type::s32:
      return map_unary<F, std::uint32_t, std::int32_t>;
    case Type::u64:
    case Type::b64:
      return map_unary<F, std::uint32_t, std::uint64_t>;
    case Type::s64:
      return map_unary<F, std::uint32_t, std::int64_t>;
    default:
      return nullptr;
  }
}

void decode_leading(Decoding& d) {
  const bool shift = d.take("shiftamt");
  const Type type = d.take_type();
  Instruction& i = d.instruction;
  i.kind = InstructionClass::integer;
  i.d = d.destination(0, Type::u32);
  i.a = d.source(1, type);
  i.execute = shift ? leading_of<FindLeading<true>>(type) : leading_of<FindLeading<false>>(type);
}

void decode_extract(Decoding& d) {
  const Type type = d.take_type();
  Instruction& i = d.instruction;
  i.kind = InstructionClass::integer;
  i.d = d.destination(0, type);
  i.a = d.source(1, type);
  i.b = d.source(2, Type::u32);
  i.c = d.source(3, Type::u32);
  using U = std::uint32_t;
  switch (type) {
    case Type::u32:
      i.execute = map_ternary<ExtractField, U, U, U, U>;
      break;
    case Type::s32:
      i.execute = map_ternary<ExtractField, std::int32_t, std::int32_t, U, U>;
      break;
    case Type::u64:
      i.execute = map_ternary<ExtractField, std::uint64_t, std::uint64_t, U, U>;
      break;
    case Type::s64:
      i.execute = map_ternary<ExtractField, std::int64_t, std::int64_t, U, U>;
      break;
    default:
      d.fail("not supported");
  }
}

/// The instruction with its destination and two or three sources, all integers of that type.
Instruction& integer_instruction(Decoding& d, Type type, unsigned sources) {
  Instruction& i = d.instruction;
  i.kind = InstructionClass::integer;
  i.d = d.destination(0, type);
  i.a = d.source(1, type);
  i.b = d.source(2, type);
  if (sources == 3) i.c = d.source(3, type);
  return i;
}

void decode_insert(Decoding& d) {
  const Type type = d.take_type();
  Instruction& i = integer_instruction(d, type, 2);
  i.c = d.source(3, Type::u32);
  i.x = d.source(4, Type::u32);
  i.execute = size_of(type) == 4 ? insert_field<std::uint32_t> : insert_field<std::uint64_t>;
}

void decode_extend(Decoding& d) {
  const bool wrap = d.take("wrap");
  d.take("clamp");
  const bool sign = is_signed(d.take_type());
  Instruction& i = d.instruction;
  i.kind = InstructionClass::integer;
  i.d = d.destination(0, Type::b32);
  i.a = d.source(1, Type::b32);
  i.b = d.source(2, Type::b32);
  using U = std::uint32_t;
  if (sign)
    i.execute = wrap ? map_binary<ExtendField<true, true>, U, U>
                     : map_binary<ExtendField<true, false>, U, U>;
  else
    i.execute = wrap ? map_binary<ExtendField<false, true>, U, U>
                     : map_binary<ExtendField<false, false>, U, U>;
}

void decode_find_nth(Decoding& d) {
  const Type type = d.take_type();
  Instruction& i = integer_instruction(d, type, 3);
  i.execute = map_ternary<FindNth, std::uint32_t, std::uint32_t>;
}

void decode_field_mask(Decoding& d) {
  const bool wrap = d.take("wrap");
  d.take("clamp");
  const Type type = d.take_type();
  Instruction& i = integer_instruction(d, type, 2);
  i.execute = wrap ? map_binary<FieldMask::As<true>, std::uint32_t, std::uint32_t>
                   : map_binary<FieldMask::As<false>, std::uint32_t, std::uint32_t>;
}

void decode_permute(Decoding& d) {
  Permutation mode = Permutation::general;
  if (d.take("f4e"))
    mode = Permutation::f4e;
  else if (d.take("b4e"))
    mode = Permutation::b4e;
  else if (d.take("rc8"))
    mode = Permutation::rc8;
  else if (d.take("ecl"))
    mode = Permutation::ecl;
  else if (d.take("ecr"))
    mode = Permutation::ecr;
  else if (d.take("rc16"))
    mode = Permutation::rc16;
  const Type type = d.take_type();
  Instruction& i = integer_instruction(d, type, 3);
  i.mode = std::uint8_t(mode);
  i.execute = permute_lanes;
}

void decode_funnel(Decoding& d) {
  const bool left = d.take("l"), wrap = d.take("wrap");
  d.ignore({"r", "clamp"});
  const Type type = d.take_type();
  Instruction& i = integer_instruction(d, type, 2);
  i.c = d.source(3, Type::u32);
  using U = std::uint32_t;
  if (left)
    i.execute =
        wrap ? map_ternary<Funnel<true, true>, U, U> : map_ternary<Funnel<true, false>, U, U>;
  else
    i.execute =
        wrap ? map_ternary<Funnel<false, true>, U, U> : map_ternary<Funnel<false, false>, U, U>;
}

}  // namespace

void add_bits(Opcodes& opcodes) {
  opcodes.add_computing("shl", decode_shift<ShiftLeft>, moving<steers::b>);
  opcodes.add_computing("shr", decode_shift<ShiftRight>, moving<steers::b>);
  opcodes.add_computing("shf", decode_funnel, moving<steers::c>);
  opcodes.add_computing("popc", decode_scan<PopulationCount, false>);
  opcodes.add_computing("clz", decode_scan<LeadingZeros, false>);
  opcodes.add_computing("brev", decode_scan<Reverse, true>, moving<0>);
  opcodes.add_computing("bfind", decode_leading);
  opcodes.add_computing("bfe", decode_extract, moving<steers::b | steers::c>);
  opcodes.add_computing("bfi", decode_insert, moving<steers::c | steers::x>);
  opcodes.add_computing("bmsk", decode_field_mask);
  opcodes.add_computing("szext", decode_extend, moving<steers::b>);
  opcodes.add_computing("fns", decode_find_nth);
  opcodes.add_computing("prmt", decode_permute, moving<steers::c>);
}

}  // namespace simulator
