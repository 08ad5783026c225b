#include "simulator/machine/paths.hpp"

#include <algorithm>
#include <utility>

namespace simulator {

int Paths::new_path() {
  for (std::size_t i = 0; i < paths_.size(); ++i) {
    if (paths_[i].state != Path::State::dead) continue;
    paths_[i] = Path{};
    paths_[i].state = Path::State::ready;
    return int(i);
  }
  paths_.emplace_back();
  paths_.back().state = Path::State::ready;
  return int(paths_.size()) - 1;
}

void Paths::start(int frame, std::uint32_t lanes) {
  live_ = started_ = lanes;
  const int path = new_path();
  Path& root = paths_[std::size_t(path)];
  root.mask = lanes;
  root.frame = frame;
  enter(path);
}

void Paths::enter(int path) {
  current_ = path;
  const Path& p = current();
  pc_ = p.pc;
  active_ = p.mask;
  reconverge_ = p.reconverge;
  frames_.enter(p.frame);
}

void Paths::store_current() {
  if (current_ < 0) return;
  current().pc = pc_;
}

/// Deepest first, which is what a stack would do.
void Paths::pick() {
  current_ = -1;
  for (std::size_t i = paths_.size(); i-- > 0;) {
    if (paths_[i].state != Path::State::ready) continue;
    enter(int(i));
    return;
  }
}

// Control flow

void Paths::branch(std::uint32_t taken, std::uint32_t target, std::uint32_t reconverge) {
  // quote: part
  const std::uint32_t fallen = active_ & ~taken;
  if (fallen == 0 || target == pc_) {
    pc_ = target;
    return;
  }
  ++counts_.divergent_branches;
  const std::uint32_t next = pc_;
  // Lanes that go straight to where the paths meet need no path of their own.
  int parent = current_;
  if (reconverge == reconverge_ && current().parent >= 0 && !current().callee) {
    parent = current().parent;  // they meet where this path would have ended
    current().state = Path::State::dead;
    --paths_[std::size_t(parent)].children;
  } else {
    current().pc = reconverge == no_instruction ? next : reconverge;
    current().state = Path::State::parent;
  }
  const int frame = paths_[std::size_t(current_)].frame;
  const auto add = [&](std::uint32_t pc, std::uint32_t mask) {
    if (pc == reconverge) return;
    const int child = new_path();
    Path& p = paths_[std::size_t(child)];
    p.pc = pc;
    p.mask = mask;
    p.reconverge = reconverge;
    p.parent = parent;
    p.frame = frame;
    ++paths_[std::size_t(parent)].children;
  };
  add(target, taken);
  add(next, fallen);  // runs first
  pick();
  // end quote
}

/// The path is through: its parent goes on when the last child is.
void Paths::end_path(int path) {
  for (;;) {
    Path& ended = paths_[std::size_t(path)];
    ended.state = Path::State::dead;
    const int parent = ended.parent;
    if (ended.callee || parent < 0) {
      // Frames live as long as their first path.
      frames_.close(ended.frame);
    }
    if (parent < 0) break;
    Path& up = paths_[std::size_t(parent)];
    // quote: meet
    if (--up.children > 0) break;
    if (up.mask != 0) {
      up.state = Path::State::ready;
      break;
    }
    // end quote
    path = parent;
  }
  pick();
}

void Paths::call(int frame, std::uint32_t mask, const CallSite& site) {
  current().pc = pc_;
  current().state = Path::State::parent;
  ++current().children;
  const int caller = current_, path = new_path();
  Path& p = paths_[std::size_t(path)];
  p.mask = mask;
  p.parent = caller;
  p.frame = frame;
  p.callee = true;
  p.call = &site;
  enter(path);
}

const Path* Paths::callee() const {
  int path = current_;
  while (path >= 0 && !paths_[std::size_t(path)].callee) path = paths_[std::size_t(path)].parent;
  return path < 0 ? nullptr : &paths_[std::size_t(path)];
}

void Paths::remove(std::uint32_t lanes, bool from_function) {
  store_current();
  for (int path = current_; path >= 0;) {
    Path& p = paths_[std::size_t(path)];
    p.mask &= ~lanes;
    if (from_function && p.callee) break;
    path = p.parent;
  }
  if (current().mask == 0)
    end_path(current_);
  else
    active_ = current().mask;
}

void Paths::exit(std::uint32_t lanes) {
  live_ &= ~lanes;
  remove(lanes, false);
  // Who waits for these lanes looks again.
  for (Path& path : paths_)
    if (path.state == Path::State::at_warp_sync) path.state = Path::State::ready;
  if (current_ < 0) pick();
}

void Paths::again(std::uint32_t rest) {
  // A child that runs this instruction once more and ends right behind it.
  const int parent = current_;
  current().pc = pc_;
  current().state = Path::State::parent;
  ++current().children;
  const int child = new_path();
  Path& p = paths_[std::size_t(child)];
  p.pc = pc_ - 1;
  p.reconverge = pc_;
  p.mask = rest;
  p.parent = parent;
  p.frame = paths_[std::size_t(parent)].frame;
  const std::uint32_t others = active_ & ~rest;
  const int sibling = new_path();
  Path& q = paths_[std::size_t(sibling)];
  q.pc = pc_;
  q.reconverge = pc_;
  q.mask = others;
  q.parent = parent;
  q.frame = paths_[std::size_t(parent)].frame;
  ++paths_[std::size_t(parent)].children;
  enter(sibling);
}

// Waiting

void Paths::wait_at_barrier(unsigned barrier) {
  store_current();
  current().state = Path::State::at_barrier;
  current().barrier = barrier;
  current().overtaken_by = 0;
  pick();
}

void Paths::leave_barrier(unsigned barrier) {
  bool any = false;
  for (Path& path : paths_) {
    if (path.state != Path::State::at_barrier || path.barrier != barrier) continue;
    path.state = Path::State::ready;
    any = true;
  }
  if (any && current_ < 0) pick();
}

std::uint32_t Paths::missing(const std::uint32_t* members, std::uint32_t present) const {
  std::uint32_t wanted = 0;
  for_lanes(present, [&](unsigned lane) { wanted |= members[lane]; });
  return wanted & live_ & ~present;
}

void Paths::wait_for_members(std::uint32_t lanes, std::uint32_t missing, bool meets) {
  Path& path = current();
  path.pc = pc_ - 1;  // comes back to the instruction
  path.state = Path::State::at_warp_sync;
  path.waiting = lanes;
  path.members = missing;
  path.meets = meets;
  pick();
}

namespace {

/// Do lanes at the one and lanes at the other execute it together? PTX asks for the same
/// qualifiers, and an H200 does not ask for the same instruction.
bool are_one(const Instruction& here, const Instruction& there) {
  return &here == &there || (here.payload.holds<Collective>() && here.execute == there.execute &&
                             here.mode == there.mode && here.text == there.text);
}

}  // namespace

std::uint32_t Paths::gather(const std::uint32_t* members, std::uint32_t mask) {
  elsewhere_.clear();
  std::uint32_t present = mask, absent = missing(members, mask);
  if (absent == 0) return mask;
  if (current().gave_up) {
    current().gave_up = false;
    return mask;
  }
  // Those that wait here for lanes of other groups do not hold up this one.
  const auto instruction = [&](int frame, std::uint32_t pc) -> const Instruction& {
    return frames_.frame(frame).function->code[pc];
  };
  const Instruction& here = instruction(current().frame, pc_ - 1);
  const auto belongs = [&](const Path& path) {
    return path.state == Path::State::at_warp_sync &&
           are_one(here, instruction(path.frame, path.pc)) &&
           ((path.waiting & absent) != 0 || (path.members & present) != 0);
  };
  for (bool more = true; more;) {
    more = false;
    for (const Path& path : paths_) {
      if ((path.waiting & ~present) == 0 || !belongs(path)) continue;
      present |= path.waiting;
      absent = (absent | path.members) & ~present;
      more = true;
    }
  }
  if (absent != 0) {
    wait_for_members(mask, absent, false);
    return 0;
  }
  for (Path& path : paths_) {
    if (path.state != Path::State::at_warp_sync || (path.waiting & present) == 0) continue;
    path.state = Path::State::ready;
    const Instruction& there = instruction(path.frame, path.pc++);
    if (path.frame != current().frame || &there != &here)
      elsewhere_.push_back({path.frame, &there, path.waiting});
  }
  return present;
}

std::uint32_t Paths::meet(const std::uint32_t* members, std::uint32_t mask) {
  if (missing(members, mask) == 0) return mask;
  if (current().gave_up) {
    current().gave_up = false;
    return mask;
  }
  std::uint32_t present = mask;
  for (const Path& path : paths_)
    if (path.state == Path::State::at_warp_sync && path.meets) present |= path.mask;
  if (const std::uint32_t absent = missing(members, mask) & ~present; absent != 0) {
    wait_for_members(mask, missing(members, mask), true);
    return 0;
  }
  std::uint32_t released = mask;
  for (Path& path : paths_) {
    if (path.state != Path::State::at_warp_sync || !path.meets || (path.members & ~present) != 0)
      continue;
    path.state = Path::State::ready;
    ++path.pc;
    released |= path.mask;
  }
  return released;
}

std::uint32_t Paths::give_up_on_members() {
  if (current_ >= 0) return 0;
  for (std::size_t i = 0; i < paths_.size(); ++i) {
    Path& path = paths_[i];
    if (path.state != Path::State::at_warp_sync) continue;
    path.state = Path::State::ready;
    path.gave_up = true;
    enter(int(i));
    return path.members;
  }
  return 0;
}

bool Paths::waits_at_barrier() const {
  return std::any_of(paths_.begin(), paths_.end(),
                     [](const Path& path) { return path.state == Path::State::at_barrier; });
}

bool Paths::rotate() {
  if (current_ < 0) return false;
  store_current();
  const std::size_t count = paths_.size();
  for (std::size_t k = 1; k < count; ++k) {
    const std::size_t i = (std::size_t(current_) + k) % count;
    if (paths_[i].state != Path::State::ready) continue;
    enter(int(i));
    return true;
  }
  return false;
}

bool Paths::part() {
  if (current_ < 0) return false;
  store_current();
  const std::size_t count = paths_.size(), first = std::size_t(current_);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t i = (first + k) % count;
    if (paths_[i].state == Path::State::ready && part_from(int(i), false)) return true;
  }
  return false;
}

