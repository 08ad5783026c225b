#pragma once

#include <cstdint>
#include <set>

#include "simulator/exploration/history.hpp"
#include "simulator/machine/warp.hpp"

namespace simulator {

/// Whether a warp comes back to where it was with nothing changed: then it may as well sleep until
/// a word that it has read on the way changes.
struct Spinner {
  /// After a step of the warp's.
  void look(Warp& warp, const Touches& touches, bool changed);
  /// After a step of another warp's, which changed something.
  void notice(const Touches& touches);

  /// What it has read on its way round.
  const Touches& seen() const { return seen_; }

  bool asleep = false;

 private:
  void forget();

  std::set<std::uint64_t> states_;  // that it was in, since something changed
  Touches seen_;
};

}  // namespace simulator
