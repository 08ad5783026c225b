#include "simulator/machine.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <sstream>
#include <vector>

#include "simulator/device/occupancy.hpp"
#include "simulator/observation/trace.hpp"
#include "simulator/platform.hpp"
#include "simulator/tests/harness.hpp"

using namespace simulator;

namespace {

std::string for_target(const std::string& target, std::string text) {
  return text.replace(text.find("sm_90"), 5, target);
}

/// Thread 0 of each block writes %smid and %nsmid.
const std::string ask = kernel_text(R"(
  setp.ne.u32 %p1, %r3, 0; @%p1 bra DONE;
  mov.u32 %r4, %smid; mov.u32 %r5, %nsmid; shl.b32 %r5, %r5, 16; or.b32 %r4, %r4, %r5;
  cvt.u64.u32 %rd3, %r4; ld.param.u64 %rd4, [k_out]; mad.wide.u32 %rd4, %r1, 8, %rd4;
  st.global.u64 [%rd4], %rd3;
DONE:)");

}  // namespace

TEST_CASE("two machines in one address space have each their own variables") {
  const std::string ptx = kernel_text(R"(
  ld.global.u64 %rd3, [place]; st.global.u64 [%rd0], %rd3;)",
                                      ".global .align 8 .u64 place;");
  for (const unsigned cores : {1u, 3u}) {
    Bench first(ptx);
    first.cores = cores;
    Machine second(first.machine);
    CHECK(second.number() == 1);
    const Module& theirs = second.load(ptx);
    const std::uint64_t mine = first.module.variable("place")->address,
                        other = theirs.variable("place")->address;
    REQUIRE(mine != other);
    const std::uint64_t one = 1, two = 2;
    REQUIRE(first.machine.write(mine, &one, 8));
    REQUIRE(second.write(other, &two, 8));
    const std::uint64_t here = first.machine.allocate(64), there = second.allocate(64);
    const auto run = [&](Machine& machine, const Module& module, std::uint64_t out) {
      std::vector<std::byte> arguments(module.kernel("k")->parameter_bytes);
      std::memcpy(arguments.data(), &out, sizeof out);
      LaunchConfiguration launch{{8}, {1}};
      launch.cores = cores;
      launch.worth_sharing = 0;
      return machine.launch(module, *module.kernel("k"), launch, arguments);
    };
    using enum LaunchOutcome::Status;
    std::uint64_t found = 0;
    CHECK(run(first.machine, first.module, here).status == completed);
    CHECK(run(second, theirs, there).status == completed);
    first.machine.read(&found, here, 8);
    CHECK(found == 1);
    second.read(&found, there, 8);
    CHECK(found == 2);

    const LaunchOutcome outcome = run(second, theirs, here);
    REQUIRE(outcome.status == failed);
    CHECK(*outcome.failure == LaunchFailure::Reason::illegal_address);
    REQUIRE(outcome.faults.size() >= 1);
    CHECK(outcome.faults[0].kind == fault::peer_access);
    CHECK(outcome.faults[0].message.find("memory of device 0, which device 1 may not access: "
                                         "cudaDeviceEnablePeerAccess is missing") !=
          std::string::npos);
    first.memory.set_peer_access(1, 0, true);
    CHECK(run(second, theirs, here).status == completed);
    first.machine.read(&found, here, 8);
    CHECK(found == 2);
  }
}

