#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <vector>

#include "harness/call.hpp"
#include "harness/measurement/observer.hpp"

namespace exercises {

/// Device memory for an answer: `size` elements of type T, freed at the end of its life. On the
/// simulator exactly these, so that each access outside is found; on a GPU between guards.
template <class T>
class Memory {
 public:
  /// Every byte is poison.
  explicit Memory(std::size_t size) : size_(size) {
    CUDA_CALL(cudaMalloc(reinterpret_cast<void**>(&base_), bytes() + 2 * guard_));
    CUDA_CALL(cudaMemset(base_, poison, bytes() + 2 * guard_));
  }
  explicit Memory(const std::vector<T>& values) : Memory(values.size()) {
    CUDA_CALL(cudaMemcpy(data(), values.data(), bytes(), cudaMemcpyHostToDevice));
  }
  ~Memory() { cudaFree(base_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  T* data() { return static_cast<T*>(static_cast<void*>(base_ + guard_)); }
  operator T*() { return data(); }
  std::size_t size() const { return size_; }

  /// A copy of the elements on the host.
  std::vector<T> host() {
    std::vector<T> values(size_);
    CUDA_CALL(cudaMemcpy(values.data(), data(), bytes(), cudaMemcpyDeviceToHost));
    return values;
  }

  /// Is what stands around the elements as it was?
  bool guarded() {
    std::vector<unsigned char> guards(2 * guard_);
    CUDA_CALL(cudaMemcpy(guards.data(), base_, guard_, cudaMemcpyDeviceToHost));
    CUDA_CALL(cudaMemcpy(guards.data() + guard_, base_ + guard_ + bytes(), guard_,
                         cudaMemcpyDeviceToHost));
    for (const unsigned char each : guards)
      if (each != poison) return false;
    return true;
  }

  static constexpr unsigned char poison = 0xFF;  // a NaN in every floating-point type

 private:
  std::size_t bytes() const { return size_ * sizeof(T); }

  std::size_t guard_ = harness::observer::available() ? 0 : 512;
  unsigned char* base_ = nullptr;
  std::size_t size_;
};

}  // namespace exercises
