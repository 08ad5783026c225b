// Matrices between shared memory and the lanes of a warp, and their products.
#include <doctest/doctest.h>

#include <bit>

#include "simulator/tests/machine/kernels.hpp"

using namespace simulator;

namespace {

const std::string tile = ".shared .align 128 .b8 tile[4096];\n";

/// Element k of 16 bits of the tile is k; %r12 is lane × 16, %r11 the address of its row.
const std::string fill =
    "mov.u32 %r11, tile; shl.b32 %r12, %r3, 4; add.u32 %r11, %r11, %r12;"
    "shl.b32 %r13, %r3, 3; mad.lo.u32 %r13, %r13, 0x10001, 0x10000;"
    "add.u32 %r14, %r13, 0x20002; add.u32 %r15, %r13, 0x40004; add.u32 %r16, %r13, 0x60006;"
    "st.shared.v4.u32 [%r11], {%r13, %r14, %r15, %r16}; bar.warp.sync -1;";

std::string store_pair(const std::string& low, const std::string& high) {
  return "mov.b64 %rd5, {" + low + ", " + high + "}; st.global.u64 [%rd0], %rd5;";
}

std::uint64_t pair(unsigned low, unsigned high) {
  return low | std::uint64_t(high) << 32;
}

/// What lane has of a matrix whose elements are their numbers.
unsigned part(unsigned matrix, unsigned lane, bool transposed) {
  const unsigned line = lane / 4, across = 2 * (lane % 4), first = 64 * matrix;
  return transposed ? (first + 8 * across + line) | (first + 8 * (across + 1) + line) << 16
                    : (first + 8 * line + across) | (first + 8 * line + across + 1) << 16;
}

Counts counted(const std::string& body) {
  Bench bench(kernel_text(body, tile));
  const auto out = bench.upload(Words(32));
  const Counts counts = bench.run({1}, {32}, out);
  CHECK(bench.faults().empty());
  return counts;
}

}  // namespace

TEST_CASE("ldmatrix gives each lane its elements of up to four matrices") {
  for (const bool transposed : {false, true}) {
    CAPTURE(transposed);
    const std::string form = std::string(transposed ? ".trans" : "") + ".shared.b16 ",
                      sync = "ldmatrix.sync.aligned.m8n8.";
    const Words low = results(fill + sync + "x4" + form + "{%r4, %r5, %r6, %r7}, [%r11];" +
                                  store_pair("%r4", "%r5"),
                              {0}, 32, tile),
                high = results(fill + sync + "x4" + form + "{%r4, %r5, %r6, %r7}, [%r11];" +
                                   store_pair("%r6", "%r7"),
                               {0}, 32, tile),
                two = results(
                    fill + sync + "x2" + form + "{%r4, %r5}, [%r11];" + store_pair("%r4", "%r5"),
                    {0}, 32, tile),
                one = results(
                    fill + sync + "x1" + form + "{%r4}, [%r11+128];" + store_pair("%r4", "%r4"),
                    {0}, 32, tile);
    for (unsigned lane = 0; lane < 32; ++lane) {
      CAPTURE(lane);
      CHECK(low[lane] == pair(part(0, lane, transposed), part(1, lane, transposed)));
      CHECK(high[lane] == pair(part(2, lane, transposed), part(3, lane, transposed)));
      CHECK(two[lane] == low[lane]);
      CHECK(one[lane] == pair(part(1, lane, transposed), part(1, lane, transposed)));
    }
  }
}

TEST_CASE("stmatrix puts back what ldmatrix took, and movmatrix transposes it") {
  for (const std::string trans : {"", ".trans"}) {
    const Words stored =
        results(fill + "ldmatrix.sync.aligned.m8n8.x4" + trans +
                    ".shared.b16 {%r4, %r5, %r6, %r7}, [%r11]; bar.warp.sync -1;"
                    "stmatrix.sync.aligned.m8n8.x4" +
                    trans +
                    ".shared.b16 [%r11+1024], {%r4, %r5, %r6, %r7}; bar.warp.sync -1;"
                    "ld.shared.u64 %rd5, [%r11+1024]; st.global.u64 [%rd0], %rd5;",
                {0}, 32, tile);
    for (unsigned lane = 0; lane < 32; ++lane)
      CHECK(stored[lane] ==
            pair((8 * lane) | (8 * lane + 1) << 16, (8 * lane + 2) | (8 * lane + 3) << 16));
  }
  const Words moved = results(fill +
                                  "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r4}, [%r11];"
                                  "movmatrix.sync.aligned.m8n8.trans.b16 %r4, %r4;" +
                                  store_pair("%r4", "%r4"),
                              {0}, 32, tile);
  for (unsigned lane = 0; lane < 32; ++lane)
    CHECK(std::uint32_t(moved[lane]) == part(0, lane, true));
}

