#include "simulator/memory/memory.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "simulator/hexadecimal.hpp"
#include "simulator/memory/snapshot.hpp"

namespace simulator {
namespace {

std::string bytes_text(std::uint64_t n) {
  return std::to_string(n) + (n == 1 ? " byte" : " bytes");
}

/// A heap keeps books of what it has given out, as a rule in the 16 bytes before it.
std::uint64_t taken_on_heap(std::uint64_t bytes) {
  return (bytes + 15) / 16 * 16 + 16;
}

}  // namespace

Memory::Memory(Memory& original, Snapshot& snapshot, bool checked)
    : living_(original.living_.size()),
      banks_{{.used = original.used()}},
      me_(original.me_),
      clock_(original.clock_),
      original_(&original),
      snapshot_(&snapshot),
      checked_(checked) {}

Memory::~Memory() {
  if (original_ == nullptr) return;
  original_->clock_.now = std::max(original_->clock_.now, clock_.now);
  for (Allocation& each : allocations_)
    if (each.cells != nullptr) each.original->spare_cells.push_back(std::move(each.cell_storage));
}

/// The first use through a view.
Allocation* Memory::open(Allocation& original) {
  Allocation& view = allocations_.emplace_back();
  view.address = original.address;
  view.bytes = original.bytes;
  view.kind = original.kind;
  view.device = original.device;
  view.open_to = original.open_to;
  view.original = &original;
  if (checked_) {
    const std::lock_guard lock(original_->mutex_);
    if (original.spare_cells.empty()) {
      view.cell_storage = LazyBytes((view.bytes / 4 + 2) * sizeof(Cell));
    } else {
      view.cell_storage = std::move(original.spare_cells.back());
      original.spare_cells.pop_back();
    }
    view.cells = reinterpret_cast<Cell*>(view.cell_storage.data());
  }
  view.written = WrittenBits(original.written);
  view.footprint.watch(view.bytes, &snapshot_->of(original.host, original.bytes));
  view.host = original.host;
  return living_[original.place] = &view;
}

unsigned Memory::add_device(std::uint64_t capacity, std::uint64_t heap_bytes) {
  const std::lock_guard lock(mutex_);
  const auto number = unsigned(banks_.size());
  banks_.push_back({capacity, 0, {heap_bytes}, 1u << number});
  return number;
}

void Memory::set_peer_access(unsigned device, unsigned owner, bool on) {
  const std::lock_guard lock(mutex_);
  const auto set = [=](std::uint32_t& open_to) {
    open_to = on ? open_to | 1u << device : open_to & ~(1u << device);
  };
  set(banks_[owner].open_to);
  for (Allocation* const each : living_)
    if (each->device == owner && !each->on_host() && !each->is_private() && !each->opened_apart)
      set(each->open_to);
}

bool Memory::peer_access(unsigned device, unsigned owner) const {
  return (banks_[owner].open_to >> device & 1) != 0;
}

void Memory::open_to(std::uint64_t address, std::uint32_t devices) {
  const std::lock_guard lock(mutex_);
  Allocation* const found = locate(address);
  if (!found || found->freed) return;
  found->open_to = devices;
  found->opened_apart = true;
}

std::uint64_t Memory::used() const {
  std::uint64_t sum = 0;
  for (const Bank& each : banks_) sum += each.used;
  return sum;
}

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
  // The host's view is as aligned as the device's.
  made.storage = LazyBytes(made.bytes + alignment);
  made.cell_storage = LazyBytes((made.bytes + 3) / 4 * sizeof(Cell));
  made.written = WrittenBits(made.bytes);
  const std::uint64_t start = reinterpret_cast<std::uintptr_t>(made.storage.data());
  made.host = made.storage.data() + (alignment - start % alignment) % alignment;
  made.cells = reinterpret_cast<Cell*>(made.cell_storage.data());
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
  kept.cell_storage = LazyBytes((bytes / 4 + 2) * sizeof(Cell));
  kept.cells = reinterpret_cast<Cell*>(kept.cell_storage.data());
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
  found->freed = true;
  living_[found->place] = living_.back();
  living_[found->place]->place = found->place;
  living_.pop_back();
  Bank& bank = banks_[found->device];
  if (found->kind == AllocationKind::heap) bank.heap.used -= taken_on_heap(found->bytes);
  if (found->kind != AllocationKind::registered) bank.used -= found->bytes;
  if (found->on_host()) on_host_.erase(address);  // the system may give the address out again
  found->storage = LazyBytes();
  found->cell_storage = LazyBytes();
  found->spare_cells.clear();
  found->written = WrittenBits();
  found->footprint.forget();
  if (!undefined_.empty()) undefined_.forget(found->address, found->address + found->bytes);
  found->host = nullptr;
  found->cells = nullptr;
  return Freed::ok;
}