TEST_CASE("two machines in one process answer as their devices would") {
  const std::string ptx = for_target("sm_80", ask);
  Bench old(ptx, a100()), young(ptx, h200());
  constexpr unsigned blocks = 150;
  for (auto [bench, processors] : {std::pair(&old, 108u), std::pair(&young, 132u)}) {
    const std::uint64_t out = bench->upload(std::vector<std::uint64_t>(blocks));
    bench->run({blocks}, {64}, out);
    CHECK(bench->faults().empty());
    const auto found = bench->download<std::uint64_t>(out, blocks);
    for (unsigned k = 0; k < blocks; ++k)
      CHECK(found[k] == (k % processors | std::uint64_t{processors} << 16));
  }

  // Blocks of 40 KiB: four in 164 KiB less 1 KiB each would be 164, so 4 and 5.
  const Kernel& kernel = *old.module.kernel("k");
  CHECK(old.machine.resident_blocks(kernel, 64, 40 << 10) == 4);
  CHECK(young.machine.resident_blocks(kernel, 64, 40 << 10) == 5);
  LaunchConfiguration launch{{1}, {64}, 200 << 10};
  launch.most_dynamic_shared = 200 << 10;
  CHECK(old.machine.resident_blocks(kernel, 64, launch.dynamic_shared) == 0);
  CHECK(young.machine.resident_blocks(kernel, 64, launch.dynamic_shared) == 1);
  REQUIRE(old.machine.refusal(kernel, launch));
  CHECK(old.machine.refusal(kernel, launch)->what ==
        "the kernel may have 166912 bytes of dynamic shared memory");
  CHECK(!young.machine.refusal(kernel, launch));
  launch = {{108 * 4 + 1}, {64}, 40 << 10, true};
  REQUIRE(old.machine.refusal(kernel, launch));
  CHECK(old.machine.refusal(kernel, launch)->reason == Refusal::Reason::cooperative);
  CHECK(old.machine.refusal(kernel, launch)->what == "only 432 such blocks can run together");
  CHECK(!young.machine.refusal(kernel, launch));

  // Each has its own memory.
  const std::uint64_t here = old.machine.allocate(64);
  CHECK(old.machine.write(here, "x", 1));
  CHECK(old.machine.free(here));
  CHECK(!old.machine.free(here));
  CHECK(!old.machine.write(here, "x", 1));
  CHECK_THROWS_AS(old.machine.allocate(std::uint64_t{50} << 30), std::bad_alloc);
  if (SIMULATOR_MMAP) CHECK_NOTHROW(young.machine.allocate(std::uint64_t{50} << 30));

  CHECK_THROWS_AS(Machine(a100()).load(ask), UnsupportedError);
}

TEST_CASE("residency is limited by warps, blocks, registers and shared memory") {
  const Device h = h200();
  CHECK(resident_blocks(h, {1024, 16, 0}) == 2);
  CHECK(resident_blocks(h, {32, 16, 0}) == 32);
  CHECK(resident_blocks(h, {256, 255, 0}) == 1);
  CHECK(resident_blocks(h, {256, 33, 0}) == 6);  // 40 registers of each of 8 warps
  CHECK(resident_blocks(h, {64, 16, 227 << 10}) == 1);
  CHECK(resident_blocks(h, {64, 16, (227 << 10) + 1}) == 0);
  CHECK(resident_blocks(h, {1025, 16, 0}) == 0);
  Device small = h;
  small.resident_warps = 32;
  small.resident_blocks = 16;
  small.reserved_shared = 0;
  CHECK(resident_blocks(small, {1024, 16, 0}) == 1);
  CHECK(resident_blocks(small, {32, 16, 0}) == 16);
}