bool Paths::part_from_waiting() {
  store_current();
  for (std::size_t i = 0; i < paths_.size(); ++i)
    if (paths_[i].waits_or_runs() && paths_[i].state != Path::State::ready &&
        part_from(int(i), false))
      return true;
  return false;
}

bool Paths::let_leave() {
  if (current_ >= 0) return false;
  for (std::size_t i = 0; i < paths_.size(); ++i)
    if (paths_[i].waits_or_runs() && part_from(int(i), true)) return true;
  return false;
}

std::uint32_t Paths::waiting_for_children(const Path& path) const {
  std::uint32_t waiting = path.mask;
  const int index = int(&path - paths_.data());
  for (const Path& each : paths_)
    if (each.state != Path::State::dead && each.parent == index) waiting &= ~each.mask;
  return waiting;
}

/// Those of the lanes, which wait at a path for its children, that let_leave() lets go ahead.
std::uint32_t Paths::may_leave(int path, std::uint32_t waiting) const {
  const Path& p = paths_[std::size_t(path)];
  if (frames_.frame(p.frame).function->leaves_from(p.pc)) return waiting;
  std::uint32_t ahead = 0;
  for (const Path& each : paths_) {
    if (each.state == Path::State::dead) continue;
    if (each.parent == path && each.callee) return waiting;
    if ((each.mask & p.mask & ~waiting) != 0) ahead |= each.overtaken_by;
  }
  return waiting & ahead;
}

