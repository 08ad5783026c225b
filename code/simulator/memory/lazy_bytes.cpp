#include "simulator/memory/lazy_bytes.hpp"

#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#if SIMULATOR_MMAP
#include <sys/mman.h>
#endif

namespace simulator {
namespace {

#if SIMULATOR_MMAP

std::byte* map(std::size_t bytes, int file = -1) {
  void* const mapped =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
           file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE : MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  return static_cast<std::byte*>(mapped);
}
void unmap(std::byte* data, std::size_t bytes) {
  munmap(data, bytes);
}
bool drop(std::byte* data, std::size_t bytes) {
  return madvise(data, bytes, MADV_DONTNEED) == 0;
}
bool map_nothing(std::byte* data, std::size_t bytes) {
  return mmap(data, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
              0) != MAP_FAILED;
}

#else

std::byte* map(std::size_t, int = -1) {
  throw std::bad_alloc();
}
void unmap(std::byte*, std::size_t) {}
bool drop(std::byte*, std::size_t) {
  return false;
}
bool map_nothing(std::byte*, std::size_t) {
  return false;
}

#endif

}  // namespace

LazyBytes::LazyBytes(std::uint64_t bytes, bool mapped)
    : size_(std::size_t(bytes)), mapped_(mapped && bytes > 0) {
  if (bytes == 0) return;
  if (bytes > PTRDIFF_MAX) throw std::bad_alloc();
  if (mapped_) {
    data_ = map(bytes);
    return;
  }
  data_ = static_cast<std::byte*>(std::calloc(bytes, 1));
  if (!data_) throw std::bad_alloc();
}

LazyBytes LazyBytes::of_file(int file, std::uint64_t bytes) {
  LazyBytes made;
  made.data_ = map(bytes, file);
  made.size_ = bytes;
  made.mapped_ = made.shared_ = true;
  return made;
}

LazyBytes::~LazyBytes() {
  if (mapped_)
    unmap(data_, size_);
  else
    std::free(data_);
}

LazyBytes::LazyBytes(LazyBytes&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      mapped_(std::exchange(other.mapped_, false)),
      shared_(std::exchange(other.shared_, false)) {}

LazyBytes& LazyBytes::operator=(LazyBytes&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(mapped_, other.mapped_);
  std::swap(shared_, other.shared_);
  return *this;
}

bool LazyBytes::close() {
  return mapped_ && map_nothing(data_, size_);
}

void LazyBytes::clear() {
  if (size_ == 0) return;
  if (shared_ || !mapped_ || !drop(data_, size_)) std::memset(data_, 0, size_);
}

}  // namespace simulator
