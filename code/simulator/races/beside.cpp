#include <algorithm>
#include <cstring>
#include <utility>

#include "simulator/races/detector.hpp"
#include "simulator/races/neighbour.hpp"

// Part of Races and BlockRaces: launches that run at the same time. What is not sure counts as
// ordered.

namespace simulator {

using namespace epoch;

namespace {

/// What is known of launches that still matter.
void add_others(Knowledge& sum, const Knowledge& more, const std::vector<const Neighbour*>& all) {
  for (const Knowledge::Other& each : more.others)
    if (std::any_of(all.begin(), all.end(),
                    [&](const Neighbour* one) { return one->start == each.launch; }))
      sum.add(each);
  sum.ended = std::max(sum.ended, more.ended);
}

/// What a launch that began then hands over, as another one has it, which runs beside those.
SharedKnowledge translated(const SharedKnowledge& theirs, std::uint32_t from, std::uint32_t to,
                           const std::vector<const Neighbour*>& others) {
  if (!theirs) return nullptr;
  auto ours = std::make_shared<Knowledge>();
  if (const Knowledge::Entries* const back = theirs->of_launch(to)) ours->set(*back);
  add_others(*ours, *theirs, others);
  ours->add(Knowledge::Other{from, std::make_shared<const Knowledge::Entries>(theirs->entries)});
  ours->ended = std::max(ours->ended, from);
  return ours;
}

/// When its bytes were last written, and by whom.
std::uint64_t last_write(const Neighbour& neighbour, const ShadowCell& cell,
                         std::uint64_t address) {
  if (!neighbour.is_now(cell.write)) return 0;
  if (reach_of(cell.write) != split) return of_byte(cell.write, address % 4);
  return (*neighbour.split)[cell.write >> thread_shift][address % 4].write;
}

}  // namespace

void Races::run_beside(const std::vector<const Neighbour*>& others,
                       std::function<std::string()> call) {
  call_ = std::move(call);
  std::vector<const Neighbour*> over;
  others_.clear();
  for (const Neighbour* each : others)
    (each->was_over(start_) && !each->overlapped ? over : others_).push_back(each);
  overlapped_ = nullptr;
  for (const Neighbour* each : over) {
    if (!each->heard) continue;
    auto sum = std::make_shared<Knowledge>();
    add_others(*sum, *each->heard, others_);
    inherited_ = join(inherited_, sum);
  }
  for (const Neighbour* each : others_) {
    if (!each->overlapped) continue;
    auto sum = std::make_shared<Knowledge>();
    if (each->heard) add_others(*sum, *each->heard, others_);
    sum->ended = std::max(sum->ended, start_);
    overlapped_ = sum;
  }
  tick();
}

bool Races::others_use(std::uint64_t address) const {
  return std::any_of(others_.begin(), others_.end(), [&](const Neighbour* each) {
    return each->overlapped || each->cell(address) != nullptr;
  });
}

Neighbour Races::neighbour(std::string kernel) const {
  Neighbour neighbour{std::move(kernel), grid_, block_, call_, start_};
  neighbour.handovers = &handovers_;
  neighbour.split = &split_;
  return neighbour;
}

void Races::leave(Neighbour& neighbour) {
  neighbour.end = tick();
  neighbour.heard = join(inherited_, heard_);
  neighbour.left_handovers = std::move(handovers_);
  neighbour.left_split = std::move(split_);
  neighbour.handovers = &neighbour.left_handovers;
  neighbour.split = &neighbour.left_split;
}

void BlockRaces::wait_for_overlapped(unsigned thread) {
  if (!launch_.overlapped_) return;
  state(thread);
  learn(thread, launch_.overlapped_);
}

bool BlockRaces::knows(const SharedKnowledge& known, const Neighbour& neighbour,
                       std::uint64_t epoch, std::uint32_t granted) const {
  if (!known) return false;
  if (neighbour.was_over(known->ended)) return true;
  const Knowledge::Entries* const entries = known->of_launch(neighbour.start);
  if (entries == nullptr) return false;
  const bool alone = reach_of(epoch) == single;
  if (!alone && time_of(epoch) <= granted && knows(known, neighbour, of_one(epoch), granted))
    return true;
  if (reach_of(epoch) == grid_wide) return false;
  return (*entries)[block_of(epoch) % 64].covers(time_of(epoch), alone, thread_of(epoch));
}

bool BlockRaces::comes_before(const Neighbour& neighbour, std::uint64_t epoch,
                              unsigned thread) const {
  if (time_of(epoch) <= launch_.clock_.settled) return true;
  const auto tells = [&](const Told& told) {
    return knows(told.known, neighbour, epoch, told.granted);
  };
  if (tells(told_) || tells(warps_[thread / 32].told) ||
      (!threads_.empty() && tells(threads_[thread])))
    return true;
  if (cluster_ == nullptr) return false;
  const ClusterRaces::SharedPhase& phase = cluster_->last_phase();
  return phase && knows(phase->summary, neighbour, epoch, end_of_time);
}

/// Would it come before if a barrier after a strong read were an acquire?
bool BlockRaces::observed(const Neighbour& neighbour, std::uint64_t epoch, unsigned thread) const {
  const Told& warp = warps_[thread / 32].told;
  return std::any_of(scopes.begin(), scopes.end(), [&](Scope scope) {
    return knows(told_.observed[scope], neighbour, epoch, 0) ||
           knows(warp.observed[scope], neighbour, epoch, 0);
  });
}

Conflict BlockRaces::with_epoch(const Neighbour& neighbour, std::uint64_t epoch, unsigned thread,
                                std::uint64_t address, const ShadowCell& own, Strength strength,
                                bool wrote) const {
  if (!neighbour.is_now(epoch) || comes_before(neighbour, epoch, thread)) return {};
  if (reaches_other_launches(strength) && reaches_other_launches(strength_of(epoch))) return {};
  const std::uint32_t time = time_of(epoch);
  const bool mine = launch_.is_now(own.write) && reach_of(own.write) != split;
  // Whoever wrote it since has been asked.
  if (mine && time_of(own.write) > time && rough_strength_of(own.write) == Strength::weak)
    return {};
  if (wrote && strength_of(epoch) != Strength::weak) {
    const auto seen = launch_.seen_.find(address / 4);
    const bool read_since = seen != launch_.seen_.end() && seen->second >= time;
    const bool written_since = mine && time_of(own.write) > time;
    if (read_since || written_since) return {};
  }
  Conflict conflict{wrote ? Conflict::Other::wrote : Conflict::Other::read, block_of(epoch),
                    thread_of(epoch), reach_of(epoch) != grid_wide};
  conflict.barrier = observed(neighbour, epoch, thread);
  conflict.launch = &neighbour;
  return conflict;
}

Conflict BlockRaces::with_others(unsigned thread, std::uint64_t address, unsigned bytes,
                                 const ShadowCell* cell, Strength strength, bool writes) const {
  for (const Neighbour* neighbour : launch_.others_)
    for (std::uint64_t at = address; at < address + bytes; ++at) {
      const ShadowCell& own = cell[at / 4 - address / 4];
      const ShadowCell* const theirs = neighbour->overlapped ? &own : neighbour->cell(at);
      if (theirs == nullptr) continue;
      const bool parts = reach_of(theirs->write) == split && neighbour->is_now(theirs->write);
      const ShadowCell& there =
          parts ? (*neighbour->split)[theirs->write >> thread_shift][at % 4] : *theirs;
      const bool read = writes && !is_replaced(there.read);
      for (const bool wrote : {true, false}) {
        if (!wrote && !read) continue;
        const std::uint64_t epoch = of_byte(wrote ? there.write : there.read, at % 4);
        const Conflict conflict = with_epoch(*neighbour, epoch, thread, at, own, strength, wrote);
        if (conflict) return conflict;
      }
      const bool whole = !parts && spread_of(there.write) == Spread::whole &&
                         spread_of(there.read) == Spread::whole;
      if (whole) at |= 3;  // all bytes of the word are alike
    }
  return {};
}

/// Of the words whose value changes.
Conflict BlockRaces::write_beside(unsigned thread, std::uint64_t address, unsigned bytes,
                                  const ShadowCell* cell, const void* before, const void* after,
                                  Strength strength) const {
  for (unsigned done = 0; done < bytes; ++cell) {
    const unsigned count = std::min(4 - unsigned((address + done) % 4), bytes - done);
    if (std::memcmp(static_cast<const char*>(before) + done, static_cast<const char*>(after) + done,
                    count) != 0)
      if (const Conflict conflict =
              with_others(thread, address + done, count, cell, strength, true))
        return conflict;
    done += count;
  }
  return {};
}

std::optional<bool> BlockRaces::hear_others(std::uint64_t address, unsigned bytes,
                                            const ShadowCell& cell, Strength strength) {
  const Neighbour* last = nullptr;
  std::uint64_t epoch = 0;
  std::uint32_t latest = launch_.is_now(cell.write) ? time_of(cell.write) : 0;
  for (const Neighbour* neighbour : launch_.others_) {
    const ShadowCell* const theirs = neighbour->cell(address);
    const std::uint64_t write = theirs != nullptr ? last_write(*neighbour, *theirs, address) : 0;
    if (time_of(write) <= latest) continue;
    latest = time_of(write);
    last = neighbour;
    epoch = write;
  }
  if (last == nullptr) return std::nullopt;
  if (!reaches_other_launches(strength) || !reaches_other_launches(strength_of(epoch)))
    return false;
  for (std::uint64_t word = address / 4; word <= (address + bytes - 1) / 4; ++word)
    launch_.seen_[word] = latest;
  const auto found = last->handovers->find(address);
  if (found == last->handovers->end()) return true;
  Races::Handover& here = launch_.handovers_[address];
  const Races::Message& there = found->second;
  if (here.heard == there) return true;
  here.heard = there;
  if (here.releasers != 0) {
    here.released = join(here.released, here.all);
    here.released_sequential = join(here.released_sequential, here.sequential);
  }
  here.all = translated(there.all, last->start, launch_.start_, launch_.others_);
  here.fenced = translated(there.fenced, last->start, launch_.start_, launch_.others_);
  here.sequential = translated(there.sequential, last->start, launch_.start_, launch_.others_);
  launch_.heard_ = join(join(launch_.heard_, here.all), here.sequential);
  return true;
}

}  // namespace simulator
