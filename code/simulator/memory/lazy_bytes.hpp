#pragma once

#include <cstddef>
#include <cstdint>

namespace simulator {

/// Bytes that the system hands out only when they are touched; zero at first.
class LazyBytes {
 public:
  LazyBytes() = default;
  /// Throws std::bad_alloc, also for more than the host has addresses.
  explicit LazyBytes(std::uint64_t bytes);
  /// Those of a file, of as many bytes, which others may have too. Throws std::bad_alloc.
  static LazyBytes of_file(int file, std::uint64_t bytes);
  ~LazyBytes();
  LazyBytes(LazyBytes&& other) noexcept;
  LazyBytes& operator=(LazyBytes&& other) noexcept;

  std::byte* data() const { return data_; }
  void clear();  // zero again
  std::size_t size() const { return size_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  bool shared_ = false;
};

}  // namespace simulator
