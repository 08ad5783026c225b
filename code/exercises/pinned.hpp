#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "harness/call.hpp"

namespace exercises {

/// Values in pinned memory of the host. The simulator guards whole pages of it, and reports whoever
/// looks into them before he has waited. A judge that has to look early takes less than a page: it
/// registers memory that is no page's alone.
template <class T>
class Pinned {
 public:
  explicit Pinned(std::vector<T> values) : values_(std::move(values)) {
    CUDA_CALL(cudaHostRegister(data(), values_.size() * sizeof(T), cudaHostRegisterDefault));
  }
  ~Pinned() { cudaHostUnregister(data()); }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;

  T* data() { return values_.data(); }
  const T* data() const { return values_.data(); }
  T& operator[](std::size_t i) { return values_[i]; }

 private:
  std::vector<T> values_;
};

}  // namespace exercises
