#pragma once

#include <cstdio>
#include <cstring>
#include <vector>

/// Small wrong programs and their repaired twins. A file holds kernels, each followed by the case
/// that launches it:
///
///   template <bool repaired>
///   __global__ void write(int* x, int n) {
///     if (repaired && threadIdx.x >= n) return;
///     x[threadIdx.x] = 1;  // wrong: access out of bounds
///   }
///   CASE(write_past_the_end) {
///     Buffer<int> x(60);
///     write<repaired><<<1, 64>>>(x, 60);
///   }
///
/// `wrong: KIND` stands on the line to be named, or alone above it, and may go on with ": TEXT" of
/// the message. `noted` in its place: the simulator prints a note, and reports a fault where
/// SIMULATE_STRICT asks for it.
struct Case {
  const char* name;
  void (*wrong)();
  void (*repaired)();

  Case(const char* name, void (*wrong)(), void (*repaired)())
      : name(name), wrong(wrong), repaired(repaired) {
    all().push_back(*this);
  }

  static std::vector<Case>& all() {
    static std::vector<Case> cases;
    return cases;
  }
};

#define CASE(name)                                        \
  template <bool repaired>                                \
  void name();                                            \
  const Case case_##name(#name, name<false>, name<true>); \
  template <bool repaired>                                \
  void name()

/// Device memory that is freed in the end.
template <class T>
class Buffer {
 public:
  explicit Buffer(int n) : bytes_(n * sizeof(T)) { cudaMalloc(&data_, bytes_); }
  Buffer(int n, int byte) : Buffer(n) { cudaMemset(data_, byte, bytes_); }
  ~Buffer() { cudaFree(data_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  operator T*() const { return data_; }

 private:
  T* data_ = nullptr;
  std::size_t bytes_;
};

/// Usage: NAME wrong|repaired. Exit status 1: the program noticed an error itself.
int main(int argc, char** argv) {
  for (const Case& each : Case::all()) {
    if (argc != 3 || std::strcmp(argv[1], each.name) != 0) continue;
    const bool repaired = std::strcmp(argv[2], "repaired") == 0;
    (repaired ? each.repaired : each.wrong)();
    const cudaError_t error = repaired ? cudaDeviceSynchronize() : cudaSuccess;
    if (error != cudaSuccess) std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
  }
  return 2;
}
