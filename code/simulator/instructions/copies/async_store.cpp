#include "simulator/instructions/copies/async_store.hpp"

#include <utility>

#include "simulator/instructions/copies/combiner.hpp"
#include "simulator/instructions/copies/copy_builder.hpp"

namespace simulator {
namespace {

/// st.async, red.async.
void store_async(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const CopySite& site = copy_site(warp, i);
  const auto count = unsigned(site.coordinates.size());
  for_lanes(mask, [&](unsigned lane) {
    const std::uint64_t to = shared_offset(warp, site.to, lane);
    for_destinations(warp, i, lane, site, [&](CopyBuilder& builder) {
      builder.copy.immediate = true;
      if (to % (count * site.element) != 0)
        builder.refuse(fault::misaligned,
                       "stores " + std::to_string(count * site.element) +
                           " bytes at an address that is no multiple of as many",
                       LaunchFailure::Reason::misaligned_address);
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

}  // namespace

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
  site.to = d.address(d.operand(0), StateSpace::shared);
  if (count == 1)
    site.coordinates.push_back(d.source(1, type));
  else
    for (const Operand& each : d.list(1, count).elements)
      site.coordinates.push_back(d.source(each, type));
  site.barrier = d.address(d.operand(2), StateSpace::shared);
  keep_copy_site(d, std::move(site));
  i.execute = store_async;
}

}  // namespace simulator