TEST_CASE("eight rows of a matrix take a wavefront if they meet in no bank") {
  const Counts packed =
      counted(fill + "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r4, %r5, %r6, %r7}, [%r11];");
  CHECK(packed.shared_load_requests == 1);
  CHECK(packed.shared_load_wavefronts == 4);
  CHECK(packed.shared_conflicts_16_bytes == 0);
  // Rows 128 bytes apart: all in the same banks.
  const std::string apart =
      "mov.u32 %r11, tile; shl.b32 %r12, %r3, 7; add.u32 %r11, %r11, %r12;"
      "mov.u32 %r13, 0; mov.u32 %r14, 0; mov.u32 %r15, 0; mov.u32 %r16, 0;"
      "st.shared.v4.u32 [%r11], {%r13, %r14, %r15, %r16}; bar.warp.sync -1;";
  const Counts conflicting =
      counted(apart + "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r4, %r5, %r6, %r7}, [%r11];");
  CHECK(conflicting.shared_load_wavefronts == 32);
  CHECK(conflicting.shared_conflicts_16_bytes ==
        packed.shared_conflicts_16_bytes + 28 + conflicting.shared_store_wavefronts - 4);
  const Counts one = counted(apart + "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r4}, [%r11];");
  CHECK(one.shared_load_wavefronts == 8);
  const Counts stored = counted(
      "mov.u32 %r11, tile; shl.b32 %r12, %r3, 4; add.u32 %r11, %r11, %r12; mov.u32 %r4, 0;"
      "stmatrix.sync.aligned.m8n8.x2.shared.b16 [%r11], {%r4, %r4};");
  CHECK(stored.shared_store_requests == 1);
  CHECK(stored.shared_store_wavefronts == 2);
}

namespace {

/// Faults of a kernel for a warp whose input nobody has written: %r10 is undefined, %r11 is zero.
int faults_of(const std::string& body, unsigned threads = 32) {
  Bench bench(kernel_text("ld.global.u32 %r10, [%rd1]; mov.u32 %r11, 0;" + body, tile));
  const std::uint64_t out = bench.upload(Words(threads)), in = bench.memory.allocate(threads * 8);
  bench.run({1}, {threads}, out, in);
  bench.faults();
  int faults = 0;
  for (const Fault& fault : bench.last_faults) faults += !fault.benign;
  return faults;
}

/// That lanes from `first` to `last` branch on a register.
std::string branch_on(const std::string& reg, unsigned first, unsigned last) {
  return "setp.ge.u32 %p1, %r3, " + std::to_string(first) + "; setp.le.and.u32 %p1, %r3, " +
         std::to_string(last) + ", %p1; @!%p1 bra DONE; setp.ne.u32 %p2, " + reg +
         ", 0; @%p2 bra DONE; DONE:";
}

}  // namespace

