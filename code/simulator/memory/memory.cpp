#include "simulator/memory/memory.hpp"

#include <algorithm>
#include <utility>

#include "simulator/hexadecimal.hpp"
#include "simulator/memory/host_address.hpp"
#include "simulator/memory/snapshot.hpp"
#include "simulator/races/neighbour.hpp"

namespace simulator {
namespace {

/// Further behind an allocation than so many bytes something else is meant.
constexpr std::uint64_t nearness = 4096;

std::string bytes_text(std::uint64_t n) {
  return std::to_string(n) + (n == 1 ? " byte" : " bytes");
}

/// "4 bytes into the 400 bytes at 0x…".
std::string describe_place(std::uint64_t address, const Allocation& found) {
  const std::string what = "the " + bytes_text(found.bytes) +
                           (found.name.empty() ? "" : " of " + found.name) + " at " +
                           hexadecimal(found.address);
  if (address < found.address) return bytes_text(found.address - address) + " before " + what;
  const std::uint64_t offset = address - found.address;
  if (offset < found.bytes) return bytes_text(offset) + " into " + what;
  if (offset == found.bytes) return "just past the end of " + what;
  return bytes_text(offset - found.bytes) + " past the end of " + what;
}

}  // namespace

Memory::Memory(Memory& original, Snapshot& snapshot, bool checked)
    : living_(original.living_.size()),
      banks_(original.banks_.size()),
      me_(original.me_),
      clock_(original.clock_),
      original_(&original),
      snapshot_(&snapshot),
      checked_(checked) {
  banks_[device_].used = original.used();
}

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
      view.cell_storage = LazyBytes((view.bytes / 4 + 2) * sizeof(ShadowCell));
    } else {
      view.cell_storage = std::move(original.spare_cells.back());
      original.spare_cells.pop_back();
    }
    view.cells = reinterpret_cast<ShadowCell*>(view.cell_storage.data());
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

Allocation* Memory::locate_on_host(std::uint64_t address) const {
  Allocation* const found = nearest_on_host(address);
  return found && address - found->address < found->bytes ? found : freed_on_host_.find(address);
}

Allocation* Memory::nearest_on_host(std::uint64_t address) const {
  auto next = on_host_.upper_bound(address);
  return next == on_host_.begin() ? nullptr : std::prev(next)->second;
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
  if (wants_footprint(*found)) found->footprint.watch(found->bytes);
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

const Allocation* Memory::find(std::uint64_t address) const {
  return locate(address);
}

std::string Memory::describe(std::uint64_t address) const {
  if (original_ != nullptr) return original_->describe(address);
  const Allocation* const found = locate(address);
  if (!found) return describe_outside(address);
  std::string text = describe_place(address, *found);
  if (found->freed) text += ", now freed" + (tell_release_ ? tell_release_(found->address) : "");
  return text;
}

/// What is there instead, if that is known.
std::string Memory::describe_outside(std::uint64_t address) const {
  std::string text = "outside all device memory";
  const Allocation* const below = nearest_on_host(address);
  const bool near = below && address - below->address - below->bytes < nearness;
  if (near) text += ", " + describe_place(address, *below);
  if ((!near || below->kind == AllocationKind::registered) && !is_on_device(address) &&
      is_mapped(address))
    text += ", in memory of the host that the GPU cannot access";
  return text;
}

void Memory::assume_written() {
  for (Allocation* each : living_) each->written.set(0, each->bytes);
}

Memory::Watch::~Watch() {
  memory_.watches_ = Watched::nothing;
  for (Allocation* each : memory_.living_) each->footprint.forget();
}

/// All marks, or only those that the launch has left, and those of which it has put others aside.
void Memory::Marks::swap(bool all) {
  for (Allocation* each : memory_.living_) {
    if (each->cells == nullptr) continue;
    if (!all && !each->footprint.watched() && !kept_.contains(each)) continue;
    Mark& mark = kept_[each];
    if (mark.cells.size() != each->cell_storage.size())
      mark.cells = LazyBytes(each->cell_storage.size());
    std::swap(each->cell_storage, mark.cells);
    each->cells = reinterpret_cast<ShadowCell*>(each->cell_storage.data());
    std::swap(each->footprint, mark.footprint);
  }
}

void Memory::Marks::exchange() {
  swap(true);
  std::swap(memory_.watches_, watches_);
  set_apart(!apart_);
}

void Memory::Marks::keep() {
  swap(false);
  std::erase_if(kept_, [](const auto& each) { return !each.second.footprint.watched(); });
}

std::vector<NeighbourPiece> Memory::Marks::pieces() const {
  static_assert(NeighbourPiece::chunk == Footprint::chunk);
  std::vector<NeighbourPiece> pieces;
  for (const auto& [there, mark] : kept_)
    if (mark.footprint.watched())
      pieces.push_back({there->address, there->address + there->bytes,
                        reinterpret_cast<const ShadowCell*>(mark.cells.data()),
                        &mark.footprint.marks()});
  std::sort(pieces.begin(), pieces.end(),
            [](const auto& a, const auto& b) { return a.begin < b.begin; });
  return pieces;
}

void Memory::renew_clock() {
  if (clock_.now < epoch::end_of_time / 2 || apart_ > 0) return;
  for (Allocation* each : living_) {
    each->cell_storage.clear();
    each->spare_cells.clear();
  }
  clock_ = {};
}

}  // namespace simulator
