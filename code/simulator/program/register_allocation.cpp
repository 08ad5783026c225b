#include "simulator/program/register_allocation.hpp"

#include <algorithm>
#include <bit>
#include <map>

namespace simulator {
namespace {

constexpr std::uint32_t lanes = 32, granule = 32;  // bytes

template <class Visit>
void for_registers(const Operand& operand, Visit&& visit) {
  if (operand.kind == Operand::Kind::reg) visit(operand.index);
  for (const Operand& element : operand.elements) for_registers(element, visit);
}

/// A set of registers.
class Bits {
 public:
  explicit Bits(std::size_t size) : words_((size + 63) / 64) {}
  void set(std::size_t i) { words_[i / 64] |= std::uint64_t{1} << i % 64; }
  bool test(std::size_t i) const { return words_[i / 64] >> i % 64 & 1; }
  /// this |= more; true if it grew.
  bool add(const Bits& more) {
    std::uint64_t grown = 0;
    for (std::size_t k = 0; k < words_.size(); ++k) {
      grown |= more.words_[k] & ~words_[k];
      words_[k] |= more.words_[k];
    }
    return grown != 0;
  }
  /// this |= more − less; true if it grew.
  bool add_difference(const Bits& more, const Bits& less) {
    std::uint64_t grown = 0;
    for (std::size_t k = 0; k < words_.size(); ++k) {
      const std::uint64_t word = more.words_[k] & ~less.words_[k];
      grown |= word & ~words_[k];
      words_[k] |= word;
    }
    return grown != 0;
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t k = 0; k < words_.size(); ++k)
      for (std::uint64_t word = words_[k]; word != 0; word &= word - 1)
        visit(unsigned(64 * k + unsigned(std::countr_zero(word))));
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace

std::vector<LiveRange> live_ranges(std::size_t registers,
                                   const std::vector<std::vector<RegisterUse>>& uses,
                                   const ControlFlow& flow) {
  const std::uint32_t blocks = flow.blocks();
  std::vector<Bits> used(blocks, Bits(registers)), defined = used, in = used, out = used;
  std::vector<LiveRange> ranges(registers);
  for (std::uint32_t b = 0; b < blocks; ++b) {
    for (std::uint32_t k = flow.starts[b]; k < flow.starts[b + 1]; ++k) {
      for (const auto& [r, role] : uses[k]) {
        ranges[r].extend(k);
        if (role != Role::written && !defined[b].test(r)) used[b].set(r);
      }
      for (const auto& [r, role] : uses[k])
        if (role != Role::read) defined[b].set(r);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t b = blocks; b-- > 0;) {
      for (const std::uint32_t next : flow.successors[b])
        if (next < blocks) out[b].add(in[next]);
      changed |= in[b].add(used[b]);
      changed |= in[b].add_difference(out[b], defined[b]);
    }
  }
  for (std::uint32_t b = 0; b < blocks; ++b) {
    in[b].for_each([&](unsigned r) { ranges[r].extend(flow.starts[b]); });
    out[b].for_each([&](unsigned r) { ranges[r].extend(flow.starts[b + 1] - 1); });
  }
  return ranges;
}

std::vector<RegisterUse> register_uses(const Statement& s) {
  std::vector<RegisterUse> uses;
  const bool guarded = s.guard.kind == Operand::Kind::reg;
  if (guarded) uses.push_back({s.guard.index, Role::read});
  for (std::size_t k = 0; k < s.operands.size(); ++k) {
    Role role = role_of(s, k);
    // A guarded result leaves the old value where the guard is false.
    if (guarded && role == Role::written) role = Role::updated;
    for_registers(s.operands[k], [&](unsigned r) { uses.push_back({r, role}); });
  }
  return uses;
}

std::vector<std::vector<RegisterUse>> register_uses(const FunctionSyntax& function) {
  std::vector<std::vector<RegisterUse>> result;
  for (const Statement& s : function.statements) result.push_back(register_uses(s));
  return result;
}

std::vector<bool> read_registers(const FunctionSyntax& function) {
  std::vector<bool> read(function.registers.size());
  for (const Statement& s : function.statements) {
    for_registers(s.guard, [&](unsigned r) { read[r] = true; });
    for (std::size_t k = 0; k < s.operands.size(); ++k)
      if (role_of(s, k) != Role::written)
        for_registers(s.operands[k], [&](unsigned r) { read[r] = true; });
  }
  return read;
}

RegisterPlan allocate_registers(const std::vector<Type>& registers,
                                const std::vector<LiveRange>& ranges) {
  RegisterPlan result;
  result.offsets.assign(ranges.size(), 0);
  std::vector<std::uint32_t> order;
  for (std::uint32_t r = 0; r < ranges.size(); ++r)
    if (!ranges[r].empty()) order.push_back(r);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(ranges[a].first, a) < std::pair(ranges[b].first, b);
  });
  const auto bytes_of = [&](std::uint32_t r) {
    const Type type = registers[r];
    return type == Type::pred ? 4u : size_of(type) * lanes;
  };
  // Scan: places that are free again, by size.
  std::multimap<std::uint32_t, std::uint32_t> active;  // by the end of the range
  std::map<std::uint32_t, std::vector<std::uint32_t>> free;
  std::uint32_t words = 0;
  for (const std::uint32_t r : order) {
    while (!active.empty() && active.begin()->first < ranges[r].first) {
      const std::uint32_t ended = active.begin()->second;
      free[bytes_of(ended)].push_back(result.offsets[ended]);
      words -= bytes_of(ended) / (4 * lanes);
      active.erase(active.begin());
    }
    const std::uint32_t bytes = bytes_of(r);
    auto& places = free[bytes];
    if (places.empty()) {
      if (bytes >= granule) result.bytes = (result.bytes + granule - 1) / granule * granule;
      result.offsets[r] = result.bytes;
      result.bytes += bytes;
    } else {
      result.offsets[r] = places.back();
      places.pop_back();
    }
    active.emplace(ranges[r].last, r);
    words += bytes / (4 * lanes);
    result.pressure = std::max(result.pressure, words);
  }
  return result;
}

unsigned register_estimate(unsigned pressure, unsigned block_threads, const Device& device) {
  constexpr unsigned least = 16, spare = 6;
  const unsigned most = device.thread_registers;
  const unsigned wanted = (pressure + spare + 7) / 8 * 8;
  const unsigned available =
      block_threads == 0 ? most : device.registers / ((block_threads + 31) / 32 * 32) / 8 * 8;
  return std::max(least, std::min({wanted, available, most}));
}

}  // namespace simulator
