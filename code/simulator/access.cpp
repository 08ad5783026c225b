#include <algorithm>

#include "decoding.hpp"
#include "lanes.hpp"
#include "request.hpp"
#include "trace.hpp"
#include "traffic.hpp"

namespace simulator {

void take_strength(Decoding& d, bool atomic) {
  Instruction& i = d.instruction;
  Strength strength = atomic ? Strength::device : Strength::weak;
  Order order = Order::relaxed;
  if (d.take("volatile") || d.take("mmio")) strength = Strength::volatile_;
  const bool relaxed = d.take("relaxed");
  if (d.take("acquire"))
    order = Order::acquire;
  else if (d.take("release"))
    order = Order::release;
  else if (d.take("acq_rel"))
    order = Order::acquire_release;
  if (relaxed || order != Order::relaxed) strength = Strength::device;
  if (d.take("cta")) strength = Strength::block;
  d.ignore({"weak", "cluster", "gpu", "sys"});
  i.strength = std::uint8_t(strength);
  i.order = std::uint8_t(order);
}

void take_memory_space(Decoding& d) {
  Space& space = d.instruction.space;
  if (d.take("global"))
    space = Space::global;
  else if (d.take("shared") || d.take("shared::cta") || d.take("shared::cluster"))
    space = Space::shared;
  else if (d.take("local"))
    space = Space::local;
  else if (d.take("const"))
    space = Space::constant;
  else if (d.take("param") || d.take("param::entry") || d.take("param::func"))
    space = Space::param;
  else
    space = Space::generic;
}

void decode_async_copy(Decoding& d, bool reduce);

namespace {

void take_cache_hints(Decoding& d) {
  d.ignore({"nc", "ca", "cg", "cs", "lu", "cv", "wb", "wt", "L1::evict_normal",
            "L1::evict_unchanged", "L1::evict_first", "L1::evict_last", "L1::no_allocate",
            "L2::evict_normal", "L2::evict_first", "L2::evict_last", "L2::64B", "L2::128B",
            "L2::256B"});
}

/// The wavefronts that bank conflicts add to a request, by its width.
void count_conflicts(Request& r, unsigned wavefronts) {
  Counts& counts = r.warp.launch().counts();
  (r.bytes <= 4   ? counts.shared_conflicts_4_bytes
   : r.bytes == 8 ? counts.shared_conflicts_8_bytes
                  : counts.shared_conflicts_16_bytes) +=
      wavefronts - std::min(wavefronts, least_wavefronts(r.mask, r.bytes));
}

void count_load(Request& r) {
  if (!r.warp.launch().checked()) return;
  Counts& counts = r.warp.launch().counts();
  switch (r.space) {
    case Space::global: {
      ++counts.global_load_requests;
      const Touched there = touched(r.addresses, r.mask, r.bytes);
      counts.global_load_sectors += there.sectors;
      counts.global_load_lines += there.lines;
      counts.global_load_bytes += std::uint64_t(std::popcount(r.mask)) * r.bytes;
      break;
    }
    case Space::shared: {
      ++counts.shared_load_requests;
      const unsigned passes = load_wavefronts(r.addresses, r.mask, r.bytes);
      counts.shared_load_wavefronts += passes;
      count_conflicts(r, passes);
      break;
    }
    case Space::local:
      ++counts.local_loads;
      break;
    default:
      break;
  }
}

void count_store(Request& r) {
  if (!r.warp.launch().checked()) return;
  Counts& counts = r.warp.launch().counts();
  switch (r.space) {
    case Space::global: {
      ++counts.global_store_requests;
      const Touched there = touched(r.addresses, r.mask, r.bytes);
      counts.global_store_sectors += there.sectors;
      counts.global_store_lines += there.lines;
      counts.global_store_bytes += std::uint64_t(std::popcount(r.mask)) * r.bytes;
      break;
    }
    case Space::shared: {
      ++counts.shared_store_requests;
      const unsigned passes = store_wavefronts(r.addresses, r.mask, r.bytes);
      counts.shared_store_wavefronts += passes;
      count_conflicts(r, passes);
      break;
    }
    case Space::local:
      ++counts.local_stores;
      break;
    default:
      break;
  }
}

bool traced(const Request& r) {
  return r.space == Space::global || r.space == Space::shared;
}

template <class T>
void move_in(std::byte* to, const std::byte* const* from, unsigned at, std::uint32_t mask) {
  T* values = reinterpret_cast<T*>(to);
  for_lanes(mask, [=](unsigned lane) { std::memcpy(values + lane, from[lane] + at, sizeof(T)); });
}

template <class T, class Wide>
void widen(std::byte* to, const std::byte* const* from, unsigned at, std::uint32_t mask) {
  for_lanes(mask, [=](unsigned lane) {
    T value;
    std::memcpy(&value, from[lane] + at, sizeof value);
    reinterpret_cast<Wide*>(to)[lane] = Wide(value);
  });
}

/// Into a register of `width` bytes, by the sign of T.
template <class T>
void widen(std::byte* to, unsigned width, const std::byte* const* from, unsigned at,
           std::uint32_t mask) {
  switch (width) {
    case 2:
      return widen<T, std::int16_t>(to, from, at, mask);
    case 4:
      return widen<T, std::int32_t>(to, from, at, mask);
    default:
      return widen<T, std::int64_t>(to, from, at, mask);
  }
}

/// One element of each lane into a register; i.x: bytes of the register.
void move_in(Warp& warp, const Instruction& i, unsigned element, const std::byte* const* from,
             std::uint32_t mask) {
  const unsigned size = size_of(i.type), at = element * size;
  std::byte* to = warp.lanes<std::byte>(i.v[element]);
  if (i.x == size) {
    switch (size) {
      case 1:
        return move_in<std::uint8_t>(to, from, at, mask);
      case 2:
        return move_in<std::uint16_t>(to, from, at, mask);
      case 4:
        return move_in<std::uint32_t>(to, from, at, mask);
      case 8:
        return move_in<std::uint64_t>(to, from, at, mask);
      default:
        return move_in<unsigned __int128>(to, from, at, mask);
    }
  }
  const bool sign = is_signed(i.type);
  switch (size) {
    case 1:
      return sign ? widen<std::int8_t>(to, i.x, from, at, mask)
                  : widen<std::uint8_t>(to, i.x, from, at, mask);
    case 2:
      return sign ? widen<std::int16_t>(to, i.x, from, at, mask)
                  : widen<std::uint16_t>(to, i.x, from, at, mask);
    default:
      return sign ? widen<std::int32_t>(to, i.x, from, at, mask)
                  : widen<std::uint32_t>(to, i.x, from, at, mask);
  }
}

void load(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const unsigned size = size_of(i.type);
  for_spaces(warp, i, mask, size * i.count, [&](Request& r) {
    count_load(r);
    r.prepare(Use::read);
    const std::byte* from[warp_size];
    if (const std::byte* all = r.row(Use::read)) {
      if (i.count == 1 && i.x == size && i.v[0] != no_slot && !warp.launch().trace()) {
        std::memcpy(warp.lanes<std::byte>(i.v[0]), all, unsigned(std::popcount(r.mask)) * size);
        return;
      }
      for_lanes(r.mask, [&](unsigned lane) { from[lane] = all + lane * r.bytes; });
    } else {
      r.visit(Use::read, nullptr,
              [&](unsigned lane, const std::byte* place) { from[lane] = place; });
    }
    for (unsigned k = 0; k < i.count; ++k)
      if (i.v[k] != no_slot) move_in(warp, i, k, from, r.mask);
    if (Trace* trace = warp.launch().trace(); trace && traced(r)) trace->access(r, Use::read, from);
  });
}

/// A kernel's parameter at a known place: the same for all lanes.
template <class T>
void load_parameter(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const std::byte* from = warp.launch().parameters().data() + i.offset;
  for (unsigned k = 0; k < i.count; ++k) {
    T value;
    std::memcpy(&value, from + k * sizeof(T), sizeof value);
    T* to = warp.lanes<T>(i.v[k]);
    for_lanes(mask, [=](unsigned lane) { to[lane] = value; });
  }
}

/// `size` bytes of each lane.
template <unsigned size>
void gather(std::byte* to, unsigned to_stride, const std::byte* from, unsigned from_stride,
            std::uint32_t mask) {
  for_lanes(mask, [=](unsigned lane) {
    std::memcpy(to + lane * to_stride, from + lane * from_stride, size);
  });
}

/// The lanes' values side by side, r.bytes each: in their register, or else gathered in `room`.
const std::byte* values_to_store(Warp& warp, const Instruction& i, const Request& r,
                                 std::byte* room) {
  const unsigned size = size_of(i.type);
  if (i.count == 1 && i.x == size) return warp.lanes<std::byte>(i.v[0]);
  for (unsigned k = 0; k < i.count; ++k) {
    const std::byte* from = warp.lanes<std::byte>(i.v[k]);
    std::byte* to = room + k * size;
    const auto put_side_by_side = size == 1   ? gather<1>
                                  : size == 2 ? gather<2>
                                  : size == 4 ? gather<4>
                                              : gather<8>;
    put_side_by_side(to, r.bytes, from, i.x, r.mask);
  }
  return room;
}

template <class T>
void put(Warp& warp, std::byte* to, const std::byte* from) {
  T old, value;
  std::memcpy(&old, to, sizeof old);
  std::memcpy(&value, from, sizeof value);
  if (old == value) return;
  std::memcpy(to, &value, sizeof value);
  warp.launch().progressed();
}

/// Stores, and says so if that changes something.
void put(Warp& warp, std::byte* to, const std::byte* from, unsigned bytes) {
  switch (bytes) {
    case 1:
      return put<std::uint8_t>(warp, to, from);
    case 2:
      return put<std::uint16_t>(warp, to, from);
    case 4:
      return put<std::uint32_t>(warp, to, from);
    case 8:
      return put<std::uint64_t>(warp, to, from);
    case 16:
      return put<unsigned __int128>(warp, to, from);
    default:
      if (std::memcmp(to, from, bytes) == 0) return;
      std::memcpy(to, from, bytes);
      warp.launch().progressed();
  }
}

void store(Warp& warp, const Instruction& i, std::uint32_t mask) {
  for_spaces(warp, i, mask, size_of(i.type) * i.count, [&](Request& r) {
    count_store(r);
    r.prepare(Use::write);
    alignas(16) std::byte room[warp_size * 16];
    const std::byte* const values = values_to_store(warp, i, r, room);
    if (std::byte* all = r.row(Use::write))
      put(warp, all, values, unsigned(std::popcount(r.mask)) * r.bytes);
    else
      r.visit(Use::write, values, [&](unsigned lane, std::byte* place) {
        put(warp, place, values + lane * r.bytes, r.bytes);
      });
    if (Trace* trace = warp.launch().trace(); trace && traced(r)) {
      const std::byte* after[warp_size];
      for_lanes(r.mask, [&](unsigned lane) { after[lane] = values + lane * r.bytes; });
      trace->access(r, Use::write, after);
    }
  });
}

/// The value registers, all of one width, into v, count and x.
void value_registers(Decoding& d, const Operand& operand, Type type, bool destination) {
  Instruction& i = d.instruction;
  std::uint8_t width = 0;
  if (operand.kind != Operand::Kind::list) {
    i.v[0] = d.wide(operand, type, width, destination);
    i.x = width;
    return;
  }
  if (operand.elements.size() != i.count) d.fail("a vector of the wrong length");
  unsigned shared_width = 0;
  for (unsigned k = 0; k < i.count; ++k) {
    i.v[k] = d.wide(operand.elements[k], type, width, destination);
    if (operand.elements[k].kind != Operand::Kind::reg) continue;
    if (shared_width != 0 && width != shared_width)
      d.fail("a vector of registers of different width");
    shared_width = width;
  }
  // Constants and `_` take the width of the registers beside them.
  i.x = shared_width == 0 ? size_of(type) : shared_width;
  for (unsigned k = 0; k < i.count; ++k) {
    const Operand& element = operand.elements[k];
    if (element.kind == Operand::Kind::discard)
      i.v[k] = destination ? no_slot : d.frame().scratch();
    else if (element.kind != Operand::Kind::reg && i.x != size_of(type))
      i.v[k] = d.frame().constant(element.bits, unsigned(i.x));
  }
}

void take_vector(Decoding& d) {
  Instruction& i = d.instruction;
  if (d.take("v2"))
    i.count = 2;
  else if (d.take("v4"))
    i.count = 4;
}

template <class T>
constexpr Execute parameter_loader = load_parameter<T>;

void decode_load(Decoding& d) {
  Instruction& i = d.instruction;
  i.kind = InstructionClass::memory;
  take_strength(d, false);
  take_memory_space(d);
  take_cache_hints(d);
  const bool hinted = d.take("L2::cache_hint");
  take_vector(d);
  i.type = d.take_type();
  value_registers(d, d.operand(0), i.type, true);
  d.address(d.operand(1));
  if (hinted) d.source(2, Type::b64);
  if (size_of(i.type) * i.count > 16) d.fail("an access of more than 16 bytes");
  i.execute = load;
  const Operand& base = d.operand(1).elements.front();
  const FunctionSyntax& function = d.frame().syntax;
  if (i.space == Space::param && function.entry && base.kind == Operand::Kind::variable &&
      i.x == size_of(i.type) && base.bits < function.parameter_bytes) {
    i.computes = true;
    i.offset += std::int64_t(base.bits);
    if (i.offset < 0 ||
        std::uint64_t(i.offset) + size_of(i.type) * i.count > function.parameter_bytes)
      d.fail("a parameter out of bounds");
    for (unsigned k = 0; k < i.count; ++k)
      if (i.v[k] == no_slot) i.v[k] = d.frame().scratch();
    switch (size_of(i.type)) {
      case 1:
        i.execute = parameter_loader<std::uint8_t>;
        break;
      case 2:
        i.execute = parameter_loader<std::uint16_t>;
        break;
      case 4:
        i.execute = parameter_loader<std::uint32_t>;
        break;
      case 8:
        i.execute = parameter_loader<std::uint64_t>;
        break;
      default:
        i.execute = parameter_loader<unsigned __int128>;
    }
  }
}

void decode_store(Decoding& d) {
  Instruction& i = d.instruction;
  i.kind = InstructionClass::memory;
  take_strength(d, false);
  take_memory_space(d);
  take_cache_hints(d);
  const bool hinted = d.take("L2::cache_hint");
  take_vector(d);
  i.type = d.take_type();
  d.address(d.operand(0));
  value_registers(d, d.operand(1), i.type, false);
  if (hinted) d.source(2, Type::b64);
  if (size_of(i.type) * i.count > 16) d.fail("an access of more than 16 bytes");
  i.execute = store;
}

void nothing(Warp&, const Instruction&, std::uint32_t) {}

void decode_prefetch(Decoding& d) {
  d.ignore({"global", "local", "const", "param", "tensormap", "L1", "L2", "L2::evict_last",
            "L2::evict_normal"});
  d.instruction.kind = InstructionClass::memory;
  d.address(d.operand(0));
  d.instruction.execute = nothing;
}

/// What caches are told of addresses: to be discarded, or not kept any longer.
void decode_cache_advice(Decoding& d) {
  d.ignore({"global", "L2", "L2::evict_normal"});
  d.instruction.kind = InstructionClass::memory;
  d.address(d.operand(0));
  d.literal(d.operand(1));
  d.instruction.execute = nothing;
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

/// `size` bytes, of which the first `taken` are the source's.
void put_async(std::byte* to, unsigned size, const std::byte* from, unsigned taken) {
  if (size == 16 && taken == 16) {
    std::memcpy(to, from, 16);
  } else if (size == 4 && taken == 4) {
    std::memcpy(to, from, 4);
  } else {
    std::byte value[16] = {};
    if (taken > 0) std::memcpy(value, from, taken);
    std::memcpy(to, value, size);
  }
}

/// cp.async: a load from global and a store to shared memory. Bytes beyond the source's are zero.
/// a, offset: destination; b, target: source and its offset; c: how many bytes the source has, if
/// that differs; or e: a predicate to ignore it.
void copy_async(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const unsigned size = i.count;
  const std::uint32_t* given = i.c == no_slot ? nullptr : warp.lanes<std::uint32_t>(i.c);
  const std::uint32_t ignored = i.e == no_slot ? 0
                                : i.negate_c   ? ~warp.predicate(i.e)
                                               : warp.predicate(i.e);
  Request from(warp, i), to(warp, i);
  from.space = Space::global;
  to.space = Space::shared;
  from.mask = to.mask = mask;
  from.bytes = to.bytes = size;
  const std::uint64_t* sources = warp.lanes<std::uint64_t>(i.b);
  for_lanes(mask, [&](unsigned lane) {
    from.addresses[lane] = sources[lane] + std::uint64_t(std::int64_t(std::int32_t(i.target)));
    const std::uint64_t base =
        i.width == 8 ? warp.lanes<std::uint64_t>(i.a)[lane] : warp.lanes<std::uint32_t>(i.a)[lane];
    to.addresses[lane] = base + std::uint64_t(i.offset);
    if (given != nullptr && given[lane] == 0) from.mask &= ~(1u << lane);
  });
  from.mask &= ~ignored;
  if (from.mask != 0) count_load(from);
  count_store(to);
  if (from.mask != 0) from.prepare(Use::read);
  const bool read = from.mask == 0 || from.row(Use::read) != nullptr || from.at_once(Use::read);
  to.prepare(Use::write);
  const bool written = to.row(Use::write) != nullptr || to.at_once(Use::write);
  AsyncCopies& copies = warp.block().copies();
  const bool at_once = read && written && copies.at_once();
  const auto taken = [&](unsigned lane) {
    if ((from.mask >> lane & 1) == 0) return 0u;
    return given == nullptr ? size : std::min(size, given[lane]);
  };
  if (at_once) {
    for_lanes(mask, [&](unsigned lane) {
      put_async(to.place(lane), size, taken(lane) > 0 ? from.place(lane) : nullptr, taken(lane));
    });
    warp.launch().progressed();
    if (copies.leaves_nothing(AsyncCopy::Kind::thread)) return;
  }
  AsyncCopy copy;
  copy.warp = warp.index();
  copy.lanes = mask;
  copy.place = i.place;
  copy.chunks.resize(warp_size);
  copy.moved = at_once ? mask : 0;
  for_lanes(mask, [&](unsigned lane) {
    if ((from.mask >> lane & 1) && !read) from.note_read(lane, from.find(lane, Use::read));
    copy.chunks[lane] = {to.addresses[lane], from.addresses[lane], std::uint8_t(size),
                         std::uint8_t(taken(lane))};
    if (!written) {
      const Spot destination = to.find(lane, Use::write);
      std::byte other[16];  // no harmless write of what is there already
      for (unsigned k = 0; k < size; ++k) other[k] = ~destination.host[k];
      to.note_write(lane, destination, other);
    }
  });
  copies.begin(std::move(copy));
}

void decode_cp(Decoding& d) {
  const bool reduce = d.take("reduce");
  if (!d.take("async")) d.fail("not supported");
  Instruction& i = d.instruction;
  i.kind = InstructionClass::memory;
  decode_async_copy(d, reduce);
  if (i.execute != nullptr) return;
  d.ignore({"ca", "cg", "shared", "shared::cta", "global", "L2::64B", "L2::128B", "L2::256B"});
  const bool hinted = d.take("L2::cache_hint");
  d.address(d.operand(1));
  i.b = i.a;
  if (i.width != 8) d.fail("a global address of 32 bits");
  i.target = std::uint32_t(std::int32_t(i.offset));
  d.address(d.operand(0));
  i.count = std::uint8_t(d.literal(d.operand(2)));
  if (i.count != 4 && i.count != 8 && i.count != 16) d.fail("a copy of the wrong size");
  if (d.operands() > 3u + hinted) {
    if (d.register_type(d.operand(3)) == Type::pred)
      i.e = d.predicate(d.operand(3), i.negate_c);
    else
      i.c = d.source(3, Type::u32);
  }
  i.type = Type::b32;
  i.execute = copy_async;
}

}  // namespace

void add_access(Opcodes& opcodes) {
  opcodes["ld"] = decode_load;
  opcodes["ldu"] = decode_load;
  opcodes["st"] = decode_store;
  opcodes["prefetch"] = decode_prefetch;
  opcodes["prefetchu"] = decode_prefetch;
  opcodes["applypriority"] = decode_cache_advice;
  opcodes["createpolicy"] = decode_createpolicy;
  opcodes["discard"] = decode_cache_advice;
  opcodes["cp"] = decode_cp;
}

}  // namespace simulator
