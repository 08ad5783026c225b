#include "simulator/machine/undefined/propagation.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <initializer_list>

namespace simulator {
namespace {

using Kind = RegisterOperand::Kind;

constexpr std::uint64_t ones(unsigned bytes) {
  return bytes >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * bytes) - 1;
}

/// Undefined bits beside a value.
struct Partly {
  std::uint64_t value, undefined;

  std::uint64_t least() const { return value & ~undefined; }
  std::uint64_t most() const { return value | undefined; }
};

std::uint64_t undefined_sum(const Partly& a, const Partly& b) {
  return a.undefined | b.undefined | ((a.least() + b.least()) ^ (a.most() + b.most()));
}

std::uint64_t undefined_difference(const Partly& a, const Partly& b) {
  return a.undefined | b.undefined | ((a.least() - b.most()) ^ (a.most() - b.least()));
}

/// The lowest bit that differs where one factor's bits do is that bit times the lowest bit of the
/// other that may be set.
std::uint64_t undefined_product(const Partly& a, const Partly& b) {
  unsigned lowest = 64;
  for (const auto& [one, other] : {std::pair(a, b), std::pair(b, a)})
    if (one.undefined != 0 && other.most() != 0)
      lowest = std::min(lowest,
                        unsigned(std::countr_zero(one.undefined) + std::countr_zero(other.most())));
  return lowest >= 64 ? 0 : ~std::uint64_t{0} << lowest;
}

/// The bits that can be both, of a function of three bits that `table` holds. `same`: b is a.
std::uint64_t undefined_by(std::uint8_t table, const Partly& a, const Partly& b, const Partly& c,
                           bool same) {
  std::uint64_t set = 0, clear = 0;
  for (unsigned k = 0; k < 8; ++k) {
    const bool x = k & 4, y = k & 2, z = k & 1;
    if (same && x != y) continue;
    const auto may_be = [](const Partly& p, bool bit) {
      return p.undefined | (bit ? p.value : ~p.value);
    };
    (table >> k & 1 ? set : clear) |= may_be(a, x) & may_be(b, y) & may_be(c, z);
  }
  return set & clear;
}

/// Can a comparison of integers come out both ways?
bool is_undecided(Order3 order, Partly a, Partly b, unsigned bytes, bool sign) {
  if ((a.undefined | b.undefined) == 0) return false;
  if (order == Order3::equal)
    return ((a.value ^ b.value) & ~a.undefined & ~b.undefined & ones(bytes)) == 0;
  if (sign) {
    const std::uint64_t top = std::uint64_t{1} << (8 * bytes - 1);
    a.value ^= top;
    b.value ^= top;
  }
  switch (order) {
    case Order3::less:
    case Order3::greater_or_equal:
      return a.most() >= b.least() && a.least() < b.most();
    case Order3::less_or_equal:
    case Order3::greater:
      return a.most() > b.least() && a.least() <= b.most();
    default:
      return true;
  }
}

class Propagating {
 public:
  Propagating(Warp& warp, FrameShadow& shadow, const Instruction& i, const Dataflow& flow,
              std::span<const RegisterOperand> operands, std::uint32_t mask)
      : warp_(warp), shadow_(shadow), i_(i), flow_(flow), operands_(operands), mask_(mask) {
    for (const RegisterOperand& each : operands) {
      if (each.kind == Kind::result) continue;
      const std::uint32_t lanes = shadow.lanes(each.slot) & ~undefined_;
      for_lanes(lanes, [&](unsigned lane) { origins_[lane] = shadow.origin(each.slot, lane); });
      undefined_ |= lanes;
    }
    undefined_ &= mask;
  }

  void run() {
    using enum Propagation;
    switch (flow_.how) {
      case carried:
        return carry();
      case logic:
        return flow_of_logic();
      case sum:
        return each_lane(flow_.size, [&](unsigned lane) {
          return undefined_sum(part(i_.a, lane), part(i_.b, lane));
        });
      case difference:
        return each_lane(flow_.size, [&](unsigned lane) {
          return i_.a == i_.b ? 0 : undefined_difference(part(i_.a, lane), part(i_.b, lane));
        });
      case product:
        return multiply();
      case comparison:
        return compare();
      case bytes:
        return in_parts(8);
      case halves:
        return in_parts(16);
      case two_halves:
        return each_lane(4, [&](unsigned lane) {
          return (shadow_.bits(i_.a, 4, lane) != 0 ? 0xffff0000u : 0u) |
                 (shadow_.bits(i_.b, 4, lane) != 0 ? 0xffffu : 0u);
        });
      default:
        return all(undefined_);
    }
  }

 private:
  /// All of the results is undefined in these lanes, and nothing in the others.
  void all(std::uint32_t lanes) {
    for (const RegisterOperand& each : operands_) {
      if (each.kind != Kind::result) continue;
      shadow_.define(each.slot, mask_ & ~lanes);
      make_all(each, lanes);
    }
  }
  void make_all(const RegisterOperand& result, std::uint32_t lanes) {
    static constexpr std::array<std::byte, 16> every = [] {
      std::array<std::byte, 16> bytes{};
      bytes.fill(std::byte{0xff});
      return bytes;
    }();
    for_lanes(lanes, [&](unsigned lane) {
      shadow_.set_wide(result.slot, result.size, lane, every.data(), origins_[lane]);
    });
  }

