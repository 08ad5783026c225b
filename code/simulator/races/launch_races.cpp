#include "simulator/races/launch_races.hpp"

namespace simulator {

using namespace epoch;

Races::Races(RaceClock& clock, const Dim3& grid, const Dim3& block, bool copies)
    : clock_(clock), grid_(grid), block_(block), copies_(copies) {
  tick();
  start_ = clock_.now;
}

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

std::size_t Races::alike(const ShadowCell* cells, std::size_t count) const {
  constexpr unsigned wrote = 8, read = 16, parts = 32;
  const auto way = [this](const ShadowCell& cell) {
    const unsigned written =
        reach_of(cell.write) == split ? parts : wrote + unsigned(strength_of(cell.write));
    const unsigned seen = is_now(cell.read) ? read + unsigned(strength_of(cell.read)) : 0;
    return is_now(cell.write) ? written : seen;
  };
  const unsigned first = way(cells[0]);
  std::size_t k = 1;
  while (k < count && first != parts && way(cells[k]) == first) ++k;
  return k;
}

Races::ByteUses Races::byte_uses(const ShadowCell& cell) const {
  ByteUses uses;
  const bool is_split = is_now(cell.write) && reach_of(cell.write) == split;
  uses.whole = !is_split;
  for (unsigned k = 0; k < 4; ++k) {
    const ShadowCell& part = is_split ? split_[cell.write >> thread_shift][k] : cell;
    uses.read[k] = is_now(part.read);
    uses.wrote[k] = is_now(part.write);
    if (uses.read[k] || uses.wrote[k])
      uses.strength[k] = strength_of(uses.wrote[k] ? part.write : part.read);
  }
  return uses;
}

}  // namespace simulator
