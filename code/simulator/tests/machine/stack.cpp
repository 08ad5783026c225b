// alloca, stacksave and stackrestore.
#include "simulator/tests/machine/kernels.hpp"

using namespace simulator;

namespace {

/// Why it fails, of the launch's first fault.
std::string first_fault(const std::string& body) {
  Bench bench(kernel_text(body));
  const auto out = bench.upload(Words(32));
  try {
    bench.run({1}, {32}, out, out);
  } catch (const LaunchFailure&) {
  }
  bench.faults();
  return bench.last_faults.empty() ? "none" : bench.last_faults[0].message;
}

}  // namespace

TEST_CASE("each lane takes what it asks for, aligned, and has it to itself") {
  // Lane k takes 4 k bytes, twice, and fills the first word of each.
  const Words out = results(R"(
    ld.param.u64 %rd4, [k_out];
    mul.wide.u32 %rd5, %r3, 4; add.u64 %rd5, %rd5, 4;
    alloca.u64 %rd6, %rd5; alloca.u64 %rd7, %rd5, 64;
    st.local.u32 [%rd6], %r3; st.local.u32 [%rd7], 7;
    ld.local.u32 %r10, [%rd6];
    rem.u64 %rd8, %rd7, 64; cvt.u32.u64 %r11, %rd8; add.u32 %r10, %r10, %r11;)" +
                                std::string(store_r10),
                            {0}, 32);
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(out[lane] == lane);
}

TEST_CASE("what is given back is taken again") {
  const Words out = results(R"(
    mov.u64 %rd5, 24;
    alloca.u64 %rd6, %rd5; stacksave.u64 %rd7;
    alloca.u64 %rd8, %rd5; stackrestore.u64 %rd7;
    alloca.u64 %rd9, %rd5;
    sub.u64 %rd9, %rd9, %rd8; cvt.u32.u64 %r10, %rd9;)" +
                                std::string(store_r10),
                            {0}, 32);
  CHECK(out == Words(32));
}

TEST_CASE("a stack ends") {
  CHECK(first_fault("mov.u64 %rd5, 2000; alloca.u64 %rd6, %rd5;")
            .find("overflows the stack of 1024 bytes: alloca asks for 2000 bytes") !=
        std::string::npos);
  CHECK(first_fault("mov.u64 %rd5, -1; alloca.u64 %rd6, %rd5;").find("overflows the stack") !=
        std::string::npos);
  CHECK(first_fault("mov.u64 %rd5, 1024; alloca.u64 %rd6, %rd5;") == "none");
  CHECK(first_fault("mov.u64 %rd5, 64; stackrestore.u64 %rd5;").find("stacksave did not give") !=
        std::string::npos);
}

TEST_CASE("what lies on a stack was never written, again after it was given back") {
  const std::string take = "mov.u64 %rd5, 4; stacksave.u64 %rd7; alloca.u64 %rd6, %rd5;",
                    branch = "ld.local.u32 %r10, [%rd6]; setp.eq.u32 %p1, %r10, 0; @%p1 bra E; E:";
  CHECK(first_fault(take + branch).find("never wrote") != std::string::npos);
  CHECK(first_fault(take + "st.local.u32 [%rd6], 1;" + branch) == "none");
  CHECK(first_fault(take + "st.local.u32 [%rd6], 1; stackrestore.u64 %rd7; alloca.u64 %rd6, %rd5;" +
                    branch)
            .find("never wrote") != std::string::npos);
}
