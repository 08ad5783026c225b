#include <algorithm>
#include <array>
#include <bit>
#include <iterator>

#include "simulator/instructions/atomic_operations.hpp"
#include "simulator/instructions/copies/async_store.hpp"
#include "simulator/instructions/lanes.hpp"
#include "simulator/instructions/modifiers.hpp"
#include "simulator/machine/access/request.hpp"
#include "simulator/observation/trace.hpp"
#include "simulator/observation/traffic.hpp"
#include "simulator/program/decoding.hpp"

namespace simulator {
namespace {

using atomic::Operation, atomic::operation_names, atomic::Two;

void count(Request& r) {
  if (!r.warp.execution().checked()) return;
  Counts& counts = r.warp.execution().counts();
  const auto lanes = std::uint64_t(std::popcount(r.mask));
  if (r.is_remote()) {
    ++counts.remote_shared_atomic_requests;
  } else if (r.space == StateSpace::shared) {
    ++counts.shared_atomic_requests;
    counts.shared_atomic_lanes += lanes;
  } else {
    ++counts.global_atomic_requests;
    counts.global_atomic_lanes += lanes;
  }
  counts.atomic_max_same_address = std::max<std::uint64_t>(
      counts.atomic_max_same_address, most_on_one_address(r.addresses, r.mask));
}

/// Of a vector, its operands and results.
struct Update : Access {
  std::array<Slot, 4> values{no_slot, no_slot, no_slot, no_slot}, olds = values;
};

/// Of atomics whose results nobody reads, and that come to the same in any order: what they are.
std::uint8_t commuting(Operation operation, Type type) {
  constexpr Type known[] = {Type::b32, Type::u32, Type::s32, Type::b64, Type::u64, Type::s64};
  const auto kind = [&](unsigned sort) {
    constexpr unsigned some = 128;
    return std::uint8_t(some | unsigned(operation) << 2 | (size_of(type) == 8) << 1 | sort);
  };
  if (std::find(std::begin(known), std::end(known), type) == std::end(known)) return 0;
  switch (operation) {
    case Operation::add:
    case Operation::and_:
    case Operation::or_:
    case Operation::xor_:
      return kind(0);
    case Operation::min:
    case Operation::max:
      return kind(is_signed(type));
    default:
      return 0;
  }
}

/// Beside other cores.
template <class T>
void update_shared(Operation operation, std::byte* place, T b) {
  if constexpr (std::is_integral_v<T> && (sizeof(T) == 4 || sizeof(T) == 8)) {
    auto* const there = reinterpret_cast<T*>(place);
    T old = __atomic_load_n(there, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(there, &old, apply(operation, old, b, T{}, true), true,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
  }
}

/// What is undefined of what an atomic writes, where such bits were there before.
template <class T>
void remain_undefined(std::byte* bits, Operation operation, const T& old, const T& b) {
  if constexpr (std::is_integral_v<T> && sizeof(T) <= 8) {
    T undefined;
    std::memcpy(&undefined, bits, sizeof undefined);
    switch (operation) {
      case Operation::add: {
        const auto least = std::uint64_t(old & T(~undefined)) + std::uint64_t(b),
                   most = std::uint64_t(old | undefined) + std::uint64_t(b);
        undefined |= T(least ^ most);
        break;
      }
      case Operation::and_:
        undefined &= b;
        break;
      case Operation::or_:
        undefined &= T(~b);
        break;
      case Operation::xor_:
        break;
      default:
        undefined = operation == Operation::exch ? T(0) : T(~T(0));
    }
    std::memcpy(bits, &undefined, sizeof undefined);
    return;
  }
  std::fill_n(bits, sizeof(T), operation == Operation::exch ? std::byte{0} : std::byte{0xff});
}

/// Before a lane's update: undefined bits of what is there go into the registers and remain in
/// memory.
template <class T>
[[gnu::noinline]] void pass_undefined(Request& r, const Update& u, unsigned lane,
                                      const std::byte* place) {
  if ((r.undefined >> lane & 1) == 0) return;
  const OriginNumber origin = r.origin(lane);
  std::byte* bits = r.undefined_bits[lane];
  for (unsigned k = 0; k < u.count; ++k, bits += sizeof(T)) {
    if (std::all_of(bits, bits + sizeof(T), [](std::byte each) { return each == std::byte{0}; }))
      continue;
    T old;
    std::memcpy(&old, place + k * sizeof(T), sizeof old);
    const Slot to = u.count > 1 ? u.olds[k] : r.i.d, with = u.count > 1 ? u.values[k] : r.i.b;
    if (to != no_slot) {
      r.warp.shadow().set_wide(to, sizeof(T), lane, bits, origin);
      r.warp.follow();
    }
    remain_undefined(bits, Operation(r.i.mode), old, r.warp.lanes<T>(with)[lane]);
  }
  r.undefine(lane, r.undefined_bits[lane], origin);
}

/// The bytes that differ, from the first to the last.
template <class T>
BytePart changed(const T& one, const T& other) {
  const auto *a = reinterpret_cast<const std::byte*>(&one),
             *b = reinterpret_cast<const std::byte*>(&other);
  unsigned first = 0, end = sizeof(T);
  while (first < end && a[first] == b[first]) ++first;
  while (end > first && a[end - 1] == b[end - 1]) --end;
  return {first, end - first};
}

/// The lanes take their turns, lowest first.
template <class T>
void update(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const T* b = i.b == no_slot ? nullptr : warp.lanes<T>(i.b);
  const T* c = i.c == no_slot ? b : warp.lanes<T>(i.c);
  T* d = i.d == no_slot ? nullptr : warp.lanes<T>(i.d);
  const Update& u = i.payload.as<Update>();
  const bool alongside = warp.execution().is_worker();  // it does only what commutes
  for_spaces(warp, i, u, mask, [&](Request& r) {
    r.follows = Operation(i.mode) != Operation::cas;  // which depends on what is there
    count(r);
    if (r.ordering.of_part)
      for_lanes(r.mask, [&](unsigned lane) { r.parts[lane] = changed(b[lane], c[lane]); });
    r.prepare(Use::update);
    const bool flushed = r.space == StateSpace::global;
    const std::uint32_t wanted = r.mask;
    r.visit(Use::update, nullptr, [&](unsigned lane, std::byte* place) {
      if (r.undefined != 0) [[unlikely]]
        pass_undefined<T>(r, u, lane, place);
      if (u.count > 1) {
        T values[4];
        for (unsigned k = 0; k < u.count; ++k) values[k] = warp.lanes<T>(u.values[k])[lane];
        for (unsigned k = 0; k < u.count; ++k) {
          T old;
          std::memcpy(&old, place + k * sizeof(T), sizeof old);
          const T value = apply(Operation(i.mode), old, values[k], T{}, flushed);
          if (u.olds[k] != no_slot) warp.lanes<T>(u.olds[k])[lane] = old;
          std::memcpy(place + k * sizeof(T), &value, sizeof value);
        }
        warp.execution().progressed();
        return;
      }
      if (alongside && flushed) return update_shared(Operation(i.mode), place, b[lane]);
      // quote: turns
      T old;
      std::memcpy(&old, place, sizeof old);
      const T value = apply(Operation(i.mode), old, b[lane], c[lane], flushed);
      if (std::memcmp(&old, &value, sizeof old) != 0) {
        std::memcpy(place, &value, sizeof value);
        warp.execution().progressed();
      }
      if (d != nullptr) d[lane] = old;
      // end quote
      if (Trace* trace = warp.execution().trace())
        trace->atomic(warp, i, u.type, lane, r.addresses[lane], &old, &value);
    });
    for_lanes(wanted & ~r.mask, [&](unsigned lane) {  // left out
      if (d != nullptr) d[lane] = T{};
      for (const Slot old : u.olds)
        if (old != no_slot) warp.lanes<T>(old)[lane] = T{};
    });
  });
}

Execute executor(Type type, Operation operation) {
  const bool add = operation == Operation::add,
             bits = operation == Operation::exch || operation == Operation::cas;
  switch (type) {
    case Type::b16:
    case Type::u16:
      return operation == Operation::cas ? update<std::uint16_t> : nullptr;
    case Type::b32:
    case Type::u32:
      return update<std::uint32_t>;
    case Type::s32:
      return update<std::int32_t>;
    case Type::b64:
    case Type::u64:
      return update<std::uint64_t>;
    case Type::s64:
      return update<std::int64_t>;
    case Type::b128:
      return bits ? update<unsigned __int128> : nullptr;
    case Type::f32:
      return add || operation == Operation::exch ? update<float> : nullptr;
    case Type::f64:
      return add || operation == Operation::exch ? update<double> : nullptr;
    case Type::f16:
      return add ? update<Half> : nullptr;
    case Type::bf16:
      return add ? update<Bfloat> : nullptr;
    case Type::f16x2:
      return add ? update<Two<Half>> : nullptr;
    case Type::bf16x2:
      return add ? update<Two<Bfloat>> : nullptr;
    default:
      return nullptr;
  }
}

void decode(Decoding& d, bool result) {
  if (!result && d.take("async")) return decode_async_store(d, true);
  Instruction& i = d.instruction;
  i.kind = InstructionClass::memory;
  Update u;
  u.ordering = take_ordering(d, true);
  u.ordering.returns = result;
  u.ordering.weighed = d.guesses() == Guess::weighed;
  u.space = take_space(d);
  if (u.space == StateSpace::local || u.space == StateSpace::param ||
      u.space == StateSpace::constant)
    d.fail("not supported");
  d.ignore({"noftz"});
  const bool hinted = d.take("L2::cache_hint");
  unsigned operation = 0;
  while (operation < std::size(operation_names) && !d.take(operation_names[operation])) ++operation;
  if (operation == std::size(operation_names)) d.fail("no operation");
  i.mode = std::uint8_t(operation);
  u.count = take_vector(d);
  u.type = d.take_type();
  i.execute = executor(u.type, Operation(operation));
  std::size_t k = 0;
  if (u.count == 1) {
    if (result) i.d = d.destination(k++, u.type);
    u.address = d.address(d.operand(k++), u.space);
    i.b = d.source(k++, u.type);
    if (Operation(operation) == Operation::cas) {
      i.c = d.source(k++, u.type);
      u.ordering.of_part = size_of(u.type) == 4 && d.frame().is_of_word(d.operand(result ? 1 : 0));
    }
    const bool unread = !result || (d.operand(0).kind == Operand::Kind::reg &&
                                    !d.frame().is_read(d.operand(0).index));
    if (unread && u.ordering.order == MemoryOrder::relaxed &&
        u.ordering.strength != Strength::block)
      u.ordering.commuting = commuting(Operation(operation), u.type);
  } else {
    if (Operation(operation) != Operation::add) d.fail("not supported");
    if (result) {
      const Operand& list = d.list(k++, u.count);
      for (unsigned element = 0; element < u.count; ++element)
        u.olds[element] = d.destination(list.elements[element], u.type);
    }
    u.address = d.address(d.operand(k++), u.space);
    const Operand& list = d.list(k++, u.count);
    for (unsigned element = 0; element < u.count; ++element)
      u.values[element] = d.source(list.elements[element], u.type);
  }
  if (hinted) d.source(k, Type::b64);
  i.payload = u;
}

}  // namespace

void add_atomics(Opcodes& opcodes) {
  opcodes.add("atom", first_written, [](Decoding& d) { decode(d, true); });
  opcodes.add("red", all_read, [](Decoding& d) { decode(d, false); });
}

}  // namespace simulator
