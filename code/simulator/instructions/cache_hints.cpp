#include "simulator/instructions/lanes.hpp"
#include "simulator/program/decoding.hpp"

namespace simulator {
namespace {

void decode_prefetch(Decoding& d) {
  d.ignore({"global", "local", "const", "param", "tensormap", "L1", "L2", "L2::evict_last",
            "L2::evict_normal"});
  d.instruction.kind = InstructionClass::memory;
  d.address(d.operand(0));
  d.instruction.execute = do_nothing;
}

/// What caches are told of addresses: to be discarded, or not kept any longer.
void decode_cache_advice(Decoding& d) {
  d.ignore({"global", "L2", "L2::evict_normal"});
  d.instruction.kind = InstructionClass::memory;
  d.address(d.operand(0));
  d.literal(d.operand(1));
  d.instruction.execute = do_nothing;
}

void make_policy(Warp& warp, const Instruction& i, std::uint32_t mask) {
  for_lanes(mask, [&](unsigned lane) { warp.lanes<std::uint64_t>(i.d)[lane] = 0; });
}

/// A cache policy is taken by loads and stores as a hint, and changes nothing.
void decode_createpolicy(Decoding& d) {
  d.ignore({"fractional", "range", "cvt", "global", "L2", "L2::evict_last", "L2::evict_normal",
            "L2::evict_first", "L2::evict_unchanged"});
  d.take_type();
  d.instruction.kind = InstructionClass::integer;
  d.instruction.d = d.destination(0, Type::b64);
  d.instruction.execute = make_policy;
}

}  // namespace

void add_cache_hints(Opcodes& opcodes) {
  opcodes.add("prefetch", all_read, decode_prefetch, passes<Propagation::ignored>);
  opcodes.add("prefetchu", all_read, decode_prefetch, passes<Propagation::ignored>);
  opcodes.add("applypriority", all_read, decode_cache_advice, passes<Propagation::ignored>);
  opcodes.add("discard", all_read, decode_cache_advice, passes<Propagation::ignored>);
  opcodes.add("createpolicy", first_written, decode_createpolicy, passes<Propagation::ignored>);
}

}  // namespace simulator
