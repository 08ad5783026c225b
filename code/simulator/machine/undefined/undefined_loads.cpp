#include "simulator/machine/undefined/undefined_loads.hpp"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace simulator {

void UndefinedLoads::use_stored(std::uint32_t origin) {
  memory_.origins()[origin - 1].used = true;
  for (auto& [load, found] : found_)
    if (found.stored == origin) found.used = true;
}

void UndefinedLoads::tell(Faults& faults, bool goes_on) {
  std::vector<Fault> notes;
  for (auto& [load, found] : found_) {
    if (found.used && found.stored != 0) memory_.origins()[found.stored - 1].used = true;
    if (found.used || found.times == 0) continue;
    if (goes_on && found.stored != 0 && memory_.origins()[found.stored - 1].left) continue;
    Fault note = std::move(found.told);
    note.message += "; no branch and no address here depended on it";
    note.benign = true;
    note.times = found.times;
    notes.push_back(std::move(note));
  }
  found_.clear();
  const auto place = [](const Fault& note) { return std::tie(note.file, note.line); };
  std::stable_sort(notes.begin(), notes.end(),
                   [&](const Fault& a, const Fault& b) { return place(a) < place(b); });
  for (Fault& note : notes) faults.report(std::move(note));
}

}  // namespace simulator
