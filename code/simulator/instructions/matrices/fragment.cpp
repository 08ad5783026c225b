#include "simulator/instructions/matrices/fragment.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace simulator {
namespace {

struct Named {
  std::string_view name;
  Element element;
};
constexpr Named names[] = {
    {"f16", Element::f16},   {"bf16", Element::bf16}, {"tf32", Element::tf32},
    {"e4m3", Element::e4m3}, {"e5m2", Element::e5m2}, {"s8", Element::s8},
    {"u8", Element::u8},     {"s4", Element::s4},     {"u4", Element::u4},
    {"b1", Element::b1},     {"f64", Element::f64},   {"f32", Element::f32},
    {"s32", Element::s32}};

/// Reads a letter and a number.
bool read_part(std::string_view& text, char letter, std::uint16_t& number) {
  if (text.empty() || text.front() != letter) return false;
  const char* const first = text.data() + 1;
  const auto [end, error] = std::from_chars(first, text.data() + text.size(), number);
  if (error != std::errc()) return false;
  text.remove_prefix(std::size_t(end - text.data()));
  return true;
}

}  // namespace

MatrixShape take_shape(Decoding& d) {
  for (const std::string_view modifier : d.statement().modifiers) {
    MatrixShape shape;
    std::string_view text = modifier;
    if (read_part(text, 'm', shape.m) && read_part(text, 'n', shape.n) &&
        read_part(text, 'k', shape.k) && text.empty()) {
      d.take(modifier);
      return shape;
    }
  }
  d.fail("no shape");
}

Elements take_elements(Decoding& d) {
  Elements found;
  for (const std::string_view modifier : d.statement().modifiers) {
    const auto named = std::find_if(std::begin(names), std::end(names),
                                    [&](const Named& each) { return each.name == modifier; });
    if (named == std::end(names)) continue;
    if (found.count == std::size(found.types)) d.fail("too many types");
    d.take(modifier);
    found.types[found.count++] = named->element;
  }
  return found;
}

Fragment Fragment::of(Matrix which, Element element, const MatrixShape& shape) {
  Fragment f;
  f.element = element;
  f.halves = which != Matrix::b && shape.m > 8 ? 2 : 1;
  f.lines = which == Matrix::b ? shape.n : shape.m;
  f.across = which == Matrix::c       ? shape.n
             : element == Element::b1 ? std::uint16_t(shape.k / 32)
                                      : shape.k;
  f.pack = which == Matrix::c ? 2 : std::uint8_t(f.in_register());
  return f;
}

unsigned take_registers(Decoding& d, const Operand& operand, Type type, bool written) {
  std::vector<Slot>& all = d.frame().function.fragments;
  const auto take = [&](const Operand& each) {
    all.push_back(written ? d.destination(each, type) : d.source(each, type));
  };
  if (operand.kind != Operand::Kind::list) {
    take(operand);
    return 1;
  }
  for (const Operand& each : operand.elements) take(each);
  return unsigned(operand.elements.size());
}

std::uint32_t whole_warp(Warp& warp, const Instruction& i, std::uint32_t mask) {
  if (mask == full_mask) return mask;
  static constexpr std::array<std::uint32_t, warp_size> everyone = [] {
    std::array<std::uint32_t, warp_size> masks{};
    masks.fill(full_mask);
    return masks;
  }();
  const std::uint32_t present = warp.gather(everyone.data(), mask);
  // Of lanes that are there but do not come the warp speaks itself.
  if (present == 0 || present == full_mask || (warp.live() & ~present) != 0) return present;
  warp.report(
      fault::warp_mask, unsigned(std::countr_zero(present)),
      "executes " + std::string(i.text) + ", for which a warp needs all its 32 lanes, with " +
          std::to_string(std::popcount(present)) + ": the others have ended, or never were");
  return present;
}

}  // namespace simulator
