#include <algorithm>
#include <new>
#include <utility>

#include "simulator/memory/memory.hpp"
#include "simulator/round_up.hpp"

// Part of Memory: pieces of it are given out and taken back.

namespace simulator {
namespace {

/// A heap keeps books of what it has given out, as a rule in the 16 bytes before it.
std::uint64_t taken_on_heap(std::uint64_t bytes) {
  return round_up(bytes, 16) + 16;
}

}  // namespace

/// Finds a place for what lives from now on.
Allocation& Memory::keep(Allocation made) {
  made.device = std::uint8_t(device_);
  Allocation& kept = allocations_.emplace_back(std::move(made));
  kept.place = living_.size();
  if (kept.is_private())
    kept.open_to = 1u << device_;
  else if (!kept.on_host())
    kept.open_to = banks_[device_].open_to;
  living_.push_back(&kept);
  return kept;
}

void Memory::give_bytes(Allocation& made) {
  // The host's view is as aligned as the device's. What the host uses can be protected.
  made.storage = made.on_host() ? LazyBytes::on_own_pages(made.bytes + alignment)
                                : LazyBytes(made.bytes + alignment);
  made.cell_storage = LazyBytes((made.bytes + 3) / 4 * sizeof(ShadowCell));
  made.written = WrittenBits(made.bytes);
  const std::uint64_t start = reinterpret_cast<std::uintptr_t>(made.storage.data());
  made.host = made.storage.data() + (alignment - start % alignment) % alignment;
  made.cells = reinterpret_cast<ShadowCell*>(made.cell_storage.data());
}

std::uint64_t Memory::allocate(std::uint64_t bytes, AllocationKind kind, std::string name) {
  const std::lock_guard lock(mutex_);
  Bank& bank = banks_[device_];
  if (bytes > bank.capacity - std::min(bank.capacity, bank.used)) throw std::bad_alloc();
  Allocation made;
  made.bytes = bytes;
  made.kind = kind;
  made.name = std::move(name);
  give_bytes(made);
  Allocation& kept = keep(std::move(made));
  bank.used += bytes;
  if (kept.on_host()) {
    kept.address = reinterpret_cast<std::uintptr_t>(kept.host);
    kept.written.set(0, bytes);  // the host writes unseen
    on_host_[kept.address] = &kept;
  } else {
    put_in_arena(kept);
  }
  return kept.address;
}

void Memory::revive(std::uint64_t address) {
  const std::lock_guard lock(mutex_);
  Allocation& it = *locate(address);
  Bank& bank = banks_[it.device];
  if (it.bytes > bank.capacity - std::min(bank.capacity, bank.used)) throw std::bad_alloc();
  it.freed = false;
  if (!it.opened_apart && !it.on_host() && !it.is_private()) it.open_to = bank.open_to;
  give_bytes(it);
  it.place = living_.size();
  living_.push_back(&it);
  bank.used += it.bytes;
}

void Memory::put_in_arena(Allocation& made) {
  // The last quarter of a slot is left empty, at least, and the first 256 bytes.
  made.address = arena + slots_.size() * slot_bytes + alignment;
  const std::uint64_t slots = (alignment + made.bytes + slot_bytes / 4) / slot_bytes + 1;
  slots_.resize(slots_.size() + slots, &made);
}

std::uint64_t Memory::reserve(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  if (bytes > arena) throw std::bad_alloc();
  Allocation& kept = keep({});
  kept.bytes = bytes;
  banks_[device_].used += bytes;
  put_in_arena(kept);
  return kept.address;
}

std::uint64_t Memory::allocate_on_heap(std::uint64_t bytes) {
  Heap& heap = banks_[device_].heap;
  heap.in_use = true;
  bytes = std::max<std::uint64_t>(bytes, 1);
  const std::uint64_t taken = taken_on_heap(bytes);
  if (bytes > heap.bytes || taken > heap.bytes - std::min(heap.bytes, heap.used)) return 0;
  try {
    const std::uint64_t address = allocate(bytes, AllocationKind::heap);
    heap.used += taken;
    return address;
  } catch (const std::bad_alloc&) {
    return 0;
  }
}

void Memory::adopt(void* host, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  Allocation made;
  made.kind = AllocationKind::registered;
  Allocation& kept = keep(std::move(made));
  kept.bytes = bytes;
  kept.host = static_cast<std::byte*>(host);
  kept.address = reinterpret_cast<std::uintptr_t>(host);
  kept.cell_storage = LazyBytes((bytes / 4 + 2) * sizeof(ShadowCell));
  kept.cells = reinterpret_cast<ShadowCell*>(kept.cell_storage.data());
  kept.written = WrittenBits(bytes);
  kept.written.set(0, bytes);
  on_host_[kept.address] = &kept;
}

Memory::Freed Memory::free(std::uint64_t address) {
  const std::lock_guard lock(mutex_);
  Allocation* const found = locate(address);
  if (!found || found->address != address) return Freed::never_allocated;
  if (found->is_variable()) return Freed::never_allocated;
  if (found->freed) return Freed::twice;
  release(*found);
  return Freed::ok;
}

void Memory::free_variable(std::uint64_t address) {
  const std::lock_guard lock(mutex_);
  release(*locate(address));
}

void Memory::release(Allocation& it) {
  it.freed = true;
  living_[it.place] = living_.back();
  living_[it.place]->place = it.place;
  living_.pop_back();
  Bank& bank = banks_[it.device];
  if (it.kind == AllocationKind::heap) bank.heap.used -= taken_on_heap(it.bytes);
  if (it.kind != AllocationKind::registered && !it.imported) bank.used -= it.bytes;
  if (it.on_host()) on_host_.erase(it.address);
  if (it.on_host() && it.kind != AllocationKind::registered)
    freed_on_host_.add(it);
  else
    it.storage = LazyBytes();
  close_file(it);
  it.cell_storage = LazyBytes();
  it.spare_cells.clear();
  it.written = WrittenBits();
  it.footprint.forget();
  if (!undefined_.empty()) undefined_.forget(it.address, it.address + it.bytes);
  it.host = nullptr;
  it.cells = nullptr;
}

void Memory::shrink(const Extent& extent) {
  const std::lock_guard lock(mutex_);
  slots_.resize(extent.slots);
  while (allocations_.size() > extent.allocations) allocations_.pop_back();
}

std::vector<const Allocation*> Memory::leaks() const {
  const std::lock_guard lock(mutex_);
  std::vector<const Allocation*> found;
  for (const Allocation& each : allocations_) {
    const bool asked_for =
        !each.is_variable() && each.kind != AllocationKind::registered && !each.imported;
    if (asked_for && !each.freed) found.push_back(&each);
  }
  return found;
}

}  // namespace simulator
