#include "simulator/instructions/bulk_copy.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "simulator/instructions/async_store.hpp"
#include "simulator/instructions/atomics.hpp"
#include "simulator/instructions/tensor_map.hpp"
#include "simulator/machine/lanes.hpp"
#include "simulator/machine/request.hpp"
#include "simulator/program/decoding.hpp"

namespace simulator {

namespace {

// cp.async.bulk and cp.reduce.async.bulk: one thread has many bytes copied between global and
// shared memory, in one piece or as a box of a tensor; or to the shared memory of one or several
// blocks of the cluster. Each of these keeps its copy. st.async and red.async do it with values.

struct BulkCopy {
  std::size_t site;  // among the function's copies
};

/// One lane's copy on its way. `home`: whose shared memory it goes to, or from where that is the
/// end; addresses of shared memory count from a block's first byte.
class Builder {
 public:
  Builder(Warp& warp, const Instruction& i, unsigned lane, const CopySite& site, Block* home,
          bool first)
      : warp_(warp), i_(i), lane_(lane), home_(home), first_(first) {
    if (home_ == nullptr)
      refuse(fault::out_of_bounds, "copies to a block that its cluster does not have",
             LaunchFailure::Reason::cluster_address);
    if (home_ != &warp.block()) home_->visit();
    copy.issuer = &warp.block();
    copy.from_shared = site.from_shared;
    copy.warp = warp.index();
    copy.lanes = 1u << lane;
    copy.place = i.place;
    copy.to_shared = site.to_shared;
    copy.combine = site.combine;
    if (site.barrier.slot != no_slot) {
      copy.kind = AsyncCopy::Kind::bulk_barrier;
      copy.barrier = in_shared(address_of(warp, site.barrier, lane)) & Cluster::offset_mask;
    } else {
      copy.kind = AsyncCopy::Kind::bulk_group;
    }
  }

  AsyncCopy copy;

  /// Copies pieces that are aligned at both ends.
  void add(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
    Counts& counts = warp_.launch().counts();
    if (first_ && !copy.from_shared)
      (copy.to_shared ? counts.bulk_load_bytes : counts.bulk_store_bytes) += bytes;
    while (bytes > 0) {
      const std::uint64_t aligned = (to | from | 16) & -(to | from | 16);
      const auto piece = unsigned(std::min({aligned, std::bit_floor(bytes), std::uint64_t{16}}));
      Request source = request(copy.uses_global() && copy.to_shared ? Space::global : Space::shared,
                               from, piece);
      source.follows = copy.combine == nullptr;
      check(source, Use::read);
      const Use use = copy.combine ? Use::update : Use::write;
      Request target = request(copy.to_shared ? Space::shared : Space::global, to, piece, use);
      check(target, use);
      if (source.undefined != 0) target.undefine_as(lane_, source, piece);
      copy.chunks.push_back({to, from, std::uint8_t(piece), std::uint8_t(piece)});
      to += piece, from += piece, bytes -= piece;
    }
  }
  /// Zeros.
  void clear(std::uint64_t to, std::uint64_t bytes) {
    while (bytes > 0) {
      const auto piece = unsigned(std::min({to & -to, std::bit_floor(bytes), std::uint64_t{16}}));
      const unsigned step = to == 0 ? unsigned(std::min<std::uint64_t>(16, std::bit_floor(bytes)))
                                    : std::max(piece, 1u);
      Request target = request(Space::shared, to, step, Use::write);
      check(target, Use::write);
      copy.chunks.push_back({to, 0, std::uint8_t(step), 0});
      to += step, bytes -= step;
    }
  }
  /// A value of up to 8 bytes.
  void put(std::uint64_t to, std::uint64_t value, unsigned bytes) {
    const Use use = copy.combine ? Use::update : Use::write;
    Request target = request(Space::shared, to, bytes, use);
    check(target, use);
    copy.chunks.push_back({to, value, std::uint8_t(bytes), std::uint8_t(bytes)});
  }
  void begin() { home_->copies().begin(std::move(copy)); }

  [[noreturn]] void refuse(const char* kind, const std::string& what,
                           LaunchFailure::Reason reason) {
    warp_.report(kind, lane_, what);
    warp_.launch().fail(reason);
  }
  void require(bool holds, const char* what) {
    if (!holds)
      refuse(fault::misaligned, "copies in bulk " + std::string(what),
             LaunchFailure::Reason::misaligned_address);
  }

