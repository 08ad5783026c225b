#include "simulator/program/shared_use.hpp"

#include <doctest/doctest.h>

#include "simulator/device/device.hpp"
#include "simulator/program/module.hpp"

namespace simulator {
namespace {

constexpr const char* text = R"(
.version 8.0
.target sm_90
.address_size 64
.shared .align 4 .b8 common[100];
.shared .align 8 .b8 unused[4096];
.global .align 8 .u64 table[1] = {called_by_address};
.func inner()
{
  .shared .align 4 .b8 mine[40];
  .reg .b32 %r<2>;
  st.shared.u32 [mine], %r1;
  ret;
}
.func outer() { call inner; ret; }
.func called_by_address()
{
  .shared .align 16 .b8 anybody[64];
  .reg .b32 %r<2>;
  st.shared.u32 [anybody], %r1;
  ret;
}
.entry nothing() { ret; }
.entry own()
{
  .shared .align 4 .b8 array[12];
  .reg .b32 %r<2>;
  st.shared.u32 [array], %r1;
  ret;
}
.entry of_module()
{
  .reg .b32 %r<2>;
  st.shared.u32 [common+4], %r1;
  ret;
}
.entry calling() { call outer; ret; }
)";

}  // namespace

TEST_CASE("a block takes the shared memory that its kernel can come to") {
  const auto module = parse_module(text, h200());
  const auto bytes = [&](const char* kernel) {
    return module->kernel(kernel)->static_shared_bytes;
  };
  CHECK(bytes("nothing") == 64);  // anybody may call by the address
  CHECK(bytes("own") == 64 + 12);
  CHECK(bytes("of_module") == 112 + 64);
  CHECK(bytes("calling") == 48 + 64);
  // Its addresses are as if all were there.
  CHECK(module->kernel("nothing")->shared_end >= 100 + 4096 + 40 + 64);
}

}  // namespace simulator
