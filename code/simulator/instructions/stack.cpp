#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

#include "simulator/hexadecimal.hpp"
#include "simulator/instructions/lanes.hpp"
#include "simulator/program/decoding.hpp"
#include "simulator/round_up.hpp"

// Memory that a function takes from its threads' stacks while it runs.

namespace simulator {
namespace {

constexpr std::uint64_t least_alignment = 8;

void report_overflow(Warp& warp, unsigned lane, std::uint64_t wanted) {
  const std::size_t stack = warp.execution().configuration().stack_bytes;
  warp.report(fault::out_of_bounds, lane,
              "overflows the stack of " + std::to_string(stack) + " bytes: alloca asks for " +
                  std::to_string(wanted) + " bytes, and " +
                  std::to_string(stack - std::min<std::uint64_t>(stack, warp.stack_top(lane))) +
                  " are left (cudaDeviceSetLimit, cudaLimitStackSize)");
  warp.execution().fail(LaunchFailure::Reason::illegal_address);
}

template <class T>
void allocate(Warp& warp, const Instruction& i, std::uint32_t mask) {
  T* const d = warp.lanes<T>(i.d);
  const T* const a = warp.lanes<T>(i.a);
  const auto alignment = i.payload.as<std::uint64_t>();
  const std::uint64_t stack = warp.execution().configuration().stack_bytes;
  for_lanes(mask, [&](unsigned lane) {
    const std::uint64_t wanted = a[lane];
    const std::uint64_t start = round_up(warp.stack_top(lane), alignment);
    if (start > stack || wanted > stack - start) report_overflow(warp, lane, wanted);
    warp.set_stack_top(lane, start + wanted);
    d[lane] = T(start);
  });
}

template <class T>
void save(Warp& warp, const Instruction& i, std::uint32_t mask) {
  T* const d = warp.lanes<T>(i.d);
  for_lanes(mask, [&](unsigned lane) { d[lane] = T(warp.stack_top(lane)); });
}

template <class T>
void restore(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const T* const a = warp.lanes<T>(i.a);
  for_lanes(mask, [&](unsigned lane) {
    const std::uint64_t least = warp.local_start() + warp.function().local_bytes;
    if (a[lane] >= least && a[lane] <= warp.stack_top(lane))
      return warp.set_stack_top(lane, a[lane]);
    warp.report(fault::out_of_bounds, lane,
                "restores the stack to " + hexadecimal(a[lane]) +
                    ", which stacksave did not give in this call of the function, or which is "
                    "above what was restored since");
    warp.execution().fail(LaunchFailure::Reason::illegal_address);
  });
}

Type take_address_type(Decoding& d) {
  const Type type = d.take_type();
  if (type != Type::u32 && type != Type::u64) d.fail("an address that is neither .u32 nor .u64");
  return type;
}

void decode_allocate(Decoding& d) {
  const Type type = take_address_type(d);
  std::uint64_t alignment = least_alignment;
  if (d.operands() > 2) alignment = std::max(alignment, d.literal(d.operand(2)));
  if (!std::has_single_bit(alignment)) d.fail("an alignment that is no power of two");
  Instruction& i = d.instruction;
  i.kind = InstructionClass::other;
  i.d = d.destination(0, type);
  i.a = d.source(1, type);
  i.payload = alignment;
  i.execute = type == Type::u64 ? allocate<std::uint64_t> : allocate<std::uint32_t>;
}

void decode_save(Decoding& d) {
  const Type type = take_address_type(d);
  Instruction& i = d.instruction;
  i.kind = InstructionClass::other;
  i.d = d.destination(0, type);
  i.execute = type == Type::u64 ? save<std::uint64_t> : save<std::uint32_t>;
}

void decode_restore(Decoding& d) {
  const Type type = take_address_type(d);
  Instruction& i = d.instruction;
  i.kind = InstructionClass::other;
  i.a = d.source(0, type);
  i.execute = type == Type::u64 ? restore<std::uint64_t> : restore<std::uint32_t>;
}

}  // namespace

void add_stack(Opcodes& opcodes) {
  const auto add = [&](const char* name, Roles roles, Decoder decode) {
    opcodes.add(name, {.decode = decode, .roles = roles, .is_private = always_private});
  };
  add("alloca", first_written, decode_allocate);
  add("stacksave", first_written, decode_save);
  add("stackrestore", all_read, decode_restore);
}

}  // namespace simulator