TEST_CASE("a result is undefined if its row, its column or its accumulator is") {
  // Undefined in the row of lanes 0 to 3 alone, and in no other.
  const std::string row = "setp.gt.u32 %p3, %r3, 3; selp.b32 %r12, 0, %r10, %p3;";
  const std::string products =
      row +
      "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r12, %r11}, "
      "{%r11}, {%f4, %f4, %f4, %f4};"
      "mov.b32 %r13, %f0; mov.b32 %r14, %f2;";
  CHECK(faults_of("mov.f32 %f4, 0f00000000;" + products + branch_on("%r13", 0, 3)) == 1);
  CHECK(faults_of("mov.f32 %f4, 0f00000000;" + products + branch_on("%r13", 4, 31)) == 0);
  CHECK(faults_of("mov.f32 %f4, 0f00000000;" + products + branch_on("%r14", 0, 31)) == 0);
  // In column 0 of B, which lanes 0 to 3 have: results 0 of lanes 0, 4, 8, ….
  const std::string column =
      "mov.f32 %f4, 0f00000000;" + row +
      "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r11, %r11}, "
      "{%r12}, {%f4, %f4, %f4, %f4}; mov.b32 %r13, %f0; mov.b32 %r14, %f1; mov.b32 %r15, %f2;";
  CHECK(faults_of(column + branch_on("%r13", 28, 28)) == 1);
  CHECK(faults_of(column + branch_on("%r15", 28, 28)) == 1);
  CHECK(faults_of(column + branch_on("%r14", 28, 28)) == 0);
  CHECK(faults_of(column + branch_on("%r13", 29, 31)) == 0);
  // In the accumulator.
  const std::string sum =
      "mov.b32 %f4, %r10; mov.f32 %f5, 0f00000000;"
      "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, "
      "{%r11, %r11}, {%r11}, {%f4, %f5, %f5, %f5};"
      "mov.b32 %r13, %f0; mov.b32 %r14, %f1;";
  CHECK(faults_of(sum + branch_on("%r13", 5, 5)) == 1);
  CHECK(faults_of(sum + branch_on("%r14", 0, 31)) == 0);
}

TEST_CASE("an integer that is multiplied by zero need not be defined") {
  const auto product = [](const std::string& b) {
    return "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r13, %r14}, {%r10}, {" + b +
           "}, {%r11, %r11};";
  };
  CHECK(faults_of(product("%r11") + branch_on("%r13", 0, 31)) == 0);
  CHECK(faults_of("mov.u32 %r12, 1;" + product("%r12") + branch_on("%r13", 0, 31)) == 1);
}

TEST_CASE("undefined bits go through ldmatrix, stmatrix and movmatrix") {
  const std::string address = "mov.u32 %r11, tile; shl.b32 %r12, %r3, 4; add.u32 %r11, %r11, %r12;";
  // Nobody wrote row 0, that of lane 0.
  const std::string written = address +
                              "setp.eq.u32 %p3, %r3, 0; mov.u32 %r13, 0;"
                              "@!%p3 st.shared.v4.u32 [%r11], {%r13, %r13, %r13, %r13};"
                              "bar.warp.sync -1;";
  const std::string load = written + "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r4}, [%r11];";
  CHECK(faults_of(load + branch_on("%r4", 0, 3)) == 1);
  CHECK(faults_of(load + branch_on("%r4", 4, 31)) == 0);
  const std::string moved = load + "movmatrix.sync.aligned.m8n8.trans.b16 %r5, %r4;";
  CHECK(faults_of(moved + "and.b32 %r5, %r5, 0xffff;" + branch_on("%r5", 28, 28)) == 1);
  CHECK(faults_of(moved + "shr.u32 %r5, %r5, 16;" + branch_on("%r5", 0, 31)) == 0);
  CHECK(faults_of(moved + branch_on("%r5", 29, 31)) == 0);
  const std::string stored =
      load +
      "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r11+1024], {%r4}; bar.warp.sync -1;"
      "ld.shared.u32 %r5, [tile+1024]; ld.shared.u32 %r6, [tile+1040];";
  CHECK(faults_of(stored + branch_on("%r5", 0, 0)) == 1);
  CHECK(faults_of(stored + branch_on("%r6", 0, 0)) == 0);
}

TEST_CASE("a product needs all lanes of a warp") {
  const std::string product =
      "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r13, %r14}, {%r11}, {%r11}, {%r11, %r11};";
  const auto kinds = [&](const std::string& body, unsigned threads) {
    Bench bench(kernel_text("mov.u32 %r11, 0;" + body, tile));
    bench.run({1}, {threads});
    return bench.faults();
  };
  CHECK(kinds(product, 64).empty());
  CHECK(kinds(product, 16) == std::vector<std::string>{fault::warp_mask});
  CHECK(kinds("setp.lt.u32 %p1, %r3, 16; @%p1 " + product, 32) ==
        std::vector<std::string>{fault::warp_mask});
  CHECK(kinds("setp.lt.u32 %p1, %r3, 16; @%p1 bra DONE;" + product + "DONE:", 32) ==
        std::vector<std::string>{fault::warp_mask});
  CHECK(kinds("setp.lt.u32 %p1, %r3, 16; @%p1 bra NEXT; add.u32 %r12, %r3, 1; NEXT:" + product, 32)
            .empty());
}

