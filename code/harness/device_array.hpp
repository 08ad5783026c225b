#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "harness/call.hpp"

namespace harness {

/// `size` elements of type T in device memory, freed at the end of its life. Every byte starts as
/// poison, and a guard of poison lies on either side: `guards_hold()` tells whether a kernel wrote
/// outside.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t size) : size_(size) {
    CUDA_CALL(cudaMalloc(&base_, bytes() + 2 * guard));
    CUDA_CALL(cudaMemset(base_, poison, bytes() + 2 * guard));
  }
  explicit DeviceArray(const std::vector<T>& values) : DeviceArray(values.size()) {
    CUDA_CALL(cudaMemcpy(data(), values.data(), bytes(), cudaMemcpyHostToDevice));
  }
  DeviceArray(std::size_t size, const T& value) : DeviceArray(std::vector<T>(size, value)) {}
  ~DeviceArray() { cudaFree(base_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* data() { return reinterpret_cast<T*>(base_ + guard); }
  std::size_t size() const { return size_; }

  /// Copies `value` to element `index`.
  void set(std::size_t index, const T& value) {
    CUDA_CALL(cudaMemcpy(data() + index, &value, sizeof(T), cudaMemcpyHostToDevice));
  }

  /// A copy of the elements on the host, after all launches so far have ended.
  std::vector<T> host() {
    std::vector<T> values(size_);
    CUDA_CALL(cudaMemcpy(values.data(), data(), bytes(), cudaMemcpyDeviceToHost));
    return values;
  }

  /// Element `index`, likewise.
  T at(std::size_t index) {
    T value;
    CUDA_CALL(cudaMemcpy(&value, data() + index, sizeof(T), cudaMemcpyDeviceToHost));
    return value;
  }

  /// True if no byte of either guard has changed.
  bool guards_hold() {
    std::vector<unsigned char> guards(2 * guard);
    CUDA_CALL(cudaMemcpy(guards.data(), base_, guard, cudaMemcpyDeviceToHost));
    CUDA_CALL(
        cudaMemcpy(guards.data() + guard, base_ + guard + bytes(), guard, cudaMemcpyDeviceToHost));
    for (unsigned char each : guards) {
      if (each != poison) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t guard = 256;      // keeps the alignment that cudaMalloc gives
  static constexpr unsigned char poison = 0xFF;  // a NaN in every floating-point type

  std::size_t bytes() const { return size_ * sizeof(T); }

  unsigned char* base_ = nullptr;
  std::size_t size_;
};

}  // namespace harness