Allocation* Memory::locate_on_host(std::uint64_t address) const {
  auto next = on_host_.upper_bound(address);
  if (next == on_host_.begin()) return nullptr;
  Allocation* const found = std::prev(next)->second;
  return address - found->address < found->bytes ? found : nullptr;
}

Place Memory::access(std::uint64_t address, unsigned bytes, Use use) {
  Allocation* const found = reach(address);
  if (!found) {
    const bool null = address < 4096;
    return {.status = null ? MemoryStatus::null_pointer : MemoryStatus::out_of_bounds};
  }
  if ((address & (bytes - 1)) != 0) return {.status = MemoryStatus::misaligned};
  const std::uint64_t offset = address - found->address;
  if (offset >= found->bytes || bytes > found->bytes - offset)
    return {.status = MemoryStatus::out_of_bounds};
  if (found->freed) return {.status = MemoryStatus::use_after_free};
  if ((found->open_to & me_) == 0) return {.status = MemoryStatus::no_peer_access};
  if (watches_ && !found->footprint.watched()) found->footprint.watch(found->bytes);
  if (found->footprint.watched()) found->footprint.note(offset, use);
  Place place{found->host + offset, found->cells + (offset + found->address % 4) / 4,
              MemoryStatus::ok};
  if (use != Use::write && !found->written.test_few(offset, bytes))
    place.status = MemoryStatus::uninitialised;
  if (use != Use::read) {
    if (found->kind == AllocationKind::constant) return {.status = MemoryStatus::read_only};
    found->written.set_few(offset, bytes);
  }
  return place;
}

Allocation* Memory::living(std::uint64_t address, std::uint64_t bytes) {
  Allocation* const found = reach(address);
  if (!found || found->freed) return nullptr;
  const std::uint64_t offset = address - found->address;
  return offset <= found->bytes && bytes <= found->bytes - offset ? found : nullptr;
}

std::byte* Memory::host(std::uint64_t address, std::uint64_t bytes) {
  Allocation* const found = living(address, bytes);
  return found ? found->host + (address - found->address) : nullptr;
}

bool Memory::written(std::uint64_t address, std::uint64_t bytes) {
  const Allocation* const found = living(address, bytes);
  return found && found->written.test(address - found->address, bytes);
}

bool Memory::fill(std::uint64_t address, int byte, std::uint64_t bytes) {
  Allocation* const found = living(address, bytes);
  if (!found) return false;
  const std::uint64_t offset = address - found->address;
  // Zeros over all of a large piece: fresh pages are zero already.
  if (byte == 0 && bytes == found->bytes && found->storage.size() > 0)
    found->storage.clear();
  else
    std::memset(found->host + offset, byte, bytes);
  found->written.set(offset, bytes);
  return true;
}

bool Memory::copy_in(std::uint64_t to, const void* from, std::uint64_t bytes) {
  Allocation* const found = living(to, bytes);
  if (!found) return false;
  std::memmove(found->host + (to - found->address), from, bytes);
  found->written.set(to - found->address, bytes);
  return true;
}

bool Memory::copy_out(void* to, std::uint64_t from, std::uint64_t bytes) {
  const std::byte* const source = host(from, bytes);
  if (source) std::memmove(to, source, bytes);
  return source;
}

