#include <algorithm>
#include <cstring>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "simulator/tests/machine/kernels.hpp"

namespace simulator {
namespace {

constexpr unsigned threads = 32, words = 4;  // that a thread loads

/// Operations on %r10 to %r17 (R: the result, A, B and C: any of them, K: a constant below 32),
/// with the registers that they use for themselves.
const std::vector<std::string> operations = {
    "add.u32 R, A, B;",
    "add.u32 R, A, K;",
    "sub.u32 R, A, B;",
    "mul.lo.u32 R, A, B;",
    "mul.lo.u32 R, A, K;",
    "mul.hi.u32 R, A, B;",
    "mad.lo.s32 R, A, K, C;",
    "mul.wide.s32 %rd5, A, B; shr.u64 %rd5, %rd5, K; cvt.u32.u64 R, %rd5;",
    "mad.wide.u32 %rd5, A, K, %rd2; cvt.u32.u64 R, %rd5;",
    "and.b32 R, A, B;",
    "and.b32 R, A, 0xff00ff;",
    "or.b32 R, A, B;",
    "xor.b32 R, A, B;",
    "not.b32 R, A;",
    "lop3.b32 R, A, B, C, 0x96;",
    "lop3.b32 R, A, B, C, 0xea;",
    "lop3.b32 R, A, A, C, 0x3c;",
    "shl.b32 R, A, K;",
    "shr.u32 R, A, K;",
    "shr.s32 R, A, K;",
    "shl.b32 R, A, B;",
    "shf.l.wrap.b32 R, A, B, K;",
    "shf.r.clamp.b32 R, A, B, C;",
    "prmt.b32 R, A, B, 0x6190;",
    "prmt.b32 R, A, B, C;",
    "bfe.u32 R, A, K, 5;",
    "bfe.s32 R, A, 3, K;",
    "bfi.b32 R, A, B, K, 9;",
    "brev.b32 R, A;",
    "popc.b32 R, A;",
    "clz.b32 R, A;",
    "min.u32 R, A, B;",
    "max.s32 R, A, B;",
    "abs.s32 R, A;",
    "sad.u32 R, A, B, C;",
    "dp4a.u32.u32 R, A, B, C;",
    "vadd4.u32.u32.u32 R, A, B, 0;",
    "vabsdiff2.u32.u32.u32 R, A, B, 0;",
    "add.u16x2 R, A, B;",
    "add.f16x2 R, A, B;",
    "cvt.u32.u8 R, A;",
    "cvt.u16.u32 %h1, A; cvt.s32.s16 R, %h1;",
    "mov.b32 {%h1, %h2}, A; mov.b32 R, {%h2, %h1};",
    "mov.b64 %rd5, {A, B}; shl.b64 %rd5, %rd5, K; mov.b64 {%r19, R}, %rd5;",
    "mov.b32 %f1, A; mov.b32 %f2, B; cvt.rn.f16x2.f32 R, %f1, %f2;",
    "cvt.rn.f32.s32 %f1, A; mov.b32 R, %f1;",
    "add.cc.u32 %r19, A, B; addc.u32 R, C, 0;",
    "setp.lt.u32 %p1, A, B; selp.b32 R, A, C, %p1;",
    "setp.eq.s32 %p1, A, K; selp.b32 R, 6, 5, %p1;",
    "setp.ge.s32 %p1, A, B; setp.ne.and.u32 %p2|%p3, A, C, %p1; selp.b32 R, B, C, %p3;",
    "setp.gt.u32 %p1, A, B; not.pred %p2, %p1; or.pred %p3, %p1, %p2; selp.b32 R, A, B, %p2;",
    "slct.u32.s32 R, A, B, C;",
    "setp.le.u32 %p1, A, B; @%p1 add.u32 R, R, 1;",
    "shfl.sync.bfly.b32 R, A, 1, 31, -1;",
    "shfl.sync.up.b32 R|%p1, A, K, 0, -1; @%p1 add.u32 R, R, A;",
    "setp.ne.u32 %p1, A, B; vote.sync.ballot.b32 R, %p1, -1;",
    "setp.ne.u32 %p1, A, K; vote.sync.any.pred %p2, %p1, -1; selp.b32 R, B, C, %p2;",
    "match.any.sync.b32 R, A, -1;",
    "redux.sync.or.b32 R, A, -1;",
    "redux.sync.max.u32 R, A, -1;",
    "st.shared.u32 [%r5], A; ld.shared.u32 R, [%r5];",
    "st.shared.v2.u32 [%r5], {A, B}; ld.shared.u32 R, [%r5+4];",
    "st.shared.u32 [%r5], A; st.shared.u8 [%r5+1], B; ld.shared.u16 R, [%r5];",
    "st.local.u32 [%rd10], A; ld.local.s8 R, [%rd10+1];"};

class Writer {
 public:
  explicit Writer(std::mt19937& random) : random_(random) {}

