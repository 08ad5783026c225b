#include "lazy_bytes.hpp"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace simulator {
namespace {

constexpr std::size_t mapped_from = std::size_t{1} << 18;  // smaller pieces come from the heap

}  // namespace

LazyBytes::LazyBytes(std::size_t bytes) : size_(bytes) {
  if (bytes == 0) return;
  if (bytes < mapped_from) {
    data_ = static_cast<std::byte*>(std::calloc(bytes, 1));
    if (!data_) throw std::bad_alloc();
    return;
  }
  void* const mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  data_ = static_cast<std::byte*>(mapped);
}

LazyBytes::~LazyBytes() {
  if (size_ < mapped_from)
    std::free(data_);
  else
    munmap(data_, size_);
}

LazyBytes::LazyBytes(LazyBytes&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

LazyBytes& LazyBytes::operator=(LazyBytes&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

void LazyBytes::clear() {
  if (size_ == 0) return;
  if (size_ < mapped_from || madvise(data_, size_, MADV_DONTNEED) != 0)
    std::memset(data_, 0, size_);
}

}  // namespace simulator
