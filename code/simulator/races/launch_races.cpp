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

inline Races::CellUse Races::use_of(const ShadowCell& cell) const {
  const bool wrote = is_now(cell.write);
  if (!wrote && !is_now(cell.read)) return {};
  if (wrote && reach_of(cell.write) == split) return {CellUse::byte_by_byte};
  return {wrote ? CellUse::written : CellUse::only_read,
          strength_of(wrote ? cell.write : cell.read)};
}

void Races::find_last_uses(const ShadowCell* cells, std::size_t count, CellUse* uses) const {
  for (std::size_t k = 0; k < count; ++k) uses[k] = use_of(cells[k]);
}

std::array<Races::CellUse, 4> Races::uses_of_bytes(const ShadowCell& cell) const {
  std::array<CellUse, 4> uses;
  for (unsigned k = 0; k < 4; ++k) uses[k] = use_of(split_[cell.write >> thread_shift][k]);
  return uses;
}

}  // namespace simulator
