#include <algorithm>

#include "simulator/instructions/lanes.hpp"
#include "simulator/instructions/undefined_collectives.hpp"
#include "simulator/observation/trace.hpp"
#include "simulator/program/decoding.hpp"

namespace simulator {
namespace {

void gathers(Decoding& d, Collective collective) {
  d.instruction.payload = collective;
  d.frame().make_room_to_gather();
}

/// Lanes that take part, or 0 if the warp has to wait for some. A mask that leaves its own lane out
/// is a fault.
std::uint32_t participants(Warp& warp, const Instruction& i, Slot members, std::uint32_t mask) {
  const std::uint32_t* masks = warp.lanes<std::uint32_t>(members);
  const std::uint32_t present = warp.gather(masks, mask);
  if (present == 0) return 0;
  std::uint32_t outside = 0;
  for_lanes(present, [&](unsigned lane) { outside |= (~masks[lane] >> lane & 1) << lane; });
  if (outside != 0)
    warp.report(fault::warp_mask, unsigned(std::countr_zero(outside)),
                "executes " + std::string(i.text) + " with a mask that omits itself");
  return present;
}

enum class Shuffle : std::uint8_t { up, down, bfly, idx };

void shuffle(Warp& warp, const Instruction& i, std::uint32_t mask) {
  mask = participants(warp, i, i.x, mask);
  if (mask == 0) return;
  std::uint32_t* d = warp.lanes<std::uint32_t>(i.d);
  const std::uint32_t *a = warp.lanes<std::uint32_t>(i.a), *b = warp.lanes<std::uint32_t>(i.b),
                      *c = warp.lanes<std::uint32_t>(i.c);
  std::uint32_t before[warp_size];
  std::memcpy(before, a, sizeof before);
  std::uint32_t in_range = 0, strange = 0;
  unsigned sources[warp_size];
  for_lanes(mask, [&](unsigned lane) {
    const unsigned step = b[lane] & 31, clamp = c[lane] & 31, segment = c[lane] >> 8 & 31;
    const int last = int((lane & segment) | (clamp & ~segment)), first = int(lane & segment);
    int source = int(lane);
    bool valid = false;
    // quote: partner
    switch (Shuffle(i.mode)) {
      case Shuffle::up:
        source = int(lane) - int(step), valid = source >= last;
        break;
      case Shuffle::down:
        source = int(lane) + int(step), valid = source <= last;
        break;
      case Shuffle::bfly:
        source = int(lane ^ step), valid = source <= last;
        break;
      case Shuffle::idx:
        source = first | int(step & ~segment), valid = source <= last;
        break;
    }
    sources[lane] = valid ? unsigned(source) : lane;
    in_range |= std::uint32_t(valid) << lane;
    strange |= (~mask >> sources[lane] & 1) << lane;
    // end quote
  });
  if (strange != 0) warp.follow();
  if (warp.follows()) shuffle_undefined(warp, i, mask, sources, strange);
  for_lanes(mask, [&](unsigned lane) { d[lane] = before[sources[lane]]; });
  if (i.e != no_slot) {
    std::uint32_t& p = warp.predicate(i.e);
    p = (p & ~mask) | in_range;
  }
  if (Trace* trace = warp.execution().trace())
    trace->shuffle(warp, i, i.payload.as<Collective>().type, mask, sources, before, d);
}

/// Is the one register moved to the other, which holds floats?
bool is_moved(Decoding& d, const Operand& bits, std::size_t bits_at, const Statement& s) {
  if (s.opcode != "mov" || s.operands.size() != 2) return false;
  const Operand &here = s.operands[bits_at], &other = s.operands[1 - bits_at];
  return here.kind == Operand::Kind::reg && here.index == bits.index &&
         d.register_type(other) == Type::f32;
}

/// PTX shuffles bits. What they stand for, for the trace: f32 if a float was moved into what is
/// shuffled, or out of the result.
Type meaning(Decoding& d, const Operand& result, const Operand& shuffled) {
  const std::optional<Type> own = d.register_type(shuffled);
  if (own == Type::f32 || own == Type::s32) return *own;
  const auto is_float = [&](const Statement& s) {
    return is_moved(d, shuffled, 0, s) || is_moved(d, result, 1, s);
  };
  const auto& statements = d.frame().syntax.statements;
  return own && std::any_of(statements.begin(), statements.end(), is_float) ? Type::f32 : Type::b32;
}

void decode_shfl(Decoding& d) {
  if (!d.take("sync")) d.fail("shfl without .sync");
  Shuffle mode;
  if (d.take("up"))
    mode = Shuffle::up;
  else if (d.take("down"))
    mode = Shuffle::down;
  else if (d.take("bfly"))
    mode = Shuffle::bfly;
  else if (d.take("idx"))
    mode = Shuffle::idx;
  else
    d.fail("no mode");
  const Type type = d.take_type();
  Instruction& i = d.instruction;
  i.counter = &Counts::shuffles;
  i.mode = std::uint8_t(mode);
  const Operand& result = d.operand(0);
  const bool pair = result.kind == Operand::Kind::pair;
  const Operand& received = pair ? result.elements[0] : result;
  i.d = d.destination(received, type);
  if (pair) i.e = d.predicate_destination(result.elements[1]);
  gathers(d, {.type = meaning(d, received, d.operand(1))});
  i.a = d.source(1, type);
  i.b = d.source(2, Type::b32);
  i.c = d.source(3, Type::b32);
  i.x = d.source(4, Type::b32);
  i.execute = shuffle;
}

void vote(Warp& warp, const Instruction& i, std::uint32_t mask) {
  if (i.x != no_slot) mask = participants(warp, i, i.x, mask);
  if (mask == 0) return;
  const std::uint32_t* members = i.x == no_slot ? nullptr : warp.lanes<std::uint32_t>(i.x);
  if (warp.follows()) vote_undefined(warp, i, mask, members);
  const std::uint32_t p = i.negate_a ? ~warp.predicate(i.a) : warp.predicate(i.a);
  std::uint32_t results = 0;
  std::uint32_t ballots[warp_size];
  for_lanes(mask, [&](unsigned lane) {
    // quote: vote
    const std::uint32_t group = members ? members[lane] & mask : mask;
    const std::uint32_t set = p & group;
    bool result = false;
    switch (Vote(i.mode)) {
      case Vote::all:
        result = set == group;
        break;
      case Vote::any:
        result = set != 0;
        break;
      case Vote::uni:
        result = set == 0 || set == group;
        break;
      case Vote::ballot:
        ballots[lane] = set;
        break;
    }
    // end quote
    results |= std::uint32_t(result) << lane;
  });
  if (Vote(i.mode) == Vote::ballot) {
    std::uint32_t* d = warp.lanes<std::uint32_t>(i.d);
    for_lanes(mask, [&](unsigned lane) { d[lane] = ballots[lane]; });
  } else {
    std::uint32_t& d = warp.predicate(i.d);
    d = (d & ~mask) | results;
  }
}

void decode_vote(Decoding& d) {
  const bool sync = d.take("sync");
  Vote mode;
  if (d.take("all"))
    mode = Vote::all;
  else if (d.take("any"))
    mode = Vote::any;
  else if (d.take("uni"))
    mode = Vote::uni;
  else if (d.take("ballot"))
    mode = Vote::ballot;
  else
    d.fail("no mode");
  const Type type = d.take_type();
  Instruction& i = d.instruction;
  i.counter = &Counts::votes;
  i.mode = std::uint8_t(mode);
  i.d = type == Type::pred ? d.predicate_destination(d.operand(0)) : d.destination(0, type);
  if ((mode == Vote::ballot) != (type == Type::b32)) d.fail("not supported");
  i.a = d.predicate(d.operand(1), i.negate_a);
  if (sync) i.x = d.source(2, Type::b32);
  if (sync) gathers(d, {.a_bytes = 0, .d_bytes = std::uint8_t(mode == Vote::ballot ? 4 : 0)});
  i.execute = vote;
}

template <class T, bool all>
void match(Warp& warp, const Instruction& i, std::uint32_t mask) {
  mask = participants(warp, i, i.x, mask);
  if (mask == 0) return;
  if (warp.follows()) match_undefined(warp, i, mask, sizeof(T), all);
  const T* a = warp.lanes<T>(i.a);
  const std::uint32_t* members = warp.lanes<std::uint32_t>(i.x);
  std::uint32_t results[warp_size];
  std::uint32_t agreed = 0;
  for_lanes(mask, [&](unsigned lane) {
    const std::uint32_t group = members[lane] & mask;
    std::uint32_t same = 0;
    for_lanes(group, [&](unsigned other) { same |= std::uint32_t(a[other] == a[lane]) << other; });
    results[lane] = all && same != group ? 0 : same;
    agreed |= std::uint32_t(same == group) << lane;
  });
  std::uint32_t* d = warp.lanes<std::uint32_t>(i.d);
  for_lanes(mask, [&](unsigned lane) { d[lane] = results[lane]; });
  if (i.e != no_slot) {
    std::uint32_t& p = warp.predicate(i.e);
    p = (p & ~mask) | agreed;
  }
}

void decode_match(Decoding& d) {
  const bool all = d.take("all");
  if (!all && !d.take("any")) d.fail("no mode");
  if (!d.take("sync")) d.fail("match without .sync");
  const Type type = d.take_type();
  Instruction& i = d.instruction;
  i.counter = &Counts::votes;
  const Operand& result = d.operand(0);
  const bool pair = result.kind == Operand::Kind::pair;
  i.d = d.destination(pair ? result.elements[0] : result, Type::b32);
  if (pair) i.e = d.predicate_destination(result.elements[1]);
  i.a = d.source(1, type);
  i.x = d.source(2, Type::b32);
  gathers(d, {.a_bytes = std::uint8_t(size_of(type))});
  if (size_of(type) == 4)
    i.execute = all ? match<std::uint32_t, true> : match<std::uint32_t, false>;
  if (size_of(type) == 8)
    i.execute = all ? match<std::uint64_t, true> : match<std::uint64_t, false>;
}

/// The values of some lanes, put together.
template <class T>
T folded(const T* values, std::uint32_t lanes, Reduction how) {
  T sum = values[std::countr_zero(lanes)];
  for_lanes(lanes & (lanes - 1), [&](unsigned lane) {
    const T value = values[lane];
    switch (how) {
      case Reduction::add:
        sum = T(std::uint32_t(sum) + std::uint32_t(value));
        break;
      case Reduction::min:
        sum = std::min(sum, value);
        break;
      case Reduction::max:
        sum = std::max(sum, value);
        break;
      case Reduction::and_:
        sum &= value;
        break;
      case Reduction::or_:
        sum |= value;
        break;
      case Reduction::xor_:
        sum ^= value;
        break;
    }
  });
  return sum;
}

template <class T>
void reduce(Warp& warp, const Instruction& i, std::uint32_t mask) {
  mask = participants(warp, i, i.x, mask);
  if (mask == 0) return;
  if (warp.follows()) reduce_undefined(warp, i, mask);
  const T* a = warp.lanes<T>(i.a);
  const std::uint32_t* members = warp.lanes<std::uint32_t>(i.x);
  T results[warp_size];
  for (std::uint32_t rest = mask; rest != 0;) {
    const std::uint32_t group = members[std::countr_zero(rest)] & mask;
    const T sum = folded(a, group, Reduction(i.mode));
    std::uint32_t same = 0;  // lanes of the same group
    for_lanes(rest, [&](unsigned lane) {
      same |= std::uint32_t((members[lane] & mask) == group) << lane;
    });
    for_lanes(same, [&](unsigned lane) { results[lane] = sum; });
    rest &= ~same;
  }
  T* d = warp.lanes<T>(i.d);
  for_lanes(mask, [&](unsigned lane) { d[lane] = results[lane]; });
}

void decode_redux(Decoding& d) {
  if (!d.take("sync")) d.fail("redux without .sync");
  Reduction mode;
  if (d.take("add"))
    mode = Reduction::add;
  else if (d.take("min"))
    mode = Reduction::min;
  else if (d.take("max"))
    mode = Reduction::max;
  else if (d.take("and"))
    mode = Reduction::and_;
  else if (d.take("or"))
    mode = Reduction::or_;
  else if (d.take("xor"))
    mode = Reduction::xor_;
  else
    d.fail("no operation");
  const Type type = d.take_type();
  Instruction& i = d.instruction;
  i.counter = &Counts::votes;
  i.mode = std::uint8_t(mode);
  i.d = d.destination(0, type);
  i.a = d.source(1, type);
  i.x = d.source(2, Type::b32);
  gathers(d, {});
  if (type == Type::s32) i.execute = reduce<std::int32_t>;
  if (type == Type::u32 || type == Type::b32) i.execute = reduce<std::uint32_t>;
}

void active_mask(Warp& warp, const Instruction& i, std::uint32_t mask) {
  std::uint32_t* d = warp.lanes<std::uint32_t>(i.d);
  for_lanes(mask, [=](unsigned lane) { d[lane] = mask; });
}

void decode_active_mask(Decoding& d) {
  d.instruction.d = d.destination(0, d.take_type());
  d.instruction.execute = active_mask;
}

/// elect.sync d|p, members: the lowest lane is chosen.
void elect(Warp& warp, const Instruction& i, std::uint32_t mask) {
  mask = participants(warp, i, i.x, mask);
  if (mask == 0) return;
  const std::uint32_t* members = warp.lanes<std::uint32_t>(i.x);
  std::uint32_t* d = warp.lanes<std::uint32_t>(i.d);
  std::uint32_t chosen = 0;
  for_lanes(mask, [&](unsigned lane) {
    const unsigned leader = unsigned(std::countr_zero(members[lane] & mask));
    d[lane] = leader;
    chosen |= std::uint32_t(leader == lane) << lane;
  });
  std::uint32_t& p = warp.predicate(i.e);
  p = (p & ~mask) | chosen;
}

void decode_elect(Decoding& d) {
  if (!d.take("sync")) d.fail("elect without .sync");
  const Operand& result = d.operand(0);
  if (result.kind != Operand::Kind::pair) d.fail("no predicate");
  d.instruction.d = d.destination(result.elements[0], Type::b32);
  d.instruction.e = d.predicate_destination(result.elements[1]);
  d.instruction.x = d.source(1, Type::b32);
  gathers(d, {});
  d.instruction.execute = elect;
}

}  // namespace

void add_collectives(Opcodes& opcodes) {
  opcodes.add("shfl", first_written, decode_shfl, passes<Propagation::collective>);
  opcodes.add("vote", first_written, decode_vote, passes<Propagation::collective>);
  opcodes.add("match", first_written, decode_match, passes<Propagation::collective>);
  opcodes.add("redux", first_written, decode_redux, passes<Propagation::collective>);
  opcodes.add("activemask", first_written, decode_active_mask);
  opcodes.add("elect", first_written, decode_elect);
}

}  // namespace simulator
