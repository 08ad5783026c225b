#include <algorithm>
#include <bit>
#include <limits>
#include <string>
#include <vector>

#include "simulator/instructions/matrices/element_formats.hpp"
#include "simulator/instructions/matrices/matrix_shapes.hpp"
#include "simulator/instructions/matrices/wgmma_operand.hpp"
#include "simulator/machine/block.hpp"

namespace simulator {
namespace {

// wgmma: four warps multiply matrices, A from registers or shared memory and B from shared memory.
// Each warp of the four makes 16 of the 64 rows, when all have come to the instruction. What it has
// read of shared memory may not be changed before somebody waits for the product; that nobody looks
// at its results before is not checked: PTX may copy registers where the machine's own code does
// not.

struct GroupProduct {
  MatrixShape shape;         // 16 rows, a warp's
  std::uint16_t across = 0;  // elements in k; of b1 words
  Element a, b, d;
  bool saturates = false;
  bool minus_a = false, minus_b = false, across_a = false, across_b = false;  // transposed
  std::uint8_t registers_a = 0;  // 0: from shared memory
  std::uint32_t first = 0;       // among the routine's fragments: D, A
};

constexpr unsigned warps_of_group = GroupProducts::warps;

using Bits = std::vector<std::uint32_t>;

/// The numbers of a matrix.
struct Numbers {
  Factor format;
  const Bits& bits;
  std::vector<std::int32_t> significands, exponents;

