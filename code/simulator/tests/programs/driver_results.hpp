#pragma once

#include <cuda.h>

#include <cstdio>

// What a program expects the driver API to return, and how often it was something else.
namespace {

int failed = 0;

void expect(CUresult got, CUresult wanted, int line) {
  if (got == wanted) return;
  const char *name = "?", *other = "?";
  cuGetErrorName(got, &name);
  cuGetErrorName(wanted, &other);
  std::printf("line %d: %s, not %s\n", line, name, other);
  ++failed;
}
#define EXPECT(wanted, call) expect(call, wanted, __LINE__)
#define CHECK(call) EXPECT(CUDA_SUCCESS, call)

}  // namespace
