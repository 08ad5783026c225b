#include "allocation.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <string_view>

namespace simulator {
namespace {

constexpr std::uint32_t lanes = 32, granule = 32;  // bytes

/// Opcodes whose first operand is no result.
bool has_no_result(const Statement& s) {
  static constexpr std::string_view none[] = {"st",        "red",  "bra",   "brx",    "call",
                                              "ret",       "exit", "trap",  "brkpt",  "prefetch",
                                              "prefetchu", "cp",   "fence", "membar", "nanosleep"};
  if (s.opcode == "bar" || s.opcode == "barrier")
    return std::find(s.modifiers.begin(), s.modifiers.end(), "red") == s.modifiers.end();
  return std::find(std::begin(none), std::end(none), s.opcode) != std::end(none);
}

template <class Visit>
void for_registers(const Operand& operand, Visit&& visit) {
  if (operand.kind == Operand::Kind::reg) visit(operand.index);
  for (const Operand& element : operand.elements) for_registers(element, visit);
}

template <class Defines, class Uses>
void for_accesses(const Statement& s, Defines&& defines, Uses&& uses) {
  const bool guarded = s.guard.kind == Operand::Kind::reg;
  if (guarded) uses(s.guard.index);
  for (std::size_t k = 0; k < s.operands.size(); ++k) {
    const bool result = k == 0 && !has_no_result(s) && s.operands[0].kind != Operand::Kind::address;
    if (!result) {
      for_registers(s.operands[k], uses);
      continue;
    }
    // A guarded result leaves the old value where the guard is false.
    if (guarded) for_registers(s.operands[k], uses);
    for_registers(s.operands[k], defines);
  }
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

struct Range {
  std::uint32_t first = ~std::uint32_t{0}, last = 0;
  void extend(std::uint32_t at) {
    first = std::min(first, at);
    last = std::max(last, at);
  }
  bool empty() const { return first > last; }
};

/// From the first to the last statement where each register holds something that is still wanted.
std::vector<Range> live_ranges(const FunctionSyntax& function) {
  const auto size = std::uint32_t(function.statements.size());
  const std::size_t registers = function.registers.size();
  const auto successors = successors_of(function);
  std::vector<bool> leads(size + 1);
  leads[0] = true;
  for (std::uint32_t k = 0; k < size; ++k) {
    if (successors[k].size() == 1 && successors[k][0] == k + 1) continue;
    leads[k + 1] = true;
    for (const std::uint32_t next : successors[k]) leads[next] = true;
  }
  std::vector<std::uint32_t> starts, block_of(size + 1);
  for (std::uint32_t k = 0; k < size; ++k) {
    if (leads[k]) starts.push_back(k);
    block_of[k] = std::uint32_t(starts.size()) - 1;
  }
  const auto blocks = std::uint32_t(starts.size());
  const auto end_of = [&](std::uint32_t b) { return b + 1 < blocks ? starts[b + 1] : size; };

  std::vector<Bits> used(blocks, Bits(registers)), defined = used, in = used, out = used;
  std::vector<Range> ranges(registers);
  for (std::uint32_t b = 0; b < blocks; ++b) {
    for (std::uint32_t k = starts[b]; k < end_of(b); ++k) {
      for_accesses(
          function.statements[k], [](unsigned) {},
          [&](unsigned r) {
            ranges[r].extend(k);
            if (!defined[b].test(r)) used[b].set(r);
          });
      for_accesses(
          function.statements[k],
          [&](unsigned r) {
            ranges[r].extend(k);
            defined[b].set(r);
          },
          [](unsigned) {});
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t b = blocks; b-- > 0;) {
      for (const std::uint32_t next : successors[end_of(b) - 1])
        if (next < size) out[b].add(in[block_of[next]]);
      changed |= in[b].add(used[b]);
      changed |= in[b].add_difference(out[b], defined[b]);
    }
  }
  for (std::uint32_t b = 0; b < blocks; ++b) {
    in[b].for_each([&](unsigned r) { ranges[r].extend(starts[b]); });
    out[b].for_each([&](unsigned r) { ranges[r].extend(end_of(b) - 1); });
  }
  return ranges;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> successors_of(const FunctionSyntax& function) {
  const auto size = std::uint32_t(function.statements.size());
  std::vector<std::vector<std::uint32_t>> result(size);
  const auto go = [&](std::uint32_t from, std::string_view label) {
    if (const auto to = function.labels.find(label); to != function.labels.end())
      result[from].push_back(to->second);
  };
  for (std::uint32_t k = 0; k < size; ++k) {
    const Statement& s = function.statements[k];
    bool falls = s.guard.kind == Operand::Kind::reg;
    if (s.opcode == "bra" && !s.operands.empty()) {
      go(k, s.operands[0].name);
    } else if (s.opcode == "brx" && s.operands.size() > 1) {
      if (const auto list = function.label_lists.find(s.operands[1].name);
          list != function.label_lists.end())
        for (std::string_view label : list->second) go(k, label);
    } else if (s.opcode == "ret" || s.opcode == "exit" || s.opcode == "trap" ||
               s.opcode == "brkpt") {
      result[k].push_back(size);
    } else {
      falls = true;
    }
    if (falls) result[k].push_back(k + 1);
  }
  return result;
}

RegisterPlan allocate_registers(const FunctionSyntax& function) {
  const std::vector<Range> ranges = live_ranges(function);
  RegisterPlan result;
  result.offsets.assign(ranges.size(), 0);
  std::vector<std::uint32_t> order;
  for (std::uint32_t r = 0; r < ranges.size(); ++r)
    if (!ranges[r].empty()) order.push_back(r);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(ranges[a].first, a) < std::pair(ranges[b].first, b);
  });
  const auto bytes_of = [&](std::uint32_t r) {
    const Type type = function.registers[r];
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

}  // namespace simulator
