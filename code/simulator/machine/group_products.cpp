#include "simulator/machine/group_products.hpp"

#include <algorithm>
#include <utility>

#include "simulator/machine/access/async_copies.hpp"
#include "simulator/machine/warp.hpp"

namespace simulator {

std::size_t GroupProducts::end(unsigned group) const {
  return std::min(first(group) + warps, members_.size());
}

GroupProducts::Member& GroupProducts::member(const Warp& warp) {
  if (members_.empty()) members_.resize(all_.size());
  return members_[warp.index()];
}

void GroupProducts::arrive(Warp& warp, const Instruction& i, std::uint32_t lanes,
                           Multiply multiply) {
  Member& its = member(warp);
  its.instruction = &i;
  its.lanes = lanes;
  its.multiply = multiply;
  // Lanes that came on several paths all wait, or else some would go ahead and change operands.
  do warp.wait_at_barrier(barrier);
  while (warp.ready() && (warp.live() & ~lanes) == 0);
  if (const unsigned group = warp.index() / warps; have_come(group)) this->multiply(group);
}

void GroupProducts::threads_ended() {
  for (unsigned group = 0; first(group) < members_.size(); ++group)
    if (have_come(group)) multiply(group);
}

bool GroupProducts::have_come(unsigned group) const {
  bool any = false;
  for (std::size_t k = first(group); k < end(group); ++k) {
    if (members_[k].instruction == nullptr && !all_[k]->ended()) return false;
    any = any || members_[k].instruction != nullptr;
  }
  return any;
}

void GroupProducts::multiply(unsigned group) {
  std::uint32_t come = 0;
  for (std::size_t k = first(group); k < end(group); ++k)
    come |= std::uint32_t(members_[k].instruction != nullptr) << k;
  if (execution_.checked()) races_.sync_warps(come, come);
  for_lanes(come, [&](unsigned k) {
    Warp& warp = *all_[k];
    Member& its = members_[k];
    const Instruction& i = *std::exchange(its.instruction, nullptr);
    const std::vector<std::uint64_t> pieces = its.multiply(warp, i, its.lanes);
    ++its.begun;
    if (execution_.checked()) keep(warp, i.place, its.begun, pieces);
  });
  execution_.progressed();
  execution_.passed_milestone();
  for_lanes(come, [&](unsigned k) { all_[k]->leave_barrier(barrier); });
}

/// What the warp reads is in use until somebody has waited for the product.
void GroupProducts::keep(Warp& warp, SourceLine place, std::uint32_t number,
                         const std::vector<std::uint64_t>& pieces) {
  AsyncCopy product;
  product.kind = AsyncCopy::Kind::product;
  product.warp = warp.index();
  product.lanes = 1;
  product.place = place;
  product.to_shared = false;
  product.from_shared = true;
  product.group = number;
  for (const std::uint64_t at : pieces) product.chunks.push_back({0, at, 16, 16});
  copies_.begin(std::move(product));
}

void GroupProducts::commit(Warp& warp) {
  Member& its = member(warp);
  its.committed.push_back(its.begun);
}

void GroupProducts::wait(Warp& warp, std::uint32_t but) {
  Member& its = member(warp);
  if (its.committed.size() <= but) return;
  const auto left = its.committed.end() - but;
  const std::uint32_t number = *(left - 1);
  its.committed.erase(its.committed.begin(), left);
  if (!execution_.checked()) return;
  const unsigned group = warp.index() / warps;
  std::uint32_t living = 0;
  for (std::size_t k = first(group); k < end(group); ++k) {
    living |= std::uint32_t(!all_[k]->ended()) << (k - first(group));
    copies_.finish_products(unsigned(k), number);
  }
  const std::uint32_t now = races_.mark();
  for (auto k = unsigned(first(group)); k < end(group); ++k) {
    std::uint32_t& read = members_[k].read;
    read = std::max(read, copies_.wait_for_products(k, number, warp.index() % warps, now, living));
    races_.end_product(warp.index(), k, read);
  }
}

}  // namespace simulator