// What cudaOccupancyMaxActiveBlocksPerMultiprocessor returned on an H200, CUDA 13, for kernels of
// so many registers without shared memory, in blocks of 32, 64, … 1024 threads.
const std::map<unsigned, std::vector<unsigned>> resident_on_an_h200 = {
    {24, {32, 32, 21, 16, 12, 10, 9, 8, 7, 6, 5, 5, 4, 4, 4, 4,
          3,  3,  3,  3,  3,  2,  2, 2, 2, 2, 2, 2, 2, 2, 2, 2}},
    {32, {32, 32, 21, 16, 12, 10, 9, 8, 7, 6, 5, 5, 4, 4, 4, 4,
          3,  3,  3,  3,  3,  2,  2, 2, 2, 2, 2, 2, 2, 2, 2, 2}},
    {40, {32, 24, 16, 12, 9, 8, 6, 6, 5, 4, 4, 4, 3, 3, 3, 3,
          2,  2,  2,  2,  2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1}},
    {48, {32, 20, 13, 10, 8, 6, 5, 5, 4, 4, 3, 3, 3, 2, 2, 2,
          2,  2,  2,  2,  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
    {56, {32, 18, 12, 9, 7, 6, 5, 4, 4, 3, 3, 3, 2, 2, 2, 2,
          2,  2,  1,  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
    {64, {32, 16, 10, 8, 6, 5, 4, 4, 3, 3, 2, 2, 2, 2, 2, 2,
          1,  1,  1,  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
    {72, {28, 14, 9, 7, 5, 4, 4, 3, 3, 2, 2, 2, 2, 2, 1, 1,
          1,  1,  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0}},
    {80, {24, 12, 8, 6, 4, 4, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1,
          1,  1,  1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0}},
    {96, {20, 10, 6, 5, 4, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1,
          1,  1,  1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
    {112, {16, 8, 5, 4, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1,
           0,  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
    {128, {16, 8, 5, 4, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1,
           0,  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
    {168, {12, 6, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0,
           0,  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
    {200, {8, 4, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0,
           0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
    {248, {8, 4, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0,
           0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
};

TEST_CASE("registers limit residency as on a GPU, whose warps belong to four parts of an SM") {
  for (const auto& each : resident_on_an_h200) {
    const unsigned registers = each.first;
    const std::vector<unsigned>& blocks = each.second;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      CAPTURE(registers);
      CAPTURE(i);
      CHECK(resident_blocks(h200(), {32 * (i + 1), registers, 0}) == blocks[i]);
    }
  }
}

TEST_CASE("a launch that cannot be is refused, and says why") {
  Bench bench(kernel_text("st.global.u64 [%rd0], 1;"));
  const Kernel& kernel = *bench.module.kernel("k");
  const std::vector<std::byte> arguments(kernel.parameter_bytes);
  const auto refused = [&](LaunchConfiguration launch, std::size_t bytes) {
    const LaunchOutcome outcome =
        bench.machine.launch(bench.module, kernel, launch, std::span(arguments).first(bytes));
    CHECK((outcome.status == LaunchOutcome::Status::refused) == outcome.refusal.has_value());
    CHECK((outcome.counts == Counts{}) == outcome.refusal.has_value());
    return outcome.refusal ? outcome.refusal->what : "";
  };
  const std::size_t all = arguments.size();
  CHECK(refused({{0}, {32}}, all) == "the grid has no blocks");
  CHECK(refused({{1}, {0}}, all) == "the blocks have no threads");
  CHECK(refused({{1, 65536}, {1}}, all) == "a grid has at most (2147483647,65535,65535) blocks");
  CHECK(refused({{1}, {1, 1, 65}}, all) == "a block has at most (1024,1024,64) threads");
  CHECK(refused({{1}, {32, 33}}, all) == "a block has at most 1024 threads");
  CHECK(refused({{1}, {32}, 49153}, all) ==
        "the kernel may have 49152 bytes of dynamic shared memory");
  CHECK(refused({{133}, {1024}, 40 << 10, true}, all) == "");
  CHECK(refused({{1}, {32}}, all - 4) == "the kernel takes 20 bytes of arguments, not 16");
}

TEST_CASE("an outcome has counts and faults as data, and a trace goes to a stream") {
  Machine machine;
  const Module& module =
      machine.load(kernel_text("ld.global.u64 %rd3, [%rd1]; setp.eq.u64 %p1, %rd3, 1; "
                               "@%p1 bra DONE; st.global.u64 [%rd0], %rd3; DONE:"));
  const std::uint64_t out = machine.allocate(32 * 8), in = machine.allocate(31 * 8);
  std::byte arguments[20] = {};
  std::memcpy(arguments, &out, 8);
  std::memcpy(arguments + 8, &in, 8);
  std::ostringstream text;
  Trace trace(text);
  std::vector<std::string> told;
  const LaunchOutcome outcome =
      machine.launch(module, *module.kernel("k"), {{1}, {32}}, arguments,
                     {{}, &trace, [&](const Fault& fault) { told.push_back(fault.kind); }});
  CHECK(outcome.status == LaunchOutcome::Status::failed);
  CHECK(outcome.failure == LaunchFailure::Reason::illegal_address);
  CHECK(outcome.counts.warp_instructions > 0);
  REQUIRE(outcome.faults.size() == 2);
  CHECK(outcome.faults[0].kind == fault::out_of_bounds);
  CHECK(outcome.faults[0].thread == Dim3{31, 0, 0});
  CHECK(outcome.faults[1].kind == fault::uninitialised);
  CHECK_FALSE(outcome.faults[1].benign);
  CHECK(outcome.faults[1].times == 31);
  CHECK(told == std::vector<std::string>{fault::out_of_bounds, fault::uninitialised});
  CHECK(text.str().starts_with("step,block,warp,lane"));
}

TEST_CASE("a trace shows shuffled bits as floats where a float goes in or comes out") {
  // 0x3f800000 is 1.0f.
  const std::pair<std::string, std::string> shuffles[] = {
      {"mov.u32 %r4, 1065353216; shfl.sync.bfly.b32 %r5|%p1, %r4, 16, 31, -1; mov.b32 %f1, %r5;",
       ",1,1,"},
      {"mov.f32 %f1, 0f3F800000; mov.b32 %r4, %f1; shfl.sync.bfly.b32 %r5, %r4, 16, 31, -1;",
       ",1,1,"},
      {"mov.u32 %r4, 1065353216; shfl.sync.bfly.b32 %r5, %r4, 16, 31, -1; mov.b32 %r6, %r5;",
       ",1065353216,1065353216,"}};
  for (const auto& [statements, held] : shuffles) {
    Machine machine;
    const Module& module = machine.load(kernel_text(statements));
    const std::byte arguments[20] = {};
    std::ostringstream text;
    Trace trace(text);
    machine.launch(module, *module.kernel("k"), {{1}, {32}}, arguments, {{}, &trace, {}});
    CAPTURE(statements);
    CHECK(text.str().find(held) != std::string::npos);
  }
}

TEST_CASE("faults that nobody looks at do not end a process that has a machine alone") {
  const pid_t child = fork();
  if (child == 0) {
    Bench bench(kernel_text("ld.global.u64 %rd3, [%rd1];"));
    bench.run({1}, {32}, 0, bench.machine.allocate(32 * 8));
    std::exit(bench.faults().size() == 1 ? 3 : 4);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 3);
}

namespace {

/// 100 bytes a frame, and itself %r1 - 1 times more.
const std::string recursive = R"(
.func down(.param .b32 depth)
{
  .local .align 4 .b8 frame[100];
  .reg .pred %p<2>;
  .reg .b32 %r<4>;
  .reg .b64 %rd<3>;
  ld.param.u32 %r1, [depth];
  mov.u64 %rd1, frame;
  st.local.u32 [%rd1], %r1;
  sub.u32 %r2, %r1, 1;
  setp.eq.u32 %p1, %r2, 0;
  @%p1 bra DONE;
  {
    .param .b32 argument;
    st.param.b32 [argument], %r2;
    call.uni down, (argument);
  }
DONE:
  ret;
}
)";
const std::string call_it = R"(
  ld.param.u32 %r4, [k_n];
  {
    .param .b32 argument;
    st.param.b32 [argument], %r4;
    call.uni down, (argument);
  })";

}  // namespace

TEST_CASE("a stack overflows at its limit") {
  Bench bench(kernel_text(call_it, recursive));
  CHECK(bench.machine.stack_bytes() == 1024);
  // A frame takes 112 bytes, the kernel's 16: the ninth ends at 16 + 8 * 112 + 100 = 1012.
  bench.run({1}, {32}, 0, 0, 9);
  CHECK(bench.faults().empty());
  CHECK_THROWS_AS(bench.run({1}, {32}, 0, 0, 10), LaunchFailure);
  REQUIRE(bench.faults() == std::vector<std::string>{fault::out_of_bounds});
  CHECK(bench.last_faults[0].message ==
        "overflows the stack of 1024 bytes calling down (cudaDeviceSetLimit, cudaLimitStackSize)");

  CHECK(bench.machine.set_stack_bytes(11329));
  CHECK(bench.machine.stack_bytes() == 11344);
  bench.run({1}, {32}, 0, 0, 101);
  CHECK(bench.faults().empty());
  CHECK_THROWS_AS(bench.run({1}, {32}, 0, 0, 102), LaunchFailure);

  CHECK(bench.machine.set_stack_bytes(0));
  bench.run({1}, {32}, 0, 0, 1);  // what is seen before the launch is made room for
  CHECK_THROWS_AS(bench.run({1}, {32}, 0, 0, 2), LaunchFailure);
  CHECK(!bench.machine.set_stack_bytes(511 << 10));
  CHECK(bench.machine.set_stack_bytes((511 << 10) - 1));
  bench.machine.reset_limits();
  CHECK(bench.machine.stack_bytes() == 1024);
}

TEST_CASE("a kernel's own frame makes its stack as large as it has to be") {
  std::string text = kernel_text("mov.u64 %rd3, frame; st.local.u32 [%rd3+79996], %r3;");
  text.insert(text.find(".reg .pred"), ".local .align 4 .b8 frame[80000];\n");
  Bench big(text);
  big.run({1}, {32});
  CHECK(big.faults().empty());
  CHECK(big.machine.stack_bytes() == 80000);
}

namespace {

/// Thread by thread: malloc(in), and out is where.
const std::string get = R"(
  ld.global.u64 %rd3, [%rd1];
  {
    .param .b64 bytes;
    .param .b64 result;
    st.param.b64 [bytes], %rd3;
    call.uni (result), malloc, (bytes);
    ld.param.b64 %rd4, [result];
  }
  st.global.u64 [%rd0], %rd4;)";
const std::string declarations = R"(
.extern .func (.param .b64 result) malloc(.param .b64 bytes);
.extern .func free(.param .b64 pointer);
)";

}  // namespace

TEST_CASE("the heap of device code is as large as its limit") {
  Bench bench(kernel_text(get, declarations));
  const auto given = [&](std::vector<std::uint64_t> bytes) {
    const auto threads = unsigned(bytes.size());
    const std::uint64_t out = bench.upload(std::vector<std::uint64_t>(threads));
    bench.run({1}, {threads}, out, bench.upload(bytes));
    CHECK(bench.faults().empty());
    std::size_t pieces = 0;
    for (const std::uint64_t address : bench.download<std::uint64_t>(out, threads))
      pieces += address != 0;
    return pieces;
  };
  CHECK(bench.machine.heap_bytes() == 8 << 20);
  CHECK(bench.machine.set_heap_bytes(1));
  CHECK(bench.machine.heap_bytes() == 4 << 20);
  CHECK(bench.machine.set_heap_bytes((64 << 20) + 1));
  CHECK(bench.machine.heap_bytes() == (64 << 20) + (64 << 10));
  CHECK(bench.machine.set_heap_bytes(16 << 20));
  CHECK(given({16 << 20, ~std::uint64_t{0}}) == 0);  // more than 8 MiB, but not all
  CHECK(given({9 << 20}) == 1);
  CHECK(given({1 << 20, 2 << 20, 3 << 20, 1 << 20}) == 3);
  CHECK(!bench.machine.set_heap_bytes(32 << 20));
  CHECK(given({0}) == 1);
}

TEST_CASE("what is freed goes back to the heap") {
  Bench bench(kernel_text(get + "{ .param .b64 pointer; st.param.b64 [pointer], %rd4;"
                                "call.uni free, (pointer); }",
                          declarations));
  const std::uint64_t out = bench.upload(std::vector<std::uint64_t>{0}),
                      in = bench.upload(std::vector<std::uint64_t>{0, 5 << 20, 5 << 20, 5 << 20});
  for (unsigned k = 0; k < 4; ++k) {
    bench.run({1}, {1}, out, in + 8 * k);
    CHECK(bench.download<std::uint64_t>(out, 1)[0] != 0);
  }
  CHECK(bench.faults().empty());
}

TEST_CASE("a launch that waits for the host or another device rests soon") {
  const std::string ptx = kernel_text(R"(
WAIT:
  ld.relaxed.sys.global.u32 %r5, [%rd1];
  setp.eq.u32 %p1, %r5, 0;
  @%p1 bra WAIT;)");
  Machine machine;
  const Machine peer(machine);
  const Module& module = machine.load(ptx);
  const Kernel& kernel = *module.kernel("k");
  const std::uint64_t nothing[2] = {}, something = 1, flag = machine.allocate(sizeof nothing);
  REQUIRE(machine.write(flag, nothing, sizeof nothing));
  std::vector<std::byte> arguments(kernel.parameter_bytes);
  std::memcpy(arguments.data() + sizeof flag, &flag, sizeof flag);
  LaunchConfiguration configuration{{1}, {1}};
  configuration.may_rest = true;
  Launch launch(machine, module, kernel, configuration, arguments, {});
  REQUIRE(!launch.is_over());
  CHECK(!launch.can_go_on());
  REQUIRE(machine.write(flag, &something, sizeof something));
  CHECK(launch.can_go_on());
  launch.go_on(true);
  REQUIRE(launch.is_over());
  CHECK(launch.outcome().status == LaunchOutcome::Status::completed);
  CHECK(launch.outcome().counts.warp_instructions < 8192);
}