  Numbers(Element element, const Bits& bits)
      : format(factor(element)), bits(bits), significands(bits.size()), exponents(bits.size()) {
    find_numbers(format, bits.data(), unsigned(bits.size()), significands.data(), exponents.data());
  }
  TensorNumbers line(std::size_t k) const {
    return {format, bits.data() + k, significands.data() + k, exponents.data() + k};
  }
};

void negate(Element element, Bits& bits) {
  for (std::uint32_t& each : bits) each ^= 1u << (bits_of(element) - 1);
}

std::int32_t integer(Element e, std::uint32_t bits) {
  return e == Element::s8 ? std::int8_t(bits) : std::int32_t(bits);
}

void multiply(const GroupProduct& p, const Bits& a, const Bits& b, Bits& results) {
  const unsigned across = p.across;
  const auto for_results = [&](auto&& body) {
    for (unsigned row = 0; row < p.shape.m; ++row)
      for (unsigned column = 0; column < p.shape.n; ++column) {
        std::uint32_t& result = results[row * std::size_t{p.shape.n} + column];
        result = body(result, row * std::size_t{across}, column * std::size_t{across});
      }
  };
  if (is_integer(p.a)) {
    for_results([&](std::uint32_t c, std::size_t row, std::size_t column) {
      std::int64_t sum = std::int32_t(c);
      for (unsigned k = 0; k < across; ++k)
        sum += p.a == Element::b1 ? std::popcount(a[row + k] & b[column + k])
                                  : integer(p.a, a[row + k]) * integer(p.b, b[column + k]);
      if (p.saturates)
        sum = std::clamp<std::int64_t>(sum, std::numeric_limits<std::int32_t>::min(),
                                       std::numeric_limits<std::int32_t>::max());
      return std::uint32_t(sum);
    });
    return;
  }
  const Numbers x(p.a, a), y(p.b, b);
  const Accumulator format = accumulator(p.d);
  const Fusion fusion = fusion_of_group(factor(p.a));
  for_results([&](std::uint32_t c, std::size_t row, std::size_t column) {
    return fused_dot(x.line(row), y.line(column), across, fusion, c, format);
  });
}

MatrixDescriptor descriptor(Warp& warp, const Instruction& i, Slot slot, unsigned lane) {
  const MatrixDescriptor matrix(warp.lanes<std::uint64_t>(slot)[lane]);
  if (matrix.base_offset != 0) {
    warp.report(fault::unsupported, lane,
                "executes " + std::string(i.text) + " with a matrix that has a base offset");
    warp.execution().fail(LaunchFailure::Reason::illegal_instruction);
  }
  return matrix;
}

void require_group(Warp& warp, const Instruction& i, unsigned lane) {
  const std::size_t threads = warp.execution().configuration().block.volume(),
                    group = warp.index() / warps_of_group, of_group = warps_of_group * warp_size;
  if ((group + 1) * of_group <= threads) return;
  warp.report(fault::warp_mask, lane,
              "executes " + std::string(i.text) +
                  ", for which four warps are needed, where the block has fewer left");
}

/// What a warp has read of shared memory: pieces of 16 bytes.
std::vector<std::uint64_t> multiply_part(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const GroupProduct& p = i.payload.as<GroupProduct>();
  const auto lane = unsigned(std::countr_zero(mask));
  const bool follows = warp.follows() && warp.shadow_of_current() != nullptr;
  if (follows)
    for (const Slot slot : {i.a, i.b, i.c})
      if (slot != no_slot && (p.registers_a == 0 || slot != i.a))
        warp.depends_on(slot, mask, "an operand of " + std::string(i.text));
  const Fragment fd = Fragment::of(Matrix::c, p.d, p.shape),
                 fa = Fragment::of(Matrix::a, p.a, p.shape);
  const Slot* const registers = warp.function().fragments.data() + p.first;
  const Slot* const registers_a = registers + fd.registers();
  const std::size_t results_count = std::size_t{p.shape.m} * p.shape.n;

  GroupOperand b(warp, i, descriptor(warp, i, i.b, lane), p.b, 0, p.shape.n, p.across, p.across_b);
  std::vector<std::uint64_t> chunks = std::move(b.chunks);
  Bits a;
  Causes of_a(std::size_t{p.shape.m} * p.across);
  if (p.registers_a > 0) {
    a.resize(std::size_t{p.shape.m} * p.across);
    gather(warp, fa, registers_a, a.data());
    if (follows) of_a = Causes(warp.shadow(), fa, registers_a);
  } else {
    const unsigned row = warp.index() % warps_of_group * p.shape.m;
    GroupOperand shared(warp, i, descriptor(warp, i, i.a, lane), p.a, row, p.shape.m, p.across,
                        p.across_a);
    a = std::move(shared.bits);
    of_a = std::move(shared.causes);
    chunks.insert(chunks.end(), shared.chunks.begin(), shared.chunks.end());
  }
  Bits results(results_count);
  const std::uint32_t adds = i.negate_c ? ~warp.predicate(i.c) : warp.predicate(i.c);
  Causes of_c(results_count);
  if (adds >> lane & 1) {
    gather(warp, fd, registers, results.data());
    if (follows) of_c = Causes(warp.shadow(), fd, registers);
  }
  if (follows || of_a.any() || b.causes.any()) {
    undefine_results(warp, fd, registers, p.across, of_a, b.causes, of_c, mask);
    if (of_a.any() || b.causes.any()) warp.follow();
  }
  if (p.minus_a) negate(p.a, a);
  if (p.minus_b) negate(p.b, b.bits);
  multiply(p, a, b.bits, results);
  scatter(warp, fd, registers, results.data(), mask);
  return chunks;
}

void multiply_in_group(Warp& warp, const Instruction& i, std::uint32_t mask) {
  mask = whole_warp(warp, i, mask);
  if (mask == 0) return;
  require_group(warp, i, unsigned(std::countr_zero(mask)));
  warp.block().products().arrive(warp, i, mask, multiply_part);
}

bool is_minus_one(Decoding& d, const Operand& operand) {
  const std::uint64_t bits = d.literal(operand);
  if (bits != 1 && std::int64_t(bits) != -1 && bits != 0xffffffff)
    d.fail("a scale other than 1, -1");
  return bits != 1;
}

/// Elements of 32 bytes.
std::uint16_t across_of(Element e) {
  return std::uint16_t(256 / bits_of(e));
}

void decode_group_product(Decoding& d) {
  Instruction& i = d.instruction;
  GroupProduct p;
  p.shape = take_shape(d);
  const Elements elements = take_elements(d);
  if (elements.count != 3) d.fail("not three types");
  p.d = elements.types[0];
  p.a = elements.types[1];
  p.b = elements.types[2];
  const unsigned factors = set_of(p.a) | set_of(p.b);
  const bool plain = p.a == p.b && (factors & (halves | set_of(Element::tf32))) != 0;
  const bool tiny = (factors & tiny_floats) == factors,
             bytes = (factors & byte_integers) == factors, bitwise = factors == set_of(Element::b1),
             whole = bytes || bitwise;
  p.across = across_of(p.a);
  if ((!plain && !tiny && !whole) || !is_sum_of(p.d, p.a) || p.shape.m != 64 ||
      p.shape.n % 8 != 0 || p.shape.n == 0 || p.shape.n > 256 ||
      p.shape.k != (bitwise ? 256 : p.across) || (bitwise && (!d.take("and") || !d.take("popc"))))
    d.fail("not supported");
  p.shape.m /= warps_of_group;
  if (bytes) p.saturates = d.take("satfinite");
  p.first = std::uint32_t(d.frame().function.fragments.size());
  const Operand& a = d.operand(1);
  const bool in_registers = a.kind == Operand::Kind::list;
  if (take_registers(d, d.operand(0), register_type(p.d), true) !=
      Fragment::of(Matrix::c, p.d, p.shape).registers())
    d.fail("a matrix in the wrong number of registers");
  if (in_registers) {
    p.registers_a = std::uint8_t(take_registers(d, a, Type::b32, false));
    if (p.registers_a != Fragment::of(Matrix::a, p.a, p.shape).registers())
      d.fail("a matrix in the wrong number of registers");
  } else {
    i.a = d.source(1, Type::b64);
  }
  i.b = d.source(2, Type::b64);
  i.c = d.predicate(d.operand(3), i.negate_c);
  if (!whole) {
    p.minus_a = is_minus_one(d, d.operand(4));
    p.minus_b = is_minus_one(d, d.operand(5));
  }
  if ((factors & halves) != 0) {
    if (!in_registers) p.across_a = d.literal(d.operand(6)) != 0;
    p.across_b = d.literal(d.operand(in_registers ? 6 : 7)) != 0;
  }
  i.payload = p;
  i.execute = multiply_in_group;
}

struct GroupWait {
  std::uint32_t but;  // groups that may go on
};

void commit(Warp& warp, const Instruction& i, std::uint32_t mask) {
  if (whole_warp(warp, i, mask) != 0) warp.block().products().commit(warp);
}

void wait(Warp& warp, const Instruction& i, std::uint32_t mask) {
  if (whole_warp(warp, i, mask) == 0) return;
  warp.block().products().wait(warp, i.payload.as<GroupWait>().but);
}

void decode_wgmma(Decoding& d) {
  Instruction& i = d.instruction;
  const bool multiplies = d.take("mma_async");
  if (multiplies && d.take("sp")) d.fail("products of sparse matrices are not simulated");
  if (!multiplies && d.take("fence")) {
    i.execute = do_nothing;
  } else if (!multiplies && d.take("commit_group")) {
    i.execute = commit;
  } else if (!multiplies && d.take("wait_group")) {
    i.payload =
        GroupWait{std::uint32_t(std::min<std::uint64_t>(d.literal(d.operand(0)), 1u << 20))};
    i.execute = wait;
  } else if (!multiplies) {
    d.fail("not supported");
  }
  if (!d.take("sync")) d.fail("wgmma without .sync");
  d.ignore({"aligned"});
  if (multiplies) decode_group_product(d);
}

/// The result is the accumulator, too.
Role first_updated(const Statement& statement, std::size_t operand) {
  const bool result = operand == 0 && statement.operands[operand].kind == Operand::Kind::list;
  return result ? Role::updated : Role::read;
}

Dataflow of_wgmma(const Statement& s) {
  return {.how = s.has("mma_async") ? Propagation::collective : Propagation::ignored};
}

}  // namespace

void add_group_products(Opcodes& opcodes) {
  opcodes.add("wgmma", first_updated, decode_wgmma, of_wgmma);
}

}  // namespace simulator