  std::uint64_t value(Slot slot, unsigned size, unsigned lane) const {
    std::uint64_t value = 0;
    std::memcpy(&value, warp_.lanes<std::byte>(slot) + lane * size, std::min(size, 8u));
    return value;
  }
  Partly part(Slot slot, unsigned lane, unsigned size) const {
    return {value(slot, size, lane), shadow_.bits(slot, size, lane)};
  }
  Partly part(Slot slot, unsigned lane) const { return part(slot, lane, flow_.size); }

  const RegisterOperand* result() const {
    const auto found = std::find_if(operands_.begin(), operands_.end(),
                                    [](const auto& each) { return each.kind == Kind::result; });
    return found == operands_.end() ? nullptr : &*found;
  }

  /// The one result's undefined bits, from those of the operands.
  template <class Bits>
  void each_lane(unsigned size, Bits&& bits) {
    const RegisterOperand* const to = result();
    if (to == nullptr) return;
    std::uint64_t found[warp_size];  // before any is written: operands may lie there
    for_lanes(undefined_, [&](unsigned lane) { found[lane] = bits(lane) & ones(size); });
    shadow_.define(to->slot, mask_ & ~undefined_);
    for_lanes(undefined_, [&](unsigned lane) {
      shadow_.set(to->slot, to->size, lane, found[lane], origins_[lane]);
    });
  }
  void set_predicate(Slot slot, std::uint32_t undefined) {
    shadow_.define(slot, mask_ & ~undefined);
    for_lanes(mask_ & undefined,
              [&](unsigned lane) { shadow_.set(slot, 0, lane, 1, origins_[lane]); });
  }

  void multiply() {
    const RegisterOperand* const to = result();
    if (to == nullptr) return;
    const unsigned size = to->size;
    each_lane(size, [&](unsigned lane) {
      const Partly a = part(i_.a, lane), b = part(i_.b, lane);
      const std::uint64_t undefined = undefined_product(a, b);
      if (i_.c == no_slot) return undefined;
      std::uint64_t product = a.value * b.value;
      if (flow_.size < size) {
        const unsigned shift = 64 - 8 * flow_.size;
        const auto widened = [&](std::uint64_t v) {
          return flow_.sign ? std::uint64_t(std::int64_t(v << shift) >> shift) : v;
        };
        product = widened(a.value) * widened(b.value);
      }
      return undefined_sum({product & ones(size), undefined & ones(size)}, part(i_.c, lane, size));
    });
  }

  void in_parts(unsigned bits) {
    const std::uint64_t field = (std::uint64_t{1} << bits) - 1;
    each_lane(4, [&](unsigned lane) {
      std::uint64_t any = 0, parts = 0;
      for (const RegisterOperand& each : operands_)
        if (each.kind != Kind::result) any |= shadow_.bits(each.slot, each.size, lane);
      for (unsigned k = 0; k < 32; k += bits)
        if (any >> k & field) parts |= field << k;
      return parts;
    });
  }

  void flow_of_logic() {
    const std::uint8_t table = flow_.variant != 0 ? flow_.variant : i_.mode;
    const RegisterOperand* const to = result();
    if (to == nullptr) return;
    const bool same = i_.b != no_slot && i_.a == i_.b && i_.negate_a == i_.negate_b;
    if (to->size == 0) {
      const std::uint64_t undefined =
          undefined_by(table, predicate(i_.a, i_.negate_a), predicate(i_.b, i_.negate_b), {}, same);
      return set_predicate(to->slot, std::uint32_t(undefined));
    }
    each_lane(to->size, [&](unsigned lane) {
      const auto operand = [&](Slot slot) {
        return slot == no_slot ? Partly{0, 0} : part(slot, lane, to->size);
      };
      return undefined_by(table, operand(i_.a), operand(i_.b), operand(i_.c), same);
    });
  }
  Partly predicate(Slot slot, bool negated) const {
    if (slot == no_slot) return {0, 0};
    const std::uint32_t value = warp_.predicate(slot);
    return {negated ? ~value : value, shadow_.lanes(slot)};
  }

  /// setp: the comparison, and then perhaps logic with a predicate.
  void compare() {
    std::uint32_t undecided = 0;
    for_lanes(mask_ & (shadow_.lanes(i_.a) | shadow_.lanes(i_.b)), [&](unsigned lane) {
      const Order3 order = Order3(flow_.variant);
      const bool both =
          order == Order3::unknown ||
          is_undecided(order, part(i_.a, lane), part(i_.b, lane), flow_.size, flow_.sign);
      undecided |= std::uint32_t(both && (order == Order3::unknown || i_.a != i_.b)) << lane;
    });
    if (i_.mode == 0) {  // no logic
      set_predicate(i_.d, undecided);
      if (i_.e != no_slot) set_predicate(i_.e, undecided);
      return;
    }
    const Partly with = predicate(i_.c, i_.negate_c);
    const Partly compared{i_.payload.as<LaneComparison>().bits(warp_, i_, mask_), undecided};
    constexpr std::uint8_t tables[] = {0xf0, 0xf0 & 0xcc, 0xf0 | 0xcc, 0xf0 ^ 0xcc};
    const std::uint8_t table = tables[i_.mode & 3];
    const std::uint64_t yes = undefined_by(table, compared, with, {}, false);
    const std::uint64_t no =
        undefined_by(table, {~compared.value, compared.undefined}, with, {}, false);
    set_predicate(i_.d, std::uint32_t(yes));
    if (i_.e != no_slot) set_predicate(i_.e, std::uint32_t(no));
  }

