#include "simulator/instructions/copies/bulk_copy.hpp"

#include <algorithm>
#include <utility>

#include "simulator/instructions/copies/combiner.hpp"
#include "simulator/instructions/copies/copy_builder.hpp"
#include "simulator/instructions/copies/tensor_copy.hpp"

namespace simulator {
namespace {

// cp.async.bulk and cp.reduce.async.bulk: one thread has many bytes copied between global and
// shared memory, in one piece or as a box of a tensor; or to the shared memory of one or several
// blocks of the cluster. Each of these keeps its copy.

void copy_bulk(Warp& warp, const Instruction& i, std::uint32_t mask) {
  warp.execution().interacts();
  const CopySite& site = copy_site(warp, i);
  Stores stores;
  for_lanes(mask, [&](unsigned lane) {
    const std::uint64_t to = site.to_shared ? shared_offset(warp, site.to, lane)
                                            : address_of(warp, site.to, lane),
                        from = site.to_shared && !site.from_shared
                                   ? address_of(warp, site.from, lane)
                                   : in_shared(address_of(warp, site.from, lane)) -
                                         warp.block().shared().base;
    const std::uint32_t bytes = warp.lanes<std::uint32_t>(site.bytes)[lane];
    for_destinations(warp, i, lane, site, [&](CopyBuilder& builder) {
      builder.require(to % 16 == 0 && from % 16 == 0,
                      "from or to an address that is no multiple of 16");
      builder.require(bytes % 16 == 0, "a number of bytes that is no multiple of 16");
      if (!site.to_shared && site.operation.empty())
        builder.repeats = stores.repeat({to, from, bytes});
      builder.add(to, from, bytes);
      builder.copy.bytes = bytes;
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
    site.operation = operation;
    if (!tensor) {
      const Type type = d.take_type();
      site.element = std::uint8_t(size_of(type));
      site.combine = combiner(type, operation);
    }
    if ((!tensor && site.combine == nullptr) || (site.to_shared && !site.from_shared) ||
        operation.empty())
      d.fail("not supported");
  }
  std::size_t k = 0;
  if (tensor) {
    d.take("tile");
    unsigned rank = 0;
    for (const char* each : {"1d", "2d", "3d", "4d", "5d"}) {
      ++rank;
      if (d.take(each)) break;
    }
    if (site.to_shared) site.to = d.address(d.operand(k++), StateSpace::shared);
    const Operand& map = d.operand(k);
    if (map.kind != Operand::Kind::address || map.elements.size() != 2 ||
        map.elements[1].elements.size() != rank)
      d.fail("no coordinates");
    site.map = d.address(d.operand(k++));
    for (const Operand& each : map.elements[1].elements)
      site.coordinates.push_back(d.source(each, Type::s32));
    if (!site.to_shared) site.from = d.address(d.operand(k++), StateSpace::shared);
  } else {
    site.to = d.address(d.operand(k++), site.to_shared ? StateSpace::shared : StateSpace::global);
    site.from = d.address(d.operand(k++), site.to_shared && !site.from_shared ? StateSpace::global
                                                                              : StateSpace::shared);
    site.bytes = d.source(k++, Type::u32);
  }
  if (site.to_shared) site.barrier = d.address(d.operand(k++), StateSpace::shared);
  if (several) site.blocks = d.source(k++, Type::u16);
  keep_copy_site(d, std::move(site));
  i.execute = tensor ? copy_tensor : copy_bulk;
}

}  // namespace simulator
