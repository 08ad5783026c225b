#include <algorithm>
#include <cstring>
#include <new>

#include "simulator/memory/memory.hpp"
#include "simulator/platform.hpp"

#if SIMULATOR_MMAP
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

// Memory that several processes have. Their launches and copies take turns: what a kernel does
// between two rests is as if at once for the others, so that atomic accesses are.

namespace simulator {

#if SIMULATOR_MMAP

namespace {

ino_t number_of(int file) {
  struct stat status = {};
  fstat(file, &status);
  return status.st_ino;
}

}  // namespace

void Memory::note_file(int file) {
  files_.push_back(file);
  std::sort(files_.begin(), files_.end(), [](int a, int b) { return number_of(a) < number_of(b); });
}

void Memory::close_file(Allocation& found) {
  if (found.file < 0) return;
  std::erase(files_, found.file);
  close(found.file);
  found.file = -1;
}

int Memory::share(std::uint64_t address) {
  const std::lock_guard lock(mutex_);
  Allocation& it = *locate(address);
  if (it.file >= 0) return it.file;
  const int file = memfd_create("simulated device memory", MFD_CLOEXEC);
  const std::uint64_t bytes = it.bytes + alignment;
  if (file < 0 || ftruncate(file, off_t(bytes)) != 0) {
    if (file >= 0) close(file);
    throw std::bad_alloc();
  }
  LazyBytes storage = LazyBytes::of_file(file, bytes);
  std::memcpy(storage.data(), it.host, it.bytes);
  it.storage = std::move(storage);
  it.host = it.storage.data();
  it.written.set(0, it.bytes);
  it.file = file;
  note_file(file);
  return file;
}

std::uint64_t Memory::import(int file, std::uint64_t bytes, unsigned owner, unsigned device) {
  const std::lock_guard lock(mutex_);
  Allocation made;
  made.bytes = bytes;
  made.imported = true;
  made.opened_apart = true;
  made.storage = LazyBytes::of_file(file, bytes + alignment);
  made.host = made.storage.data();
  made.cell_storage = LazyBytes((bytes + 3) / 4 * sizeof(ShadowCell));
  made.cells = reinterpret_cast<ShadowCell*>(made.cell_storage.data());
  made.written = WrittenBits(bytes);
  made.written.set(0, bytes);
  made.file = file;
  Allocation& kept = keep(std::move(made));
  kept.device = std::uint8_t(owner);
  kept.open_to = 1u << owner | 1u << device;
  put_in_arena(kept);
  note_file(file);
  return kept.address;
}

Memory::SharedTurn::SharedTurn(const Memory& memory) : files_(memory.files_) {
  for (const int file : files_)
    while (flock(file, LOCK_EX) != 0 && errno == EINTR) {
    }
}

Memory::SharedTurn::~SharedTurn() {
  for (const int file : files_) flock(file, LOCK_UN);
}

#else

void Memory::note_file(int) {}
void Memory::close_file(Allocation&) {}
int Memory::share(std::uint64_t) {
  throw std::bad_alloc();
}
std::uint64_t Memory::import(int, std::uint64_t, unsigned, unsigned) {
  throw std::bad_alloc();
}
Memory::SharedTurn::SharedTurn(const Memory&) {}
Memory::SharedTurn::~SharedTurn() = default;

#endif

}  // namespace simulator
