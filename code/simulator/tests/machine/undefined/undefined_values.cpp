#include <algorithm>
#include <string>
#include <vector>

#include "simulator/tests/machine/kernels.hpp"

namespace simulator {
namespace {

/// %r10 and %r11 (bits 8 to 15 of it alone) are undefined, %r12 and %r13 are 0x0f0f0f0f and 5; %h1
/// is the lower half of %r10.
const std::string load_undefined =
    "ld.global.u32 %r10, [%rd1]; mov.u32 %r12, 0x0f0f0f0f; mov.u32 %r13, 5;"
    "and.b32 %r11, %r10, 0xff00; or.b32 %r11, %r11, 0x330044; cvt.u16.u32 %h1, %r10;";

struct Told {
  int faults = 0, notes = 0;
  std::vector<Fault> all;
};

Told told_of(Bench& bench) {
  Told told;
  bench.faults();
  for (const Fault& fault : bench.last_faults) {
    CHECK(fault.kind == fault::uninitialised);
    ++(fault.benign ? told.notes : told.faults);
  }
  told.all = bench.last_faults;
  return told;
}

/// One warp runs the body, whose input nobody has written.
Told run(const std::string& body, const std::string& declarations = {}, unsigned threads = 32) {
  Bench bench(kernel_text(body, declarations));
  const std::uint64_t out = bench.upload(Words(threads)), in = bench.memory.allocate(threads * 8);
  bench.run({1}, {threads}, out, in, 0, 512);
  return told_of(bench);
}

/// Does a branch on these bits of a register depend on what was loaded?
bool depends(const std::string& body, const std::string& bits = "0xffffffff",
             const std::string& reg = "%r14") {
  const Told told = run(load_undefined + body + "and.b32 %r19, " + reg + ", " + bits +
                        "; setp.ne.u32 %p19, %r19, 0; @%p19 bra DONE; DONE:");
  CHECK(told.faults + told.notes == 1);
  return told.faults > 0;
}

}  // namespace

TEST_CASE("what nothing depends on is noted, and what something does is a fault at the load") {
  const Told unused = run("ld.global.u32 %r10, [%rd1];");
  CHECK(unused.faults == 0);
  REQUIRE(unused.notes == 1);
  CHECK(unused.all[0].times == 32);
  CHECK(unused.all[0].message.ends_with("no branch and no address here depended on it"));
  CHECK(run("ld.global.u32 %r10, [%rd1]; st.global.u32 [%rd0], %r10;").faults == 0);

  const Told used =
      run(".loc 1 7 1\nld.global.u32 %r10, [%rd1];\n"
          ".loc 1 8 1\nsetp.ne.u32 %p1, %r10, 0;\n@%p1 bra DONE;\nDONE:\n",
          ".file 1 \"x.cu\"\n");
  CHECK(used.notes == 0);
  REQUIRE(used.faults == 1);
  CHECK(used.all[0].line == 7);
  CHECK(used.all[0].message.find("0 bytes into the 256 bytes at") != std::string::npos);
  CHECK(used.all[0].message.ends_with("which nobody wrote; a branch in line 8 depends on it"));
}

TEST_CASE("uses of undefined values") {
  const std::string load = "ld.global.u32 %r10, [%rd1]; cvt.u64.u32 %rd5, %r10;";
  const auto faults = [&](const std::string& body, const std::string& declarations = {}) {
    return run(load + body, declarations).faults;
  };
  const std::string masked = "and.b64 %rd5, %rd5, 8; add.u64 %rd6, %rd0, %rd5;";
  CHECK(faults("and.b64 %rd5, %rd5, 0; add.u64 %rd6, %rd0, %rd5; ld.global.u32 %r11, [%rd6];") ==
        0);
  CHECK(faults("and.b64 %rd5, %rd5, 4; add.u64 %rd6, %rd0, %rd5; ld.global.u32 %r11, [%rd6];") ==
        1);
  CHECK(faults("and.b64 %rd5, %rd5, 4; add.u64 %rd6, %rd0, %rd5; st.global.u32 [%rd6], %r3;") == 1);
  CHECK(faults("red.global.add.u32 [%rd0], %r10;") == 1);
  CHECK(faults("and.b32 %r10, %r10, 0; red.global.add.u32 [%rd0], %r10;") == 0);
  CHECK(faults("setp.ne.u32 %p1, %r10, 0; @%p1 st.global.u32 [%rd0], %r3;") == 1);
  CHECK(faults("setp.ne.u32 %p1, %r10, 0; @%p1 mov.u32 %r11, 1;") == 0);
  CHECK(faults("setp.ne.u32 %p1, %r10, 0; mov.u32 %r11, 2; @%p1 mov.u32 %r11, 1;"
               "setp.eq.u32 %p2, %r11, 1; @%p2 bra DONE; DONE:") == 1);
  CHECK(faults("and.b32 %r10, %r10, 1; bar.sync %r10;") == 1);
  CHECK(faults("setp.ne.u32 %p1, %r10, 0; bar.red.popc.u32 %r11, 0, %p1;") == 1);
  CHECK(faults("and.b32 %r10, %r10, 1; L: .branchtargets A, A; brx.idx %r10, L; A:") == 1);
  CHECK(faults("prefetch.global.L1 [%rd5];") == 0);
}

TEST_CASE("undefined bits go with the values") {
  CHECK(depends("mov.u32 %r14, %r10;"));
  CHECK_FALSE(depends("mov.u32 %r14, %r10; mov.u32 %r14, 7;"));
  CHECK_FALSE(depends("mov.u32 %r14, %r11;", "0xffff00ff"));
  CHECK(depends("shl.b32 %r14, %r11, 4;", "0xff000"));
  CHECK_FALSE(depends("shl.b32 %r14, %r11, 4;", "0xfff00fff"));
  CHECK(depends("shl.b32 %r14, %r12, %r11;"));
  CHECK_FALSE(depends("shr.u32 %r14, %r11, 16;"));
  CHECK(depends("shl.b32 %r15, %r10, 31; shr.s32 %r14, %r15, 31;", "1"));
  CHECK_FALSE(depends("shr.u32 %r14, %r10, 24;", "0xffffff00"));
  CHECK(depends("prmt.b32 %r14, %r11, %r12, 0x0010;", "0xff00"));
  CHECK_FALSE(depends("prmt.b32 %r14, %r11, %r12, 0x5420;"));
  CHECK(depends("prmt.b32 %r14, %r11, %r12, 0x5490;", "0xff00"));  // its sign
  CHECK(depends("prmt.b32 %r14, %r12, %r12, %r11;"));
  CHECK_FALSE(depends("bfe.u32 %r14, %r11, 16, 8;"));
  CHECK(depends("bfe.s32 %r14, %r11, 8, 8;", "0x80000000"));
  CHECK_FALSE(depends("bfi.b32 %r14, %r12, %r10, 4, 8;", "0xff0"));
  CHECK(depends("bfi.b32 %r14, %r12, %r10, 4, 8;", "0x1000"));
  CHECK_FALSE(depends("bfi.b32 %r14, %r12, %r11, 8, 8;"));
  CHECK_FALSE(depends("shf.l.wrap.b32 %r14, %r10, %r12, 0;"));
  CHECK(depends("shf.l.wrap.b32 %r14, %r10, %r12, 1;", "1"));
  CHECK_FALSE(depends("cvt.u32.u16 %r14, %h1;", "0xffff0000"));
  CHECK(depends("cvt.s32.s16 %r14, %h1;", "0x80000000"));
  CHECK_FALSE(depends("cvt.u32.u8 %r14, %r11;"));
  CHECK_FALSE(depends("mov.b32 {%h2, %h3}, %r11; cvt.u32.u16 %r14, %h3;"));
  CHECK(depends("mov.b32 {%h2, %h3}, %r11; mov.b32 %r14, {%h3, %h2};", "0xff000000"));
  CHECK_FALSE(depends("mov.b32 {%h2, %h3}, %r11; mov.b32 %r14, {%h3, %h2};", "0xffffff"));
  CHECK_FALSE(
      depends("mov.b64 %rd5, {%r10, %r12}; shr.u64 %rd6, %rd5, 32; cvt.u32.u64 %r14, %rd6;"));
  CHECK(depends("mov.b64 %rd5, {%r12, %r10}; shr.u64 %rd6, %rd5, 32; cvt.u32.u64 %r14, %rd6;"));
}

TEST_CASE("logic and selection define bits") {
  CHECK_FALSE(depends("and.b32 %r14, %r10, 0xf0;", "0xffffff0f"));
  CHECK(depends("and.b32 %r14, %r10, 0xf0;", "0x10"));
  CHECK_FALSE(depends("or.b32 %r14, %r10, 0xf0;", "0xf0"));
  CHECK(depends("or.b32 %r14, %r10, 0xf0;", "0x100"));
  CHECK_FALSE(depends("xor.b32 %r14, %r10, %r10;"));
  CHECK(depends("xor.b32 %r14, %r10, %r12;"));
  CHECK(depends("not.b32 %r14, %r11;", "0x100"));
  CHECK_FALSE(depends("not.b32 %r14, %r11;", "0xffff00ff"));
  CHECK_FALSE(depends("lop3.b32 %r14, %r10, 0, %r12, 0x80;"));
  CHECK(depends("lop3.b32 %r14, %r10, 0, %r12, 0xfe;", "0x10"));
  CHECK_FALSE(depends("lop3.b32 %r14, %r10, %r10, %r12, 0x3c;"));
  CHECK_FALSE(depends("setp.eq.u32 %p1, %r13, 5; selp.b32 %r14, %r12, %r10, %p1;"));
  CHECK(depends("setp.ne.u32 %p1, %r13, 5; selp.b32 %r14, %r12, %r10, %p1;"));
  CHECK(depends("setp.ne.u32 %p1, %r10, 5; selp.b32 %r14, 6, 5, %p1;", "3"));
  CHECK_FALSE(depends("setp.ne.u32 %p1, %r10, 5; selp.b32 %r14, 6, 5, %p1;", "4"));
  CHECK_FALSE(depends("setp.ne.u32 %p1, %r10, 5; selp.b32 %r14, 6, 6, %p1;"));
  CHECK_FALSE(depends("slct.u32.s32 %r14, %r12, %r10, %r13;"));
  CHECK(depends("slct.u32.s32 %r14, %r12, %r13, %r10;"));
  const std::string to_r14 = "selp.b32 %r14, 1, 0, %p3;";
  const std::string predicates = "setp.ne.u32 %p1, %r10, 0; setp.eq.u32 %p2, %r13, 4;";
  CHECK_FALSE(depends(predicates + "and.pred %p3, %p1, %p2;" + to_r14));
  CHECK(depends(predicates + "or.pred %p3, %p1, %p2;" + to_r14));
  CHECK(depends(predicates + "not.pred %p3, %p1;" + to_r14));
  CHECK_FALSE(depends(predicates + "setp.eq.and.u32 %p3, %r10, 7, %p2;" + to_r14));
  CHECK(depends(predicates + "setp.eq.or.u32 %p3, %r10, 7, %p2;" + to_r14));
  CHECK_FALSE(depends(predicates + "setp.eq.or.u32 %p3, %r13, 5, %p1;" + to_r14));
  CHECK(depends(predicates + "setp.eq.and.u32 %p3, %r13, 5, %p1;" + to_r14));
}

TEST_CASE("carries take undefined bits upwards and no further than they get") {
  CHECK(depends("add.u32 %r14, %r11, 1;", "0xff00"));
  CHECK_FALSE(depends("add.u32 %r14, %r11, 1;", "0xffff00ff"));
  CHECK(depends("add.u32 %r14, %r11, 0x100;", "0x10000"));
  CHECK_FALSE(depends("add.u32 %r14, %r11, 0x100;", "0xff"));
  CHECK(depends("sub.u32 %r14, %r11, 0x100;", "0x10000"));
  CHECK_FALSE(depends("sub.u32 %r14, %r10, %r10;"));
  CHECK_FALSE(depends("mul.lo.u32 %r14, %r10, 0;"));
  CHECK_FALSE(depends("mul.lo.u32 %r14, %r11, 16;", "0xfff"));
  CHECK(depends("mul.lo.u32 %r14, %r11, 16;", "0x1000"));
  CHECK_FALSE(depends("mul.wide.u32 %rd5, %r11, 16; cvt.u32.u64 %r14, %rd5;", "0xfff"));
  CHECK_FALSE(depends("mad.lo.u32 %r14, %r11, 0, 9;"));
  CHECK(depends("mad.lo.u32 %r14, %r11, 1, 9;", "0xff00"));
  CHECK(depends("mul.hi.u32 %r14, %r10, %r12;"));
  CHECK(depends("popc.b32 %r14, %r11;"));
  CHECK(depends("add.cc.u32 %r15, %r10, %r12; addc.u32 %r14, 0, 0;", "1"));
  CHECK_FALSE(depends("add.cc.u32 %r15, %r12, %r12; addc.u32 %r14, 0, 0;"));
}

TEST_CASE("comparisons are decided by the bits that are defined") {
  const std::string result = "selp.b32 %r14, 1, 0, %p1;";
  CHECK_FALSE(depends("setp.eq.u32 %p1, %r11, 0x55;" + result));
  CHECK(depends("setp.eq.u32 %p1, %r11, 0x335544;" + result));
  CHECK_FALSE(depends("setp.lt.u32 %p1, %r11, 0x330044;" + result));
  CHECK(depends("setp.lt.u32 %p1, %r11, 0x330045;" + result));
  CHECK_FALSE(depends("setp.ge.s32 %p1, %r11, 0;" + result));
  CHECK(depends("setp.ge.s32 %p1, %r10, 0;" + result));
  CHECK_FALSE(depends("setp.ge.u32 %p1, %r10, 0;" + result));
  CHECK_FALSE(depends("setp.le.u32 %p1, %r11, 0x33ff44;" + result));
  CHECK_FALSE(depends("setp.gt.u32 %p1, %r11, 0x33ff44;" + result));
  CHECK(depends("mov.b32 %f1, %r11; setp.eq.f32 %p1, %f1, 0f00000000;" + result));
}

TEST_CASE("parts of a register keep their undefined bits to themselves") {
  CHECK_FALSE(depends("vadd4.u32.u32.u32 %r14, %r11, %r12, 0;", "0xffff00ff"));
  CHECK(depends("vadd4.u32.u32.u32 %r14, %r11, %r12, 0;", "0xff00"));
  CHECK_FALSE(depends("add.f16x2 %r14, %r11, %r12;", "0xffff0000"));
  CHECK(depends("add.f16x2 %r14, %r11, %r12;", "0xffff"));
  CHECK(depends("fma.rn.f16x2 %r14, %r12, %r12, %r11;", "0xffff"));
  CHECK_FALSE(depends("add.u16x2 %r14, %r11, %r12;", "0xffff0000"));
  CHECK_FALSE(
      depends("mov.b32 %f1, %r10; mov.b32 %f2, %r12; cvt.rn.f16x2.f32 %r14, %f1, %f2;", "0xffff"));
  CHECK(depends("mov.b32 %f1, %r10; mov.b32 %f2, %r12; cvt.rn.f16x2.f32 %r14, %f1, %f2;",
                "0xffff0000"));
}

TEST_CASE("undefined bits go from lane to lane") {
  // Lanes from 16 on have loaded what was written.
  const std::string halves =
      "setp.lt.u32 %p1, %r3, 16; mov.u32 %r10, 3; @%p1 ld.global.u32 %r10, [%rd1];";
  const auto faults = [&](const std::string& body) {
    return run(halves + body + "@%p3 bra DONE; DONE:").faults;
  };
  const std::string low =
                        "setp.ne.u32 %p2, %r11, 0; setp.lt.u32 %p4, %r3, 16; and.pred %p3, %p2, "
                        "%p4;",
                    high =
                        "setp.ne.u32 %p2, %r11, 0; setp.ge.u32 %p4, %r3, 16; and.pred %p3, %p2, "
                        "%p4;";
  CHECK(faults("shfl.sync.idx.b32 %r11, %r10, 3, 31, -1;" + high) == 1);
  CHECK(faults("shfl.sync.idx.b32 %r11, %r10, 30, 31, -1;" + low) == 0);
  CHECK(faults("shfl.sync.bfly.b32 %r11, %r10, 16, 31, -1;" + high) == 1);
  CHECK(faults("shfl.sync.bfly.b32 %r11, %r10, 16, 31, -1;" + low) == 0);
  CHECK(faults("shfl.sync.idx.b32 %r11|%p5, %r10, %r10, 31, -1;" + low) == 1);
  const std::string p = "setp.eq.u32 %p2, %r10, 3;";
  CHECK(faults(p + "vote.sync.ballot.b32 %r11, %p2, -1; and.b32 %r11, %r11, 0xff00000;" + high) ==
        0);
  CHECK(faults(p + "vote.sync.ballot.b32 %r11, %p2, -1; and.b32 %r11, %r11, 0xff;" + high) == 1);
  CHECK(faults(p + "vote.sync.any.pred %p3, %p2, -1;") == 0);
  CHECK(faults(p + "vote.sync.all.pred %p3, %p2, -1;") == 1);
  CHECK(faults(p + "vote.sync.all.pred %p3, !%p2, -1;") == 0);
  CHECK(faults(p + "vote.sync.uni.pred %p3, %p2, -1;") == 1);
  CHECK(faults("and.b32 %r10, %r10, 1; match.any.sync.b32 %r11, %r10, -1; and.b32 %r11, %r11, "
               "0xff;" +
               high) == 1);
  CHECK(faults("or.b32 %r10, %r10, 4; match.any.sync.b32 %r11, %r10, -1;" + high) == 0);
  CHECK(faults("redux.sync.add.u32 %r11, %r10, -1;" + high) == 1);
  CHECK(faults("and.b32 %r10, %r10, 0x10; redux.sync.and.b32 %r11, %r10, -1;" + high) == 0);
  CHECK(faults("redux.sync.or.b32 %r11, %r10, -1; and.b32 %r11, %r11, 3;" + high) == 0);
  CHECK(faults("redux.sync.or.b32 %r11, %r10, -1; and.b32 %r11, %r11, 4;" + high) == 1);
  CHECK(run("ld.global.u32 %r10, [%rd1]; not.b32 %r12, %r10; shfl.sync.idx.b32 %r11, %r3, 0, 31, "
            "%r12;")
            .faults == 1);
}

TEST_CASE("the parts of a vector load go their own ways") {
  const std::string load =
      "shl.b32 %r4, %r3, 3; cvt.u64.u32 %rd3, %r4; st.global.u32 [%rd1], %r3; "
      "ld.global.v2.u32 {%r10, %r11}, [%rd1];";
  CHECK(run(load + "setp.ne.u32 %p1, %r10, 0; @%p1 bra DONE; DONE:").faults == 0);
  CHECK(run(load + "setp.ne.u32 %p1, %r11, 0; @%p1 bra DONE; DONE:").faults == 1);
  CHECK(run("st.global.u8 [%rd1+1], %r3; ld.global.u32 %r10, [%rd1]; and.b32 %r10, %r10, 0xff00;"
            "setp.ne.u32 %p1, %r10, 0; @%p1 bra DONE; DONE:")
            .faults == 0);
  CHECK(run("st.global.u8 [%rd1], %r3; ld.global.s8 %r10, [%rd1]; setp.ne.u32 %p1, %r10, 0; @%p1 "
            "bra DONE; DONE:")
            .notes == 0);
  CHECK(run("ld.global.u8 %r10, [%rd1]; shr.u32 %r10, %r10, 8; setp.ne.u32 %p1, %r10, 0; @%p1 bra "
            "DONE; DONE:")
            .faults == 0);
  CHECK(run("ld.global.s8 %r10, [%rd1]; shr.u32 %r10, %r10, 8; setp.ne.u32 %p1, %r10, 0; @%p1 bra "
            "DONE; DONE:")
            .faults == 1);
}

TEST_CASE("a store hands undefined bits on") {
  const std::string use = "setp.ne.u32 %p1, %r11, 0; @%p1 bra DONE; DONE:";
  const std::string shared = ".extern .shared .align 16 .b8 buffer[];",
                    at = "mov.u32 %r5, buffer; shl.b32 %r6, %r3, 2; add.u32 %r5, %r5, %r6;";
  const std::string load = "ld.global.u32 %r10, [%rd1];" + at;
  const auto faults = [&](const std::string& body) { return run(load + body + use, shared); };
  CHECK(faults("st.shared.u32 [%r5], %r10; ld.shared.u32 %r11, [%r5];").faults == 1);
  CHECK(faults("st.shared.u32 [%r5], %r10; st.shared.u32 [%r5], %r3; ld.shared.u32 %r11, [%r5];")
            .faults == 0);
  CHECK(faults("st.global.u32 [%rd0], %r10; ld.global.u32 %r11, [%rd0];").faults == 1);
  // A byte of which some bits are undefined.
  const std::string flag =
      "and.b32 %r10, %r10, 0xf0; or.b32 %r10, %r10, 1; st.shared.u8 [%r5], "
      "%r10; ld.shared.u8 %r11, [%r5];";
  CHECK(faults(flag).faults == 0);
  CHECK(faults(flag + "and.b32 %r11, %r11, 0x0f;").faults == 0);
  CHECK(faults(flag + "and.b32 %r11, %r11, 0x10;").faults == 1);
  const Told told = faults(
      "add.u32 %r10, %r10, 1; st.shared.u32 [%r5], %r10; ld.shared.u32 %r11, "
      "[%r5];");
  REQUIRE(told.all.size() == 1);
  CHECK(told.all[0].message.find("0 bytes into the 256 bytes at") != std::string::npos);
  CHECK(told.all[0].message.find("stores what came of it") != std::string::npos);
}

TEST_CASE("atomics leave undefined bits where they were, and hand them on") {
  const std::string shared = ".extern .shared .align 16 .b8 buffer[];",
                    at = "mov.u32 %r5, buffer; shl.b32 %r6, %r3, 2; add.u32 %r5, %r5, %r6;"
                         "mov.u32 %r12, 0xff;",
                    use = "setp.ne.u32 %p1, %r11, 0; @%p1 bra DONE; DONE:";
  const auto told = [&](const std::string& body) { return run(at + body, shared); };
  for (const std::string update :
       {"red.shared.add.u32 [%r5], 1;", "atom.shared.xor.b32 %r11, [%r5], 1;",
        "red.shared.max.u32 [%r5], 1;", "red.shared.add.f32 [%r5], 0f3F800000;",
        "red.global.add.u32 [%rd1], 1;", "red.global.add.u64 [%rd1], 1;"}) {
    CAPTURE(update);
    const Told unused = told(update);
    CHECK(unused.faults == 0);
    CHECK(unused.notes == 1);
  }
  const std::string load = "ld.shared.u32 %r11, [%r5];";
  CHECK(told("atom.shared.add.u32 %r11, [%r5], 1;" + use).faults == 1);
  CHECK(told("red.shared.add.u32 [%r5], 1;" + load + use).faults == 1);
  CHECK(told("atom.shared.exch.b32 %r11, [%r5], 1;" + use).faults == 1);
  CHECK(told("atom.shared.exch.b32 %r11, [%r5], 1;" + load + use).faults == 0);
  CHECK(told("red.shared.and.b32 [%r5], 0;" + load + use).faults == 0);
  CHECK(told("red.shared.and.b32 [%r5], 0xf0;" + load + "and.b32 %r11, %r11, 0x0f;" + use).faults ==
        0);
  CHECK(told("red.shared.and.b32 [%r5], 0xf0;" + load + "and.b32 %r11, %r11, 0x10;" + use).faults ==
        1);
  CHECK(told("red.shared.or.b32 [%r5], %r12;" + load + "and.b32 %r11, %r11, 0xff;" + use).faults ==
        0);
  // The low byte is defined, the others are not.
  const std::string byte = "st.shared.u8 [%r5], %r12; red.shared.add.u32 [%r5], ";
  CHECK(told(byte + "1;" + load + "and.b32 %r11, %r11, 0xff;" + use).faults == 0);
  CHECK(told(byte + "1;" + load + "and.b32 %r11, %r11, 0x100;" + use).faults == 1);
  CHECK(told("atom.shared.cas.b32 %r11, [%r5], 0, 1;").faults == 1);  // which compares
}

TEST_CASE("another kernel that depends on an undefined value names the load before it was stored") {
  Bench bench(
      kernel_text(".loc 1 3 1\nld.global.u32 %r10, [%rd1];\n"
                  ".loc 1 4 1\nsetp.ne.u32 %p1, %r10, 0;\nld.param.u32 %r11, [k_n];\n"
                  "setp.ne.u32 %p2, %r11, 0;\nand.pred %p1, %p1, %p2;\n"
                  "@%p1 bra DONE;\nadd.u32 %r10, %r10, 1;\nst.global.u32 [%rd0], %r10;\n"
                  "DONE:\n",
                  ".file 1 \"x.cu\"\n"));
  const std::uint64_t first = bench.memory.allocate(256), second = bench.upload(Words(32)),
                      third = bench.upload(Words(32));
  bench.run({1}, {32}, second, first);
  CHECK(told_of(bench).notes == 1);
  CHECK(bench.memory.stored_undefined(second, 256) != nullptr);
  CHECK(bench.memory.stored_undefined(second + 4, 4) == nullptr);
  bench.run({1}, {32}, third, second, 1);
  const Told told = told_of(bench);
  REQUIRE(told.faults == 1);
  CHECK(told.all[0].line == 3);
  bench.memory.fill(second, 0, 256);
  CHECK(bench.memory.stored_undefined(second, 256) == nullptr);
  bench.run({1}, {32}, third, second, 1);
  CHECK(told_of(bench).all.empty());
}

TEST_CASE("functions hand undefined bits on, and frames begin undefined") {
  const std::string identity = R"(
.func (.param .b32 result) identity(.param .b32 argument)
{
  .reg .b32 %r<4>;
  ld.param.u32 %r1, [argument];
  st.param.b32 [result], %r1;
  ret;
}
)";
  const auto call = [](const char* what) {
    return std::string("{ .param .b32 a; .param .b32 b; st.param.b32 [a], ") + what +
           "; call.uni (b), identity, (a); ld.param.b32 %r11, [b]; }"
           "setp.ne.u32 %p1, %r11, 0; @%p1 bra DONE; DONE:";
  };
  CHECK(run("ld.global.u32 %r10, [%rd1];" + call("%r10"), identity).faults == 1);
  CHECK(run("ld.global.u32 %r10, [%rd1];" + call("%r3"), identity).faults == 0);

