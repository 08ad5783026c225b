#include "simulator/runtime/host/access_width.hpp"

#include <cstdint>

namespace simulator::runtime {

#if defined(__x86_64__)
namespace x86 {
namespace {

// Intel, "64 and IA-32 Architectures Software Developer's Manual", volume 2, chapter 2 and
// appendix A: what compilers use to load, store and compute with operands in memory.

struct Instruction {
  enum Map : std::uint8_t { one_byte, two_bytes, other };
  enum Prefix : std::uint8_t { none, p66, pf3, pf2 };

  Map map = one_byte;
  Prefix prefix = none;
  bool wide = false;  // REX.W
  unsigned vector = 16;
  std::uint8_t opcode = 0;

  unsigned word() const { return wide ? 8 : prefix == p66 ? 2 : 4; }
  unsigned scalar_or_vector() const { return prefix == pf3 ? 4 : prefix == pf2 ? 8 : vector; }
};

Instruction decode_vex(const std::uint8_t* at) {
  const bool three = at[0] == 0xc4;
  const std::uint8_t last = three ? at[2] : at[1];
  Instruction it;
  it.map = !three || (at[1] & 31) == 1 ? Instruction::two_bytes : Instruction::other;
  it.prefix = Instruction::Prefix(last & 3);
  it.wide = three && (last & 128) != 0;
  it.vector = (last & 4) != 0 ? 32 : 16;
  it.opcode = at[three ? 3 : 2];
  return it;
}

Instruction decode(const std::uint8_t* at) {
  Instruction it;
  for (;; ++at) {
    if (*at == 0x66)
      it.prefix = it.prefix == Instruction::none ? Instruction::p66 : it.prefix;
    else if (*at == 0xf2 || *at == 0xf3)
      it.prefix = *at == 0xf2 ? Instruction::pf2 : Instruction::pf3;
    else if (*at != 0x2e && *at != 0x36 && *at != 0x3e && *at != 0x26 && *at != 0x64 &&
             *at != 0x65 && *at != 0xf0)
      break;
  }
  if (*at == 0xc4 || *at == 0xc5) return decode_vex(at);
  if ((*at & 0xf0) == 0x40) it.wide = (*at++ & 8) != 0;
  it.opcode = *at;
  if (*at != 0x0f) return it;
  it.map = at[1] == 0x38 || at[1] == 0x3a ? Instruction::other : Instruction::two_bytes;
  it.opcode = at[1];
  return it;
}

unsigned width_of_one_byte(const Instruction& it) {
  const unsigned code = it.opcode;
  if (code < 0x40 && (code & 7) < 4) return (code & 1) != 0 ? it.word() : 1;  // add to cmp
  switch (code) {
    case 0x63:  // movsxd
      return 4;
    case 0x69:  // imul
    case 0x6b:
    case 0x81:  // add to cmp
    case 0x83:
    case 0x85:  // test
    case 0x87:  // xchg
    case 0x89:  // mov
    case 0x8b:
    case 0xa5:  // movs
    case 0xab:  // stos
    case 0xc1:  // shifts
    case 0xc7:  // mov
    case 0xd1:  // shifts
    case 0xd3:
    case 0xf7:  // test to idiv
      return it.word();
    default:
      return 1;
  }
}

unsigned width_of_two_bytes(const Instruction& it) {
  const unsigned code = it.opcode;
  const bool is_vector = it.prefix != Instruction::none;  // else of MMX
  if (code >= 0x40 && code < 0x50) return it.word();      // cmov
  switch (code) {
    case 0x10:  // movups, movss, movsd
    case 0x11:
    case 0x51:  // sqrt
    case 0x58:  // add
    case 0x59:  // mul
    case 0x5c:  // sub
    case 0x5d:  // min
    case 0x5e:  // div
    case 0x5f:  // max
    case 0xc2:  // cmp
      return it.scalar_or_vector();
    case 0x28:  // movaps
    case 0x29:
    case 0x2b:
    case 0x54:  // and
    case 0x57:  // xor
      return it.vector;
    case 0x6f:  // movdqa, movdqu
    case 0x7f:
    case 0xe7:
      return is_vector ? it.vector : 8;
    case 0x12:  // movlps, movhps
    case 0x13:
    case 0x16:
    case 0x17:
    case 0xd6:  // movq
      return 8;
    case 0x2a:  // cvtsi2sd
    case 0x6e:  // movd
      return it.wide ? 8 : 4;
    case 0x7e:
      return it.prefix == Instruction::pf3 || it.wide ? 8 : 4;
    case 0x5a:  // cvtss2sd, cvtsd2ss
      return it.prefix == Instruction::pf2 || !is_vector ? 8 : 4;
    case 0x2c:  // cvttsd2si
    case 0x2d:
      return it.prefix == Instruction::pf2 ? 8 : 4;
    case 0x2e:  // ucomisd
    case 0x2f:
      return it.prefix == Instruction::p66 ? 8 : 4;
    case 0xaf:  // imul
    case 0xb1:  // cmpxchg
    case 0xc1:  // xadd
      return it.word();
    case 0xb7:  // movzx, movsx
    case 0xbf:
      return 2;
    default:
      return 1;
  }
}

unsigned width(const Instruction& it) {
  if (it.map == Instruction::other) return 1;
  return it.map == Instruction::one_byte ? width_of_one_byte(it) : width_of_two_bytes(it);
}

}  // namespace
}  // namespace x86

unsigned access_width(const void* code) {
  return x86::width(x86::decode(static_cast<const std::uint8_t*>(code)));
}
#else
unsigned access_width(const void*) {
  return 1;
}
#endif

}  // namespace simulator::runtime