 private:
  Request request(Space space, std::uint64_t address, unsigned bytes, Use use = Use::read) {
    Request request(warp_, i_, {use == Use::update ? Strength::device : Strength::weak});
    request.space = space;
    request.mask = 1u << lane_;
    request.bytes = bytes;
    request.addresses[lane_] = address;
    if (space == Space::shared) {
      if (use != Use::read) request.home = home_;
      request.addresses[lane_] += request.home->shared().base;
    }
    return request;
  }
  void check(Request& request, Use use) {
    const Spot spot = request.require(lane_, use);
    if (request.space == Space::shared && !unfenced_ && !copy.immediate)
      unfenced_ = request.is_unfenced(lane_, spot, use);
    if (use == Use::read) return request.note_read(lane_, spot);
    if (use == Use::update) return request.note_update(lane_, spot);
    std::byte other[16];  // whatever comes, it is no harmless write of what is there already
    for (unsigned k = 0; k < request.bytes; ++k) other[k] = ~spot.host[k];
    request.note_write(lane_, spot, other);
  }

  Warp& warp_;
  const Instruction& i_;
  unsigned lane_;
  Block* home_;
  bool first_;             // of the copies to several blocks
  bool unfenced_ = false;  // that has been said
};

/// Calls body(Builder&) for each block that a lane's copy goes to, or for its own.
template <class Body>
void for_destinations(Warp& warp, const Instruction& i, unsigned lane, const CopySite& site,
                      Body&& body) {
  const Cluster* const cluster = warp.block().cluster();
  const auto block = [&](unsigned rank) -> Block* {
    if (cluster != nullptr) return cluster->block(rank);
    return rank == 0 ? &warp.block() : nullptr;
  };
  if (site.blocks == no_slot) {
    const unsigned rank = site.to_shared
                              ? Cluster::rank_in(in_shared(address_of(warp, site.to, lane)))
                              : warp.block().rank();
    Builder builder(warp, i, lane, site, block(rank), true);
    return body(builder);
  }
  const std::uint32_t ranks = warp.lanes<std::uint16_t>(site.blocks)[lane];
  bool first = true;
  for_lanes(ranks, [&](unsigned rank) {
    Builder builder(warp, i, lane, site, block(rank), std::exchange(first, false));
    body(builder);
  });
}

std::uint64_t shared_offset(Warp& warp, const Address& address, unsigned lane) {
  return in_shared(address_of(warp, address, lane)) & Cluster::offset_mask;
}

void copy_bulk(Warp& warp, const Instruction& i, std::uint32_t mask) {
  warp.launch().interacts();
  const CopySite& site = warp.function().copies[i.payload.as<BulkCopy>().site];
  for_lanes(mask, [&](unsigned lane) {
    const std::uint64_t to = site.to_shared ? shared_offset(warp, site.to, lane)
                                            : address_of(warp, site.to, lane),
                        from = site.to_shared && !site.from_shared
                                   ? address_of(warp, site.from, lane)
                                   : in_shared(address_of(warp, site.from, lane)) -
                                         warp.block().shared().base;
    const std::uint32_t bytes = warp.lanes<std::uint32_t>(site.bytes)[lane];
    for_destinations(warp, i, lane, site, [&](Builder& builder) {
      builder.require(to % 16 == 0 && from % 16 == 0,
                      "from or to an address that is no multiple of 16");
      builder.require(bytes % 16 == 0, "a number of bytes that is no multiple of 16");
      builder.add(to, from, bytes);
      builder.copy.bytes = bytes;
      builder.begin();
    });
  });
}

TensorMap map_of(Warp& warp, Builder& builder, std::uint64_t address) {
  const std::byte* bytes = nullptr;
  if (window::holds(window::param, address)) {
    const auto parameters = warp.launch().parameters();
    const std::uint64_t offset = address - window::param;
    if (offset + TensorMap::bytes <= parameters.size()) bytes = parameters.data() + offset;
  } else {
    bytes = warp.launch().memory().host(address, TensorMap::bytes);
  }
  const std::optional<TensorMap> map = bytes ? TensorMap::from(bytes) : std::nullopt;
  if (!map)
    builder.refuse(fault::out_of_bounds,
                   "copies a tensor by a map that cuTensorMapEncodeTiled did not make",
                   LaunchFailure::Reason::illegal_address);
  builder.require(address % 64 == 0, "by a tensor map whose address is no multiple of 64");
  return *map;
}

/// One row of a box along dimension 0: `global` is where its first element would lie, of which
/// those from `first` to `last` do.
void copy_row(Builder& builder, const TensorMap& map, std::uint64_t global, std::uint64_t shared,
              std::uint32_t first, std::uint32_t last) {
  constexpr std::uint64_t unit = 16;  // that swizzling keeps together
  const std::uint64_t row = std::uint64_t{map.box[0]} * map.element;
  const std::uint64_t begin = std::uint64_t{first} * map.element,
                      end = std::uint64_t{last} * map.element;
  for (std::uint64_t k = 0; k < row; k += unit) {
    const std::uint64_t there = map.swizzled(shared + k), stop = std::min(k + unit, row);
    const std::uint64_t from = std::clamp(begin, k, stop), to = std::clamp(end, from, stop);
    if (!builder.copy.to_shared) {
      builder.add(global + from, there + (from - k), to - from);
      continue;
    }
    builder.clear(there, from - k);
    builder.add(there + (from - k), global + from, to - from);
    builder.clear(there + (to - k), stop - to);
  }
}

void copy_box(Warp& warp, const Instruction& i, unsigned lane, const CopySite& site,
              Builder& builder) {
  const TensorMap map = map_of(warp, builder, address_of(warp, site.map, lane));
  if (map.rank != site.coordinates.size())
    builder.refuse(fault::out_of_bounds,
                   "copies a tensor of " + std::to_string(map.rank) + " dimensions by " +
                       std::to_string(site.coordinates.size()) + " coordinates",
                   LaunchFailure::Reason::illegal_instruction);
  const std::uint64_t box =
      site.to_shared ? shared_offset(warp, site.to, lane)
                     : in_shared(address_of(warp, site.from, lane)) - warp.block().shared().base;
  builder.require(box % 128 == 0, "a box of a tensor whose shared address is no multiple of 128");
  if (site.combine != nullptr && site.element != map.element)
    builder.refuse(fault::unsupported,
                   "sums up a tensor of another type than " + std::string(i.text),
                   LaunchFailure::Reason::illegal_instruction);

  std::int64_t start[TensorMap::most_dimensions] = {};
  std::uint64_t rows = 1;
  for (unsigned k = 0; k < map.rank; ++k) {
    start[k] = warp.lanes<std::int32_t>(site.coordinates[k])[lane];
    if (start[k] < 0 && !site.to_shared)
      builder.refuse(fault::out_of_bounds,
                     "copies a box to a tensor from coordinate " + std::to_string(start[k]) + " on",
                     LaunchFailure::Reason::illegal_instruction);
    if (k > 0) rows *= map.taken(k);
  }
  if (start[0] * map.element % 16 != 0)
    builder.refuse(fault::misaligned,
                   "copies a box that begins at coordinate " + std::to_string(start[0]) +
                       " of the first dimension, which is no multiple of 16 bytes",
                   LaunchFailure::Reason::illegal_instruction);
  const auto clipped = [&](std::int64_t element) {
    const std::int64_t extent = std::int64_t{map.extents[0]} + 1;
    return std::uint32_t(std::clamp<std::int64_t>(element - start[0], 0, map.box[0]) *
                         (extent > 0));
  };
  for (std::uint64_t row = 0; row < rows; ++row) {
    std::uint64_t global = map.address + std::uint64_t(start[0]) * map.element, rest = row;
    bool inside = true;
    for (unsigned k = 1; k < map.rank; ++k) {
      const std::int64_t index = start[k] + std::int64_t(rest % map.taken(k)) * map.steps[k];
      rest /= map.taken(k);
      inside = inside && index >= 0 && index <= std::int64_t{map.extents[k]};
      global += std::uint64_t(index) * map.strides[k - 1];
    }
    const std::uint32_t first = inside ? clipped(0) : 0,
                        last = inside ? clipped(std::int64_t{map.extents[0]} + 1) : 0;
    copy_row(builder, map, global, box + row * map.box[0] * map.element, first, last);
  }
  builder.copy.bytes = map.box_bytes();
  builder.begin();
}

void copy_tensor(Warp& warp, const Instruction& i, std::uint32_t mask) {
  warp.launch().interacts();
  const CopySite& site = warp.function().copies[i.payload.as<BulkCopy>().site];
  for_lanes(mask, [&](unsigned lane) {
    for_destinations(warp, i, lane, site,
                     [&](Builder& builder) { copy_box(warp, i, lane, site, builder); });
  });
}

/// st.async, red.async.
void store_async(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const CopySite& site = warp.function().copies[i.payload.as<BulkCopy>().site];
  const auto count = unsigned(site.coordinates.size());
  for_lanes(mask, [&](unsigned lane) {
    const std::uint64_t to = shared_offset(warp, site.to, lane);
    for_destinations(warp, i, lane, site, [&](Builder& builder) {
      builder.copy.immediate = true;
      if (to % (count * site.element) != 0)
        builder.refuse(fault::misaligned,
                       "stores " + std::to_string(count * site.element) +
                           " bytes at an address that is no multiple of as many",
                       LaunchFailure::Reason::misaligned_address);
      if (Cluster::rank_in(in_shared(address_of(warp, site.barrier, lane))) !=
          Cluster::rank_in(in_shared(address_of(warp, site.to, lane))))
        builder.refuse(fault::barrier, "stores to one block and names the mbarrier of another",
                       LaunchFailure::Reason::illegal_instruction);
      for (unsigned k = 0; k < count; ++k)
        builder.put(to + k * site.element,
                    site.element == 8 ? warp.lanes<std::uint64_t>(site.coordinates[k])[lane]
                                      : warp.lanes<std::uint32_t>(site.coordinates[k])[lane],
                    site.element);
      builder.copy.bytes = count * site.element;
      builder.begin();
    });
  });
}

/// Where from and where to; the modifiers stand in the order of the operands.
void take_direction(Decoding& d, CopySite& site) {
  const auto& modifiers = d.statement().modifiers;
  const auto place = [&](std::string_view name) {
    return std::find(modifiers.begin(), modifiers.end(), name);
  };
  const auto shared = std::min(place("shared::cluster"), place("shared::cta"));
  const auto global = place("global");
  if (shared == modifiers.end()) d.fail("a copy with no shared memory");
  site.to_shared = shared < global;
  site.from_shared = global == modifiers.end();
  d.ignore(
      {"shared::cluster", "shared::cta", "global", "bulk_group", "mbarrier::complete_tx::bytes"});
}

}  // namespace

void decode_bulk_copy(Decoding& d, bool reduce) {
  Instruction& i = d.instruction;
  CopySite site;
  const bool tensor = d.take("tensor");
  if (d.take("prefetch")) {
    d.ignore({"L2", "global", "tile", "L2::cache_hint", "1d", "2d", "3d", "4d", "5d"});
    i.execute = do_nothing;
    return;
  }
  take_direction(d, site);
  const bool several = d.take("multicast::cluster");
  d.ignore({"L2::cache_hint"});
  if (reduce) {
    static constexpr std::string_view operations[] = {"add", "min", "max", "inc",
                                                      "dec", "and", "or",  "xor"};
    std::string_view operation;
    for (const std::string_view each : operations)
      if (d.take(each)) operation = each;
    d.take("noftz");
    // A tensor's type is in its map; its elements' size has to be known here.
    const std::optional<Type> type = d.maybe_type();
    if (!type) d.fail("a sum of tensors is not supported");
    site.element = std::uint8_t(size_of(*type));
    site.combine = combiner(*type, operation);
    if (site.combine == nullptr || (site.to_shared && !site.from_shared)) d.fail("not supported");
  }
  std::size_t k = 0;
  if (tensor) {
    d.take("tile");
    unsigned rank = 0;
    for (const char* each : {"1d", "2d", "3d", "4d", "5d"}) {
      ++rank;
      if (d.take(each)) break;
    }
    if (site.to_shared) site.to = d.address(d.operand(k++), Space::shared);
    const Operand& map = d.operand(k);
    if (map.kind != Operand::Kind::address || map.elements.size() != 2 ||
        map.elements[1].elements.size() != rank)
      d.fail("no coordinates");
    site.map = d.address(d.operand(k++));
    for (const Operand& each : map.elements[1].elements)
      site.coordinates.push_back(d.source(each, Type::s32));
    if (!site.to_shared) site.from = d.address(d.operand(k++), Space::shared);
  } else {
    site.to = d.address(d.operand(k++), site.to_shared ? Space::shared : Space::global);
    site.from = d.address(d.operand(k++),
                          site.to_shared && !site.from_shared ? Space::global : Space::shared);
    site.bytes = d.source(k++, Type::u32);
  }
  if (site.to_shared) site.barrier = d.address(d.operand(k++), Space::shared);
  if (several) site.blocks = d.source(k++, Type::u16);
  i.payload = BulkCopy{d.frame().function.copies.size()};
  d.frame().function.copies.push_back(std::move(site));
  i.execute = tensor ? copy_tensor : copy_bulk;
}

void decode_async_store(Decoding& d, bool reduce) {
  Instruction& i = d.instruction;
  i.kind = InstructionClass::memory;
  CopySite site;
  d.ignore({"weak", "relaxed", "cluster", "shared::cluster", "mbarrier::complete_tx::bytes"});
  std::string_view operation;
  if (reduce)
    for (const std::string_view each : {"inc", "dec", "min", "max", "add", "and", "or", "xor"})
      if (d.take(each)) operation = each;
  const unsigned count = d.take("v2") ? 2 : d.take("v4") ? 4 : 1;
  const Type type = d.take_type();
  site.element = std::uint8_t(size_of(type));
  if (site.element < 4 || site.element > 8 || site.element * count > 16) d.fail("not supported");
  if (reduce && (site.combine = combiner(type, operation)) == nullptr) d.fail("not supported");
  site.to = d.address(d.operand(0), Space::shared);
  if (count == 1)
    site.coordinates.push_back(d.source(1, type));
  else
    for (const Operand& each : d.list(1, count).elements)
      site.coordinates.push_back(d.source(each, type));
  site.barrier = d.address(d.operand(2), Space::shared);
  i.payload = BulkCopy{d.frame().function.copies.size()};
  d.frame().function.copies.push_back(std::move(site));
  i.execute = store_async;
}

}  // namespace simulator
