#include "simulator/races/launch_races.hpp"

#include <algorithm>

namespace simulator {

using namespace epoch;

Races::Races(RaceClock& clock, const Dim3& grid, const Dim3& block, bool copies)
    : clock_(clock), grid_(grid), block_(block), copies_(copies) {
  tick();
  start_ = clock_.now;
}

namespace {

/// So many words are kept in mind that were read by strong reads.
constexpr std::size_t most_polls = 1 << 16;

}  // namespace

// At the end of time the clock stands still, and every later sync seems to order everything:
// silence.
std::uint32_t Races::tick() {
  return clock_.now < end_of_time ? clock_.now++ : clock_.now;
}

bool Races::are_only_updated(const ShadowCell* cells, unsigned count) const {
  bool only = true;
  for (unsigned k = 0; k < count; ++k)
    only = only && !is_now(cells[k].read) &&
           (!is_now(cells[k].write) ||
            (reach_of(cells[k].write) != split && strength_of(cells[k].write) != Strength::weak));
  return only;
}

void Races::find_uses(const ShadowCell* cells, std::size_t count, std::uint8_t* read,
                      std::uint8_t* wrote, std::uint8_t* updated) const {
  std::uint8_t any_split = 0;
  for (std::size_t k = 0; k < count; ++k) {
    read[k] = is_now(cells[k].read);
    wrote[k] = is_now(cells[k].write);
    updated[k] = wrote[k] & std::uint8_t(rough_strength_of(cells[k].write) != Strength::weak);
    any_split |= std::uint8_t(reach_of(cells[k].write) == split) & wrote[k];
  }
  for (std::size_t k = 0; k < count && any_split; ++k) {
    if (reach_of(cells[k].write) != split || !wrote[k]) continue;
    read[k] = wrote[k] = updated[k] = 0;
    for (const ShadowCell& part : split_[cells[k].write >> thread_shift]) {
      read[k] |= is_now(part.read);
      wrote[k] |= is_now(part.write);
    }
  }
}

inline Races::CellUse Races::use_of(const ShadowCell& cell) const {
  const bool wrote = is_now(cell.write);
  if (!wrote && !is_now(cell.read)) return {};
  if (wrote && reach_of(cell.write) == split) return {CellUse::byte_by_byte};
  return {wrote ? CellUse::written : CellUse::only_read,
          strength_of(wrote ? cell.write : cell.read)};
}

std::optional<Races::CellUse> Races::only_use(const ShadowCell* cells, std::size_t count) const {
  const CellUse first = use_of(cells[0]);
  if (first.what == CellUse::byte_by_byte) return std::nullopt;
  // Loops without branches, so that they become vectors. In the highest bit: is that epoch older?
  const auto is_older = [this](std::uint64_t epoch) { return (epoch & end_of_time) - start_; };
  constexpr std::uint64_t oldest = std::uint64_t{1} << 63;
  constexpr std::uint64_t strength_bits = no_spread | std::uint64_t{3} << strength_shift,
                          same = strength_bits | std::uint64_t{3} << reach_shift;
  std::uint64_t other = 0;
  switch (first.what) {
    case CellUse::written:
      for (std::size_t k = 0; k < count; ++k)
        other |= (is_older(cells[k].write) & oldest) | ((cells[k].write ^ cells[0].write) & same);
      break;
    case CellUse::only_read:
      for (std::size_t k = 0; k < count; ++k)
        other |= ((is_older(cells[k].read) | ~is_older(cells[k].write)) & oldest) |
                 ((cells[k].read ^ cells[0].read) & strength_bits);
      break;
    default:
      for (std::size_t k = 0; k < count; ++k)
        other |= ~(is_older(cells[k].write) & is_older(cells[k].read)) & oldest;
  }
  return other == 0 ? std::optional(first) : std::nullopt;
}

void Races::find_last_uses(const ShadowCell* cells, std::size_t count, CellUse* uses) const {
  for (std::size_t k = 0; k < count; ++k) uses[k] = use_of(cells[k]);
}

/// After a strong read. What the launch itself had put there first, nobody may have put there.
void Races::note_poll(std::uint64_t word, std::uint64_t read_before, const ShadowCell& cell) {
  const Strength strength = strength_of(cell.read);
  const bool own = is_now(cell.write) && rough_strength_of(cell.write) == Strength::weak;
  if (own || !is_now(cell.read) || !reaches_other_launches(strength)) return;
  if (polled_.size() >= most_polls && !polled_.contains(word)) return;
  const std::uint64_t poll = of_one(cell.read);
  const auto [place, is_new] = polled_.try_emplace(word);
  Polled& polled = place->second;
  if (is_new)
    polled.in_vain = is_now(read_before) && rough_strength_of(read_before) == Strength::weak &&
                     !is_replaced(read_before);
  polled.strength = strength;
  const auto end = polled.by.begin() + std::min(polled.count, Polled::most);
  const auto known = std::find_if(
      polled.by.begin(), end, [&](std::uint64_t epoch) { return ((epoch ^ poll) & by_whom) == 0; });
  if (known != end)
    *known = poll;
  else if (polled.count++ < Polled::most)
    polled.by[polled.count - 1] = poll;
}

std::vector<Races::Poll> Races::polls() const {
  std::vector<Poll> all;
  for (const auto& [word, polled] : polled_)
    if (!polled.in_vain) all.push_back({word, polled.strength});
  std::sort(all.begin(), all.end());
  return all;
}

std::array<Races::CellUse, 4> Races::uses_of_bytes(const ShadowCell& cell) const {
  std::array<CellUse, 4> uses;
  for (unsigned k = 0; k < 4; ++k) uses[k] = use_of(split_[cell.write >> thread_shift][k]);
  return uses;
}

}  // namespace simulator