  // Carried.

  /// An operand that steers, with its value in place of its undefined bits while that lasts.
  class Steering {
   public:
    Steering(Warp& warp, FrameShadow& shadow, Slot slot, unsigned bytes)
        : at_(shadow.bits(slot)), bytes_(bytes) {
      std::memcpy(kept_, at_, bytes);
      std::memcpy(at_, warp.lanes<std::byte>(slot), bytes);
    }
    /// But for lanes whose result lies there now.
    void end(std::uint32_t results) {
      if (bytes_ == 4 || results == 0) {
        std::memcpy(at_, kept_, bytes_);
        return;
      }
      for_lanes(~results, [&](unsigned lane) { std::memcpy(at_ + lane * 4, kept_ + lane * 4, 4); });
    }

   private:
    std::byte* at_;
    unsigned bytes_;
    std::byte kept_[4 * warp_size];
  };

  void carry() {
    struct {
      std::uint8_t which;
      Slot slot;
    } const slots[] = {{steers::a, i_.a}, {steers::b, i_.b}, {steers::c, i_.c}, {steers::x, i_.x}};
    std::uint32_t unsteered = 0;
    for (const auto& [which, slot] : slots) {
      if ((flow_.steered & which) == 0) continue;
      unsteered |= shadow_.lanes(slot) & mask_;
      for (const auto& [other, data] : slots)
        if ((flow_.steered & other) == 0 && data == slot) return all(undefined_);
    }
    const bool by_predicate = flow_.variant != 0;
    const RegisterOperand* const to = result();
    std::uint64_t chosen[warp_size];  // of selp, by a predicate that is undefined
    if (by_predicate && to != nullptr)
      for_lanes(unsteered, [&](unsigned lane) {
        const Partly a = part(i_.a, lane, to->size), b = part(i_.b, lane, to->size);
        chosen[lane] = a.undefined | b.undefined | (a.value ^ b.value);
      });
    std::vector<Steering> steering;
    std::vector<Slot> steered;
    for (const auto& [which, slot] : slots)
      if ((flow_.steered & which) != 0 &&
          std::find(steered.begin(), steered.end(), slot) == steered.end()) {
        steering.emplace_back(warp_, shadow_, slot, by_predicate ? 4 : 4 * warp_size);
        steered.push_back(slot);
      }
    warp_.execute_on_shadow(i_, mask_);
    for (std::size_t k = 0; k < steering.size(); ++k)
      steering[k].end(steered[k] == i_.d ? mask_ : 0);
    for (const RegisterOperand& each : operands_) {
      if (each.kind != Kind::result) continue;
      if (each.size == 0) continue;
      shadow_.look(each.slot, each.size, mask_, origins_);
      if (!by_predicate) make_all(each, unsteered);
    }
    if (by_predicate && to != nullptr)
      for_lanes(unsteered, [&](unsigned lane) {
        shadow_.set(to->slot, to->size, lane, chosen[lane], origins_[lane]);
      });
  }

  Warp& warp_;
  FrameShadow& shadow_;
  const Instruction& i_;
  const Dataflow& flow_;
  std::span<const RegisterOperand> operands_;
  std::uint32_t mask_, undefined_ = 0;
  std::array<OriginNumber, warp_size> origins_{};
};

}  // namespace

void propagate(Warp& warp, FrameShadow& shadow, const Instruction& i, const Dataflow& flow,
               std::span<const RegisterOperand> operands, std::uint32_t mask) {
  Propagating(warp, shadow, i, flow, operands, mask).run();
}

void make_undefined(FrameShadow& shadow, std::span<const RegisterOperand> operands,
                    std::uint32_t lanes, Slot cause) {
  static constexpr std::byte every[16] = {
      std::byte{0xff}, std::byte{0xff}, std::byte{0xff}, std::byte{0xff},
      std::byte{0xff}, std::byte{0xff}, std::byte{0xff}, std::byte{0xff},
      std::byte{0xff}, std::byte{0xff}, std::byte{0xff}, std::byte{0xff},
      std::byte{0xff}, std::byte{0xff}, std::byte{0xff}, std::byte{0xff}};
  for (const RegisterOperand& each : operands)
    if (each.kind == Kind::result)
      for_lanes(lanes, [&](unsigned lane) {
        shadow.set_wide(each.slot, each.size, lane, every, shadow.origin(cause, lane));
      });
}

}  // namespace simulator
