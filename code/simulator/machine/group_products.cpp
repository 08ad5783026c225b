#include "simulator/machine/group_products.hpp"

#include <algorithm>
#include <utility>

#include "simulator/machine/access/async_copies.hpp"
#include "simulator/machine/warp.hpp"

namespace simulator {

GroupProducts::Member& GroupProducts::member(const Warp& warp) {
  if (members_.empty()) members_.resize(all_.size());
  return members_[warp.index()];
}

void GroupProducts::begin(Warp& warp, SourceLine place, const std::vector<std::uint64_t>& pieces) {
  const std::uint32_t number = ++member(warp).begun;
  if (execution_.checked()) {
    AsyncCopy product;
    product.kind = AsyncCopy::Kind::product;
    product.warp = warp.index();
    product.lanes = 1;
    product.place = place;
    product.to_shared = false;
    product.from_shared = true;
    product.group = number;
    product.read_at = races_.mark();
    for (const std::uint64_t at : pieces) product.chunks.push_back({0, at, 16, 16});
    copies_.begin(std::move(product));
  }
  look(warp.index() / warps);
}

void GroupProducts::commit(Warp& warp) {
  Member& its = member(warp);
  its.committed.push_back(its.begun);
}

void GroupProducts::wait(Warp& warp, std::uint32_t but) {
  Member& its = member(warp);
  if (its.committed.size() <= but) return;
  const auto left = its.committed.end() - but;
  its.awaited = *(left - 1);
  its.committed.erase(its.committed.begin(), left);
  if (have_begun(warp.index() / warps, *its.awaited))
    end(warp.index());
  else
    warp.wait_at_barrier(barrier);
}

void GroupProducts::threads_ended() {
  for (unsigned group = 0; group * warps < members_.size(); ++group) look(group);
}

bool GroupProducts::have_begun(unsigned group, std::uint32_t number) const {
  const std::size_t last = std::min<std::size_t>((group + 1) * warps, members_.size());
  for (std::size_t k = group * warps; k < last; ++k)
    if (members_[k].begun < number && !all_[k]->ended()) return false;
  return true;
}

/// The warp has waited.
void GroupProducts::end(unsigned warp) {
  const std::uint32_t number = *std::exchange(members_[warp].awaited, std::nullopt);
  if (!execution_.checked()) return;
  const unsigned first = warp / warps * warps;
  const auto last = unsigned(std::min<std::size_t>(first + warps, members_.size()));
  std::uint32_t living = 0;
  for (unsigned k = first; k < last; ++k) living |= std::uint32_t(!all_[k]->ended()) << (k - first);
  const std::uint32_t now = races_.mark();
  for (unsigned k = first; k < last; ++k) {
    std::uint32_t& read = members_[k].read;
    read = std::max(read, copies_.wait_for_products(k, number, warp - first, now, living));
    races_.end_product(warp, k, read);
  }
}

/// Warps of a group may have begun what others wait for.
void GroupProducts::look(unsigned group) {
  const std::size_t last = std::min<std::size_t>((group + 1) * warps, members_.size());
  for (std::size_t k = group * warps; k < last; ++k) {
    if (!members_[k].awaited || !have_begun(group, *members_[k].awaited)) continue;
    end(unsigned(k));
    execution_.progressed();
    execution_.passed_milestone();
    all_[k]->leave_barrier(barrier);
  }
}

}  // namespace simulator