void Paths::overtake(std::uint32_t lanes, std::uint32_t others) {
  for (Path& path : paths_)
    if (path.state == Path::State::at_barrier && (path.mask & others) != 0)
      path.overtaken_by |= lanes;
}

bool Paths::part_from(int path, bool only_to_leave) {
  for (int up = paths_[std::size_t(path)].parent; up >= 0; up = paths_[std::size_t(up)].parent) {
    const std::uint32_t waiting = waiting_for_children(paths_[std::size_t(up)]);
    // A caller's other lanes have nothing to go on with: they are all in the callee.
    if (waiting == 0) continue;
    // Lanes that are through here wait further up.
    if (Path& through = paths_[std::size_t(up)]; through.pc == through.reconverge) {
      through.mask &= ~waiting;
      continue;
    }
    const std::uint32_t going = only_to_leave ? may_leave(up, waiting) : waiting;
    if (going == 0) continue;
    if (only_to_leave) overtake(going, paths_[std::size_t(up)].mask & ~waiting);
    // What was one path becomes two, and neither waits for the other before both would end.
    const int ahead = new_path(), behind = new_path();
    Path& parent = paths_[std::size_t(up)];
    for (Path& each : paths_)
      if (each.state != Path::State::dead && each.parent == up) each.parent = behind;
    for (int half : {ahead, behind}) {
      Path& p = paths_[std::size_t(half)];
      p.pc = parent.pc;
      p.reconverge = parent.reconverge;
      p.mask = half == ahead ? going : parent.mask & ~going;
      p.parent = up;
      p.frame = parent.frame;
    }
    paths_[std::size_t(behind)].state = Path::State::parent;
    if (only_to_leave) paths_[std::size_t(behind)].overtaken_by = going;
    paths_[std::size_t(behind)].children = std::exchange(parent.children, 2);
    parent.pc = parent.reconverge;
    enter(ahead);
    return true;
  }
  return false;
}

}  // namespace simulator
