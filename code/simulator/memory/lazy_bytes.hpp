#pragma once

#include <cstddef>

namespace simulator {

/// Bytes that the system hands out only when they are touched; zero at first.
class LazyBytes {
 public:
  LazyBytes() = default;
  explicit LazyBytes(std::size_t bytes);  // throws std::bad_alloc
  ~LazyBytes();
  LazyBytes(LazyBytes&& other) noexcept;
  LazyBytes& operator=(LazyBytes&& other) noexcept;

  std::byte* data() const { return data_; }
  void clear();  // zero again
  std::size_t size() const { return size_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace simulator