  std::string program() {
    text_ =
        ".local .align 8 .b8 mine[16]; mov.u64 %rd10, mine; mov.u32 %r5, buffer;"
        "shl.b32 %r6, %r3, 3; add.u32 %r5, %r5, %r6; mov.u32 %r18, 0;";
    for (unsigned k = 0; k < words; ++k)
      text_ += "ld.global.u32 %r1" + std::to_string(k) + ", [%rd1+" +
               std::to_string(k / 2 * 256 + k % 2 * 4) + "];\n";
    for (unsigned k = words; k < 8; ++k)
      text_ += "mov.u32 %r1" + std::to_string(k) + ", " +
               std::to_string(below(2) ? below(64) : std::uint32_t(random_())) + ";\n";
    for (unsigned branch = 0; branch < 2; ++branch) {
      for (unsigned k = 2 + below(8); k > 0; --k) operate();
      const char* const comparisons[] = {"eq", "ne", "lt", "ge"};
      text_ += "setp." + std::string(comparisons[below(4)]) + ".u32 %p1, " + reg() + ", " + reg() +
               ";\n@%p1 bra L" + std::to_string(branch) + ";\nadd.u32 %r18, %r18, " +
               std::to_string(branch + 1) + ";\nL" + std::to_string(branch) + ":\n";
      text_ += "bar.warp.sync -1;\n";
    }
    return text_ + "cvt.u64.u32 %rd5, %r18; st.global.u64 [%rd0], %rd5;";
  }

 private:
  unsigned below(unsigned n) { return unsigned(random_() % n); }
  std::string reg() { return "%r1" + std::to_string(below(8)); }

  void operate() {
    const std::string result = reg(), a = reg(), b = reg(), c = reg(),
                      k = std::to_string(below(32));
    for (const char each : operations[below(unsigned(operations.size()))]) switch (each) {
        case 'R':
          text_ += result;
          break;
        case 'A':
          text_ += a;
          break;
        case 'B':
          text_ += b;
          break;
        case 'C':
          text_ += c;
          break;
        case 'K':
          text_ += k;
          break;
        default:
          text_ += each;
      }
    text_ += '\n';
  }

  std::mt19937& random_;
  std::string text_;
};

struct Verdict {
  bool differs = false;         // branches, by what was in the memory that nobody wrote
  unsigned runs = 0, told = 0;  // of these, with a fault
};

Verdict judge(std::mt19937& random) {
  const std::string text = Writer(random).program();
  CAPTURE(text);
  Bench bench(kernel_text(text, ".extern .shared .align 16 .b8 buffer[];"));
  std::vector<std::uint32_t> given(128);
  for (std::uint32_t& each : given) each = std::uint32_t(random() % 2 ? random() % 64 : random());
  std::vector<bool> written(given.size());
  const bool most = random() % 2;
  for (std::size_t k = 0; k < written.size(); ++k) written[k] = random() % 16 < (most ? 15 : 4);
  Verdict verdict;
  std::set<Words> outcomes;
  for (unsigned filling = 0; filling < 6; ++filling) {
    const std::uint64_t in = bench.memory.allocate(512), out = bench.upload(Words(threads));
    for (std::size_t k = 0; k < given.size(); ++k) {
      std::uint32_t value = given[k];
      if (!written[k])
        value = filling == 0   ? 0
                : filling == 1 ? ~0u
                               : std::uint32_t(filling % 2 ? random() % 64 : random());
      if (written[k])
        bench.memory.copy_in(in + 4 * k, &value, sizeof value);
      else
        std::memcpy(bench.memory.host(in + 4 * k, 4), &value, sizeof value);
    }
    bench.run({1}, {threads}, out, in, 0, 512);
    bench.faults();
    bool told = false;
    for (const Fault& fault : bench.last_faults) {
      CHECK(fault.kind == fault::uninitialised);
      told = told || !fault.benign;
    }
    ++verdict.runs;
    verdict.told += told;
    outcomes.insert(bench.download<std::uint64_t>(out, threads));
  }
  verdict.differs = outcomes.size() > 1;
  if (verdict.differs) CHECK(verdict.told == verdict.runs);
  return verdict;
}

}  // namespace

TEST_CASE("what branches depend on is told, in random programs with other undefined values") {
  const unsigned seed = std::random_device()();
  MESSAGE("seed ", seed);
  unsigned different = 0, told = 0, in_vain = 0;
  for (unsigned k = 0; k < 1500; ++k) {
    CAPTURE(k);
    std::mt19937 random(seed + k);
    const Verdict verdict = judge(random);
    different += verdict.differs;
    told += verdict.told > 0;
    in_vain += verdict.told > 0 && !verdict.differs;
  }
  MESSAGE("of " << told << " programs with a fault " << in_vain
                << " branched alike with all six fillings, of " << different << " that did not");
  CHECK(different > 200);
  CHECK(in_vain < told / 2);
}

}  // namespace simulator