TEST_CASE("rows of matrices are aligned, within bounds and in shared memory") {
  const std::string address =
      "mov.u32 %r11, tile; shl.b32 %r12, %r3, 4; add.u32 %r11, %r11, %r12; mov.u32 %r4, 0;";
  const auto fails = [&](const std::string& body) {
    Bench bench(kernel_text(address + body, tile));
    const auto out = bench.upload(Words(32));
    const LaunchFailure::Reason reason = failure(bench, {1}, {32}, out);
    return std::pair(reason, bench.faults());
  };
  const std::string store = "stmatrix.sync.aligned.m8n8.x1.shared.b16 ";
  CHECK(fails(store + "[%r11+8], {%r4};") ==
        std::pair(LaunchFailure::Reason::misaligned_address,
                  std::vector<std::string>{fault::misaligned}));
  CHECK(fails(store + "[%r11+4096], {%r4};") ==
        std::pair(LaunchFailure::Reason::illegal_address,
                  std::vector<std::string>{fault::out_of_bounds}));
  CHECK(fails("stmatrix.sync.aligned.m8n8.x1.b16 [%rd0], {%r4};") ==
        std::pair(LaunchFailure::Reason::illegal_address,
                  std::vector<std::string>{fault::out_of_bounds}));
}

namespace {

/// Small whole numbers as f16.
std::uint32_t half_of(int value) {
  constexpr std::uint32_t halves[] = {0, 0x3c00, 0x4000, 0x4200, 0x4400};
  return value < 0 ? 0x8000 | halves[-value] : halves[value];
}

int half_value(std::uint32_t bits) {
  const int exponent = int(bits >> 10 & 31);
  if (exponent == 0) return 0;
  const int significand = int(bits & 1023) | 1024, shift = exponent - 25;
  const int size = shift < 0 ? significand >> -shift : significand << shift;
  return bits >> 15 != 0 ? -size : size;
}

/// Element k of lane's part of A or B, from -4 to 4, another in each of the four products.
int quad_element(unsigned matrix, unsigned lane, unsigned k) {
  return int((lane * 7 + k * 5 + matrix * 3 + lane * k) % 9) - 4;
}

}  // namespace

