#include "simulator/exploration/spinner.hpp"

#include "simulator/machine/scheduling/state_hash.hpp"

namespace simulator {

void Spinner::forget() {
  asleep = false;
  states_.clear();
  seen_.clear();
}

void Spinner::look(Warp& warp, const Touches& touches, bool changed) {
  if (changed) return forget();
  seen_.insert(seen_.end(), touches.begin(), touches.end());
  normalise(seen_);
  if (states_.insert(state_hash(warp)).second) return;
  // Another way that its lanes are on, or lanes that wait for those that spin.
  if (warp.rotate() && states_.insert(state_hash(warp)).second) return;
  if (warp.part()) return forget();
  asleep = true;
}

void Spinner::notice(const Touches& touches) {
  if (depend(seen_, touches)) forget();
}

}  // namespace simulator
