#include "simulator/instructions/copies/copy_builder.hpp"

#include <algorithm>
#include <bit>

namespace simulator {
namespace {

struct Site {
  std::size_t number;  // among the function's copies
};

}  // namespace

const CopySite& copy_site(const Warp& warp, const Instruction& i) {
  return warp.function().copies[i.payload.as<Site>().number];
}

void keep_copy_site(Decoding& d, CopySite site) {
  std::vector<CopySite>& copies = d.frame().function.copies;
  d.instruction.payload = Site{copies.size()};
  copies.push_back(std::move(site));
}

void check_mbarrier(Warp& warp, const Instruction& i, unsigned lane, const Address& operand,
                    Block* home, std::uint64_t offset) {
  Request request(warp, i, {Strength::block});
  request.space = StateSpace::shared;
  request.mask = 1u << lane;
  request.bytes = sizeof(std::uint64_t);
  request.shared_variable = operand.shared_variable;
  request.home = home;
  request.addresses[lane] = home->shared().base + offset;
  request.note_later_arrival(lane, request.require(lane, Use::update));
}

CopyBuilder::CopyBuilder(Warp& warp, const Instruction& i, unsigned lane, const CopySite& site,
                         Block* home, bool first)
    : warp_(warp), i_(i), site_(site), lane_(lane), home_(home), first_(first) {
  if (home_ == nullptr)
    refuse(fault::out_of_bounds, "copies to a block that its cluster does not have",
           LaunchFailure::Reason::cluster_address);
  if (home_ != &warp.block()) home_->visit();
  copy.issuer = &warp.block().memory();
  copy.from_shared = site.from_shared;
  copy.warp = warp.index();
  copy.lanes = 1u << lane;
  copy.place = i.place;
  copy.to_shared = site.to_shared;
  copy.combine = site.combine;
  if (site.barrier.slot != no_slot) {
    copy.kind = AsyncCopy::Kind::bulk_barrier;
    const std::uint64_t barrier = in_shared(address_of(warp, site.barrier, lane));
    copy.barrier = barrier & Cluster::offset_mask;
    if (site.blocks == no_slot && Cluster::rank_in(barrier) != home_->rank())
      refuse(fault::barrier, "copies to one block and names the mbarrier of another",
             LaunchFailure::Reason::illegal_instruction);
  } else {
    copy.kind = AsyncCopy::Kind::bulk_group;
  }
}

void CopyBuilder::add(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  Counts& counts = warp_.execution().counts();
  if (first_ && !copy.from_shared)
    (copy.to_shared ? counts.bulk_load_bytes : counts.bulk_store_bytes) += bytes;
  while (bytes > 0 && !repeats) {
    const std::uint64_t aligned = (to | from | 16) & -(to | from | 16);
    const auto piece = unsigned(std::min({aligned, std::bit_floor(bytes), std::uint64_t{16}}));
    Request source =
        request(copy.uses_global() && copy.to_shared ? StateSpace::global : StateSpace::shared,
                from, piece);
    source.follows = copy.combine == nullptr;
    check(source, Use::read);
    const Use use = copy.combine ? Use::update : Use::write;
    Request target =
        request(copy.to_shared ? StateSpace::shared : StateSpace::global, to, piece, use);
    check(target, use);
    if (source.undefined != 0) target.undefine_as(lane_, source, piece);
    copy.chunks.push_back({to, from, std::uint8_t(piece), std::uint8_t(piece)});
    to += piece, from += piece, bytes -= piece;
  }
}

void CopyBuilder::clear(std::uint64_t to, std::uint64_t bytes) {
  while (bytes > 0) {
    const auto piece = unsigned(std::min({to & -to, std::bit_floor(bytes), std::uint64_t{16}}));
    const unsigned step = to == 0 ? unsigned(std::min<std::uint64_t>(16, std::bit_floor(bytes)))
                                  : std::max(piece, 1u);
    Request target = request(StateSpace::shared, to, step, Use::write);
    check(target, Use::write);
    copy.chunks.push_back({to, 0, std::uint8_t(step), 0});
    to += step, bytes -= step;
  }
}

void CopyBuilder::put(std::uint64_t to, std::uint64_t value, unsigned bytes) {
  const Use use = copy.combine ? Use::update : Use::write;
  Request target = request(StateSpace::shared, to, bytes, use);
  check(target, use);
  copy.chunks.push_back({to, value, std::uint8_t(bytes), std::uint8_t(bytes)});
}

void CopyBuilder::begin() {
  if (repeats) return;
  if (copy.barrier != AsyncCopy::no_barrier)
    check_mbarrier(warp_, i_, lane_, site_.barrier, home_, copy.barrier);
  home_->copies().begin(std::move(copy));
}

void CopyBuilder::refuse(const char* kind, const std::string& what, LaunchFailure::Reason reason) {
  warp_.report(kind, lane_, what);
  warp_.execution().fail(reason);
}

void CopyBuilder::require(bool holds, const char* what) {
  if (!holds)
    refuse(fault::misaligned, "copies in bulk " + std::string(what),
           LaunchFailure::Reason::misaligned_address);
}

Request CopyBuilder::request(StateSpace space, std::uint64_t address, unsigned bytes, Use use) {
  Request request(warp_, i_, {use == Use::update ? Strength::device : Strength::weak});
  request.space = space;
  request.mask = 1u << lane_;
  request.bytes = bytes;
  request.addresses[lane_] = address;
  if (space == StateSpace::shared) {
    if (use != Use::read) request.home = home_;
    request.shared_variable = (use == Use::read ? site_.from : site_.to).shared_variable;
    request.addresses[lane_] += request.home->shared().base;
  }
  return request;
}

void CopyBuilder::check(Request& request, Use use) {
  const LaneTarget target = request.require(lane_, use);
  if (request.space == StateSpace::shared && !unfenced_ && !copy.immediate)
    unfenced_ = request.is_unfenced(lane_, target, use);
  if (use == Use::read) return request.note_read(lane_, target);
  if (use == Use::update) return request.note_update(lane_, target);
  std::byte other[16];  // whatever comes, it is no harmless write of what is there already
  for (unsigned k = 0; k < request.bytes; ++k) other[k] = ~target.host[k];
  request.note_write(lane_, target, other);
}

}  // namespace simulator
