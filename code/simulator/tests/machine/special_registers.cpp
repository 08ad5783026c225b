#include <doctest/doctest.h>

#include <functional>

#include "simulator/tests/harness.hpp"

using namespace simulator;

namespace {

constexpr Dim3 grid{3, 2, 2}, block{5, 4, 3};
constexpr unsigned threads = 60, blocks = 12;

/// What each thread, by its block and its place there, reads of a register as `type`.
std::vector<std::uint64_t> read(const std::string& name, const std::string& type) {
  Bench bench(kernel_text(R"(
    mov.u32 %r4, %ctaid.y; mov.u32 %r5, %ctaid.z; mov.u32 %r6, %nctaid.x; mov.u32 %r7, %nctaid.y;
    mad.lo.u32 %r4, %r5, %r7, %r4; mad.lo.u32 %r4, %r4, %r6, %r1;
    mov.u32 %r5, %tid.y; mov.u32 %r6, %tid.z; mov.u32 %r7, %ntid.y;
    mad.lo.u32 %r5, %r6, %r7, %r5; mad.lo.u32 %r5, %r5, %r2, %r3;
    mad.lo.u32 %r4, %r4, 60, %r5;
    ld.param.u64 %rd0, [k_out]; mad.wide.u32 %rd0, %r4, 8, %rd0;
    mov.)" + type + " " + (type == "u64" ? "%rd5" : "%r8") +
                          ", " + name + ";" + (type == "u64" ? "" : "cvt.u64.u32 %rd5, %r8;") +
                          "st.global.u64 [%rd0], %rd5;"));
  const std::uint64_t out = bench.upload(std::vector<std::uint64_t>(blocks * threads));
  bench.run(grid, block, out);
  CHECK(bench.faults().empty());
  return bench.download<std::uint64_t>(out, blocks * threads);
}

}  // namespace

TEST_CASE("special registers tell a thread where it is") {
  const std::pair<const char*, std::function<unsigned(unsigned block, unsigned thread)>> all[] = {
      {"%tid.x", [](unsigned, unsigned t) { return t % 5; }},
      {"%tid.y", [](unsigned, unsigned t) { return t / 5 % 4; }},
      {"%tid.z", [](unsigned, unsigned t) { return t / 20; }},
      {"%ntid.z", [](unsigned, unsigned) { return 3; }},
      {"%ctaid.x", [](unsigned b, unsigned) { return b % 3; }},
      {"%ctaid.y", [](unsigned b, unsigned) { return b / 3 % 2; }},
      {"%ctaid.z", [](unsigned b, unsigned) { return b / 6; }},
      {"%nctaid.z", [](unsigned, unsigned) { return 2; }},
      {"%laneid", [](unsigned, unsigned t) { return t % 32; }},
      {"%warpid", [](unsigned, unsigned t) { return t / 32; }},
      {"%lanemask_eq", [](unsigned, unsigned t) { return 1u << t % 32; }},
      {"%lanemask_lt", [](unsigned, unsigned t) { return (1u << t % 32) - 1; }},
      {"%lanemask_le", [](unsigned, unsigned t) { return (2u << t % 32) - 1; }},
      {"%lanemask_gt", [](unsigned, unsigned t) { return ~((2u << t % 32) - 1); }},
      {"%lanemask_ge", [](unsigned, unsigned t) { return ~((1u << t % 32) - 1); }},
      {"%clusterid.y", [](unsigned b, unsigned) { return b / 3 % 2; }},
      {"%cluster_nctarank", [](unsigned, unsigned) { return 1; }},
      {"%dynamic_smem_size", [](unsigned, unsigned) { return 0; }},
      {"WARP_SZ", [](unsigned, unsigned) { return 32; }},
  };
  for (const auto& each : all)
    for (const char* type : {"u32", "u64"}) {
      const auto& [name, expected] = each;
      CAPTURE(each.first);
      const std::vector<std::uint64_t> values = read(name, type);
      for (unsigned k = 0; k < values.size(); ++k)
        REQUIRE(values[k] == expected(k / threads, k % threads));
    }
}

TEST_CASE("clocks tick with every instruction") {
  for (const auto& [type, reg] : {std::pair("u32", "%r"), std::pair("u64", "%rd")})
    for (const char* name : {"%clock", "%clock64", "%globaltimer"}) {
      const auto r = [&, reg = reg](const char* number) { return std::string(reg) + number; };
      const std::string mov = std::string("mov.") + type + " ";
      const auto ticks =
          results(mov + r("5") + ", " + name + "; add.u32 %r9, %r0, 1; " + mov + r("6") + ", " +
                      name + "; sub." + type + " " + r("7") + ", " + r("6") + ", " + r("5") +
                      "; st.global." + type + " [%rd0], " + r("7") + ";",
                  std::vector<std::uint64_t>(40), 40);
      for (const std::uint64_t each : ticks) CHECK(each == 2);
    }
}