bool Memory::copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  Allocation* const target = living(to, bytes);
  const Allocation* const source = living(from, bytes);
  if (!target || !source) return false;
  std::memmove(target->host + (to - target->address), source->host + (from - source->address),
               bytes);
  target->written.copy(to - target->address, source->written, from - source->address, bytes);
  undefined_.copy(to, from, bytes);
  return true;
}

std::uint32_t Memory::undefined_bits(std::uint64_t address, unsigned bytes, std::byte* bits) {
  const Allocation* const found = living(address, bytes);
  const std::uint32_t missing = found ? found->written.missing(address - found->address, bytes) : 0;
  for (unsigned k = 0; k < bytes; ++k) bits[k] = std::byte(missing >> k & 1 ? 0xff : 0);
  return missing == 0 ? 0 : undefined_.refine(address, bits, bytes);
}

bool Memory::undefine(std::uint64_t address, const std::byte* bits, unsigned bytes,
                      std::uint32_t origin, bool whole) {
  Allocation* const found = living(address, bytes);
  if (!found) return true;
  if (found->on_host()) return false;
  for (unsigned k = 0; k < bytes; ++k)
    if (bits[k] != std::byte{0}) found->written.unset(address - found->address + k, 1);
  undefined_.put(address, bits, bytes, origin, whole);
  if (origin != 0) origins_[origin - 1].left = true;
  return true;
}

StoredOrigin* Memory::stored_undefined(std::uint64_t address, std::uint64_t bytes) {
  if (undefined_.empty()) return nullptr;
  const Allocation* const found = living(address, bytes);
  if (!found) return nullptr;
  const auto origin = undefined_.whole_in(address, address + bytes, [&](std::uint64_t at) {
    return found->written.missing(at - found->address, 1) != 0;
  });
  return origin && *origin != 0 ? &origins_[*origin - 1] : nullptr;
}

const Allocation* Memory::find(std::uint64_t address) const {
  return locate(address);
}

std::string Memory::describe(std::uint64_t address) const {
  const Allocation* const found = locate(address);
  if (!found) return "outside all device memory";
  const std::string what = "the " + bytes_text(found->bytes) +
                           (found->name.empty() ? "" : " of " + found->name) + " at " +
                           hexadecimal(found->address) + (found->freed ? ", now freed" : "");
  if (address < found->address) return bytes_text(found->address - address) + " before " + what;
  const std::uint64_t offset = address - found->address;
  if (offset < found->bytes) return bytes_text(offset) + " into " + what;
  if (offset == found->bytes) return "just past the end of " + what;
  return bytes_text(offset - found->bytes) + " past the end of " + what;
}

std::vector<const Allocation*> Memory::leaks() const {
  const std::lock_guard lock(mutex_);
  std::vector<const Allocation*> found;
  for (const Allocation& each : allocations_) {
    const bool asked_for = !each.is_variable() && each.kind != AllocationKind::registered;
    if (asked_for && !each.freed) found.push_back(&each);
  }
  return found;
}

void Memory::assume_written() {
  for (Allocation* each : living_) each->written.set(0, each->bytes);
}

Memory::Watch::~Watch() {
  memory_.watches_ = false;
  for (Allocation* each : memory_.living_) each->footprint.forget();
}

void Memory::Marks::exchange() {
  for (Allocation* each : memory_.living_) {
    if (each->cells == nullptr) continue;
    Mark& mark = kept_[each];
    if (mark.cells.size() != each->cell_storage.size())
      mark.cells = LazyBytes(each->cell_storage.size());
    std::swap(each->cell_storage, mark.cells);
    each->cells = reinterpret_cast<Cell*>(each->cell_storage.data());
    std::swap(each->footprint, mark.footprint);
  }
  std::swap(memory_.watches_, watches_);
  set_apart(!apart_);
}

void Memory::renew_clock() {
  if (clock_.now < label::end_of_time / 2 || apart_ > 0) return;
  for (Allocation* each : living_) {
    each->cell_storage.clear();
    each->spare_cells.clear();
  }
  clock_ = {};
}

}  // namespace simulator