// Where the elements lie is told here as PTX tells it: for each lane and each of its elements.
TEST_CASE("four products at once, each by eight lanes") {
  for (const bool across_a : {false, true})
    for (const bool across_b : {false, true})
      for (const bool wide : {false, true}) {
        CAPTURE(across_a);
        CAPTURE(across_b);
        CAPTURE(wide);
        int a[4][8][4] = {}, b[4][4][8] = {};
        Words operands[2] = {Words(32), Words(32)};
        for (unsigned lane = 0; lane < 32; ++lane)
          for (unsigned i = 0; i < 4; ++i) {
            const unsigned product = lane / 4 % 4, high = lane < 16 ? 0 : 4;
            const int x = quad_element(0, lane, i), y = quad_element(1, lane, i);
            if (across_a)
              a[product][i + high][lane % 4] = x;
            else
              a[product][lane % 4 + high][i] = x;
            if (across_b)
              b[product][lane % 4][i + high] = y;
            else
              b[product][i][lane % 4 + high] = y;
            operands[0][lane] |= std::uint64_t{half_of(x)} << 16 * i;
            operands[1][lane] |= std::uint64_t{half_of(y)} << 16 * i;
          }
        const std::string layouts =
            std::string(across_a ? "col." : "row.") + (across_b ? "row." : "col.");
        const std::string form = "mma.sync.aligned.m8n8k4." + layouts;
        const std::string load =
            "ld.global.v2.u32 {%r4, %r5}, [%rd1]; ld.global.v2.u32 {%r6, %r7}, [%rd1 + 256];";
        for (unsigned element = 0; element < 8; element += wide ? 1 : 2) {
          std::string body = load;
          if (wide) {
            for (unsigned k = 0; k < 8; ++k)
              body += "mov.f32 %f" + std::to_string(k) + ", 0f3f800000;";
            body += form +
                    "f32.f16.f16.f32 {%f0,%f1,%f2,%f3,%f4,%f5,%f6,%f7}, {%r4,%r5}, {%r6,%r7},"
                    "{%f0,%f1,%f2,%f3,%f4,%f5,%f6,%f7}; mov.b32 %r8, %f" +
                    std::to_string(element) + ";";
          } else {
            for (unsigned k = 10; k < 14; ++k)
              body += "mov.u32 %r" + std::to_string(k) + ", 0x3c003c00;";
            body += form +
                    "f16.f16.f16.f16 {%r10,%r11,%r12,%r13}, {%r4,%r5}, {%r6,%r7},"
                    "{%r10,%r11,%r12,%r13}; mov.u32 %r8, %r" +
                    std::to_string(10 + element / 2) + ";";
          }
          Words both = operands[0];
          both.insert(both.end(), operands[1].begin(), operands[1].end());
          const Words found = results(body + store_pair("%r8", "%r8"), both, 32);
          for (unsigned lane = 0; lane < 32; ++lane)
            for (unsigned i = element; i < element + (wide ? 1 : 2); ++i) {
              const unsigned product = lane / 4 % 4, high = lane < 16 ? 0 : 4;
              const unsigned row = wide ? (lane & 1) + (i & 2) + high : lane % 4 + high,
                             column = wide ? (i & 4) + (lane & 2) + (i & 1) : i;
              int sum = 1;
              for (unsigned k = 0; k < 4; ++k) sum += a[product][row][k] * b[product][k][column];
              const auto bits = std::uint32_t(found[lane]);
              if (wide) {
                CHECK(std::bit_cast<float>(bits) == float(sum));
              } else {
                CHECK(half_value(bits >> i % 2 * 16 & 0xffff) == sum);
              }
            }
        }
      }
}

TEST_CASE("forms of matrix instructions that are not there are refused by name") {
  for (const std::string body :
       {"mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f32 {%r8,%r9,%r10,%r11}, "
        "{%r4,%r5}, {%r6,%r7}, {%f0,%f1,%f2,%f3,%f4,%f5,%f6,%f7};",
        "mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0,%f1,%f2,%f3}, {%r4,%r5}, "
        "{%r6,%r7}, {%f0,%f1,%f2,%f3}, %r8, 0x0;",
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32 {%f0,%f1,%f2,%f3}, "
        "{%r4,%r5,%r6,%r7}, {%r8,%r9}, {%f0,%f1,%f2,%f3};",
        "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f0,%f1,%f2,%f3}, {%r4,%r5,%r6,%r7}, "
        "{%r8}, {%f0,%f1,%f2};",
        "wmma.mma.sync.aligned.row.col.m16n16k8.f32.f32 {%f0,%f1,%f2,%f3,%f4,%f5,%f6,%f7}, "
        "{%r4,%r5,%r6,%r7}, {%r4,%r5,%r6,%r7}, {%f0,%f1,%f2,%f3,%f4,%f5,%f6,%f7};",
        "wmma.load.a.sync.aligned.row.m64n16k1.f64 {%d1, %d2}, [%rd0];",
        "wmma.load.c.sync.aligned.row.m512n512k16.s32 {%r4}, [%rd0];",
        "wmma.load.b.sync.aligned.row.m8n8k32.s4 {%r4}, [%rd0];",
        "mma.sync.aligned.m0n0k0.row.col.s32.s8.s8.s32 {%r4}, {%r4}, {%r4}, {%r4};",
        "mma.sync.aligned.m16n8k16.row.col.f32.s8.s8.f32 {%f0,%f1,%f2,%f3}, {%r4,%r5}, {%r6}, "
        "{%f0,%f1,%f2,%f3};",
        "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r4, %r5}, [%r6];"}) {
    CAPTURE(body);
    Bench bench(kernel_text(body));
    CHECK(failure(bench, {1}, {32}, 0) == LaunchFailure::Reason::illegal_instruction);
    CHECK(bench.faults() == std::vector<std::string>{fault::unsupported});
  }
}