  const std::string keeps = R"(
.func (.param .b32 result) keeps(.param .b32 writes)
{
  .local .align 4 .b8 frame[16];
  .reg .pred %p<2>;
  .reg .b32 %r<4>;
  ld.param.u32 %r1, [writes];
  setp.ne.u32 %p1, %r1, 0;
  @%p1 st.local.u32 [frame+4], %r1;
  ld.local.u32 %r2, [frame+4];
  st.param.b32 [result], %r2;
  ret;
}
)";
  const auto calls = [](int first, int second) {
    std::string text;
    for (const int writes : {first, second})
      text += "{ .param .b32 a; .param .b32 b; st.param.b32 [a], " + std::to_string(writes) +
              "; call.uni (b), keeps, (a); ld.param.b32 %r11, [b]; }";
    return text + "setp.ne.u32 %p1, %r11, 0; @%p1 bra DONE; DONE:";
  };
  CHECK(run(calls(1, 1), keeps).faults == 0);
  CHECK(run(calls(1, 1), keeps).notes == 0);
  CHECK(run(calls(1, 0), keeps).faults == 1);
  CHECK(run(calls(0, 1), keeps).faults == 0);
  CHECK(run(calls(0, 1), keeps).notes == 1);
}

TEST_CASE("local memory is followed like other memory") {
  const std::string frame = ".local .align 8 .b8 mine[32]; mov.u64 %rd10, mine;";
  const std::string use = "setp.ne.u32 %p1, %r11, 0; @%p1 bra DONE; DONE:";
  CHECK(run(frame + "ld.local.u32 %r11, [%rd10+8];" + use).faults == 1);
  CHECK(run(frame + "st.local.u32 [%rd10+8], %r3; ld.local.u32 %r11, [%rd10+8];" + use).notes == 0);
  CHECK(run(frame + "st.local.u32 [%rd10+8], %r3; ld.local.u32 %r11, [%rd10+8];" + use).faults ==
        0);
  CHECK(run(frame + "st.local.u32 [%rd10+8], %r3; ld.local.v2.u32 {%r11, %r12}, [%rd10+8];" + use)
            .faults == 0);
  CHECK(run(frame +
            "ld.global.u32 %r10, [%rd1]; st.local.u32 [%rd10+8], %r10; ld.local.u32 %r11, "
            "[%rd10+8];" +
            use)
            .faults == 1);
  CHECK(run(frame + "cvta.local.u64 %rd11, %rd10; ld.u32 %r11, [%rd11+16];" + use).faults == 1);
}

}  // namespace simulator
