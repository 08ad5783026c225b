#pragma once

#include <cstddef>
#include <cstdint>

#include "simulator/platform.hpp"

namespace simulator {

/// Bytes that the system hands out only when they are touched; zero at first.
class LazyBytes {
 public:
  LazyBytes() = default;
  /// Throws std::bad_alloc, also for more than the host has addresses.
  explicit LazyBytes(std::uint64_t bytes) : LazyBytes(bytes, bytes >= mapped_from) {}
  /// The same on pages that nothing else lies on, if the platform has such.
  static LazyBytes on_own_pages(std::uint64_t bytes) { return LazyBytes(bytes, has_pages); }
  /// Those of a file, of as many bytes, which others may have too. Throws std::bad_alloc.
  static LazyBytes of_file(int file, std::uint64_t bytes);
  ~LazyBytes();
  LazyBytes(LazyBytes&& other) noexcept;
  LazyBytes& operator=(LazyBytes&& other) noexcept;

  std::byte* data() const { return data_; }
  void clear();  // zero again
  /// Gives the memory back, but keeps the addresses: whoever touches them fails. False, and nothing
  /// is changed, where that cannot be.
  bool close();
  std::size_t size() const { return size_; }

 private:
  static constexpr bool has_pages = SIMULATOR_MMAP;
  static constexpr std::uint64_t mapped_from =  // smaller pieces come from the heap
      has_pages ? std::uint64_t{1} << 18 : ~std::uint64_t{0};

  LazyBytes(std::uint64_t bytes, bool mapped);

  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  bool mapped_ = false;
  bool shared_ = false;
};

}  // namespace simulator
