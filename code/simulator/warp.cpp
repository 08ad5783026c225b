#include <algorithm>
#include <utility>

#include "machine.hpp"

namespace simulator {
namespace {

constexpr std::size_t local_limit = std::size_t{512} << 10;  // bytes a lane, as on the hardware

template <class T, class Value>
void fill_lanes(std::byte* to, Value value) {
  for (unsigned lane = 0; lane < warp_size; ++lane) reinterpret_cast<T*>(to)[lane] = T(value(lane));
}

/// value(lane) for each lane, of `size` bytes.
template <class Value>
void fill_lanes(std::byte* to, unsigned size, Value value) {
  switch (size) {
    case 2:
      return fill_lanes<std::uint16_t>(to, value);
    case 4:
      return fill_lanes<std::uint32_t>(to, value);
    default:
      return fill_lanes<std::uint64_t>(to, value);
  }
}

}  // namespace

Warp::Warp(Execution& launch, Block& block, unsigned index)
    : launch_(launch), block_(block), index_(index) {}

Warp::~Warp() {
  for (auto& frame : frames_) launch_.return_frame(std::move(frame));
}

void Warp::start(const Routine& function, std::uint32_t lanes) {
  live_ = lanes;
  find_whole();
  const int path = new_path();
  const int frame = new_frame(function, 0);
  Path& root = paths_[std::size_t(path)];
  root.mask = lanes;
  root.frame = frame;
  enter(path);
}

/// A vector instruction of the CPU takes no longer for lanes that are no more, and nobody looks at
/// what they compute. For few lanes it is not worth it.
void Warp::find_whole() {
  constexpr int few = 8;
  whole_ = ended_compute_ && std::popcount(live_) >= few ? live_ : full_mask;
}

int Warp::new_path() {
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

int Warp::new_frame(const Routine& function, std::uint64_t local) {
  int index;
  if (free_frames_.empty()) {
    index = int(frames_.size());
    frames_.push_back(launch_.take_frame());
  } else {
    index = free_frames_.back();
    free_frames_.pop_back();
  }
  Frame& frame = *frames_[std::size_t(index)];
  const std::size_t params_start = (function.frame_bytes + 63) / 64 * 64;
  const std::size_t bytes = params_start + function.param_bytes * warp_size + 64;
  const bool again = frame.function == &function && frame.storage.size() == bytes;
  if (again) {
    std::fill_n(frame.values, function.constants_start, std::byte{0});
    std::fill_n(frame.params, function.param_bytes * warp_size, std::byte{0});
  } else {
    frame.storage.assign(bytes, std::byte{0});
  }
  const auto address = reinterpret_cast<std::uintptr_t>(frame.storage.data());
  frame.values = frame.storage.data() + (64 - address % 64) % 64;
  frame.params = frame.values + params_start;
  frame.function = &function;
  frame.tallies = launch_.tallies(function);
  frame.local = local;
  const std::size_t local_end = local + function.local_bytes;
  if (local_end > local_stride_) {
    // Lanes lie one after the other: a longer stride moves them.
    const std::size_t stride = std::max(local_end, 2 * local_stride_);
    std::vector<std::byte> longer(stride * warp_size);
    for (unsigned lane = 0; lane < warp_size; ++lane)
      std::copy_n(local_.begin() + std::ptrdiff_t(lane * local_stride_), local_stride_,
                  longer.begin() + std::ptrdiff_t(lane * stride));
    local_ = std::move(longer);
    local_stride_ = stride;
  }
  fill(frame, again);
  return index;
}

namespace {

/// Is it the same for all warps of a launch?
bool is_fixed(Special special) {
  switch (special) {
    case Special::tid_x:
    case Special::tid_y:
    case Special::tid_z:
    case Special::ctaid_x:
    case Special::ctaid_y:
    case Special::ctaid_z:
    case Special::warpid:
    case Special::smid:
    case Special::local_start:
      return false;
    default:
      return true;
  }
}

}  // namespace

/// `again`: the frame was one of the same function before.
void Warp::fill(Frame& frame, bool again) {
  const Routine& function = *frame.function;
  if (!again)
    std::copy(function.constant_image.begin(), function.constant_image.end(),
              frame.values + function.constants_start);
  const LaunchConfiguration& configuration = launch_.configuration();
  const Dim3 &block = configuration.block, &grid = configuration.grid, &at = block_.index();
  for (const SpecialValue& special : function.specials) {
    if (again && is_fixed(special.what)) continue;
    std::byte* to = frame.values + special.slot;
    const auto uniform = [&](std::uint64_t value) {
      fill_lanes(to, special.size, [=](unsigned) { return value + special.addend; });
    };
    const auto by_lane = [&](auto value) { fill_lanes(to, special.size, value); };
    switch (special.what) {
      case Special::tid_x:
        by_lane([&](unsigned lane) { return thread(lane) % block.x; });
        break;
      case Special::tid_y:
        by_lane([&](unsigned lane) { return thread(lane) / block.x % block.y; });
        break;
      case Special::tid_z:
        by_lane([&](unsigned lane) { return thread(lane) / block.x / block.y; });
        break;
      case Special::ntid_x:
        uniform(block.x);
        break;
      case Special::ntid_y:
        uniform(block.y);
        break;
      case Special::ntid_z:
        uniform(block.z);
        break;
      case Special::ctaid_x:
        uniform(at.x);
        break;
      case Special::ctaid_y:
        uniform(at.y);
        break;
      case Special::ctaid_z:
        uniform(at.z);
        break;
      case Special::nctaid_x:
        uniform(grid.x);
        break;
      case Special::nctaid_y:
        uniform(grid.y);
        break;
      case Special::nctaid_z:
        uniform(grid.z);
        break;
      case Special::laneid:
        by_lane([](unsigned lane) { return lane; });
        break;
      case Special::warpid:
        uniform(index_);
        break;
      case Special::nwarpid:
        uniform(64);
        break;
      case Special::smid:
        uniform(block_.linear() % device_processors);
        break;
      case Special::nsmid:
        uniform(device_processors);
        break;
      case Special::gridid:
        uniform(1);
        break;
      case Special::lanemask_eq:
        by_lane([](unsigned lane) { return 1u << lane; });
        break;
      case Special::lanemask_lt:
        by_lane([](unsigned lane) { return (1u << lane) - 1; });
        break;
      case Special::lanemask_le:
        by_lane([](unsigned lane) { return (2u << lane) - 1; });
        break;
      case Special::lanemask_gt:
        by_lane([](unsigned lane) { return ~((2u << lane) - 1); });
        break;
      case Special::lanemask_ge:
        by_lane([](unsigned lane) { return ~((1u << lane) - 1); });
        break;
      case Special::dynamic_shared_bytes:
        uniform(configuration.dynamic_shared);
        break;
      case Special::total_shared_bytes:
        uniform(launch_.shared_bytes());
        break;
      case Special::dynamic_shared_start:
        uniform(launch_.dynamic_shared_start());
        break;
      case Special::reserved_shared_start:
        uniform(launch_.reserved_shared_start());
        break;
      case Special::local_start:
        uniform(frame.local);
        break;
      case Special::environment_1:
        uniform(launch_.workspace() >> 32);
        break;
      case Special::environment_2:
        uniform(launch_.workspace() & 0xffffffffu);
        break;
      case Special::zero:
        uniform(0);
        break;
      case Special::one:
        uniform(1);
        break;
    }
  }
}

void Warp::enter(int path) {
  current_ = path;
  const Path& p = current();
  pc_ = p.pc;
  active_ = p.mask;
  reconverge_ = p.reconverge;
  const Frame& frame = *frames_[std::size_t(p.frame)];
  values_ = frame.values;
  function_ = frame.function;
  tallies_ = frame.tallies;
}

void Warp::store_current() {
  if (current_ < 0) return;
  current().pc = pc_;
}

/// Deepest first, which is what a stack would do.
void Warp::pick() {
  current_ = -1;
  for (std::size_t i = paths_.size(); i-- > 0;) {
    if (paths_[i].state != Path::State::ready) continue;
    enter(int(i));
    return;
  }
}

std::uint64_t Warp::run(std::uint64_t budget) {
  std::uint64_t executed = 0;
  std::uint64_t& steps = launch_.steps();
  const bool counted = launch_.checked();
  while (current_ >= 0 && executed < budget) {
    // quote: step
    if (pc_ == reconverge_) {
      end_path(current_);
      continue;
    }
    const Instruction& i = function_->code[pc_];
    instruction_ = &i;
    std::uint32_t mask = active_;
    if (i.guard != no_slot) {
      const std::uint32_t guard = predicate(i.guard);
      mask &= i.guard_negated ? ~guard : guard;
    }
    if (counted) {
      Tally& tally = tallies_[pc_];
      ++tally.warps;
      tally.lanes += active_ == full_mask ? warp_size : unsigned(std::popcount(active_));
    }
    ++steps;
    ++executed;
    ++pc_;
    if (i.computes && mask == whole_) mask = full_mask;
    if (mask != 0) i.execute(*this, i, mask);
    // end quote
  }
  return executed;
}

// Control flow

void Warp::branch(std::uint32_t taken, std::uint32_t target, std::uint32_t reconverge) {
  // quote: part
  const std::uint32_t fallen = active_ & ~taken;
  if (fallen == 0 || target == pc_) {
    pc_ = target;
    return;
  }
  ++launch_.counts().divergent_branches;
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
void Warp::end_path(int path) {
  for (;;) {
    Path& ended = paths_[std::size_t(path)];
    ended.state = Path::State::dead;
    const int parent = ended.parent;
    if (ended.callee || parent < 0) {
      // Frames live as long as their first path.
      free_frames_.push_back(ended.frame);
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

void Warp::call(std::uint32_t mask, const Routine& callee, const CallSite& site) {
  const Frame& caller = *frames_[std::size_t(current().frame)];
  const std::uint64_t local = (caller.local + caller.function->local_bytes + 15) / 16 * 16;
  if (local + callee.local_bytes > local_limit) {
    report(launch_.fault(fault::out_of_bounds, *this, unsigned(std::countr_zero(mask)),
                         "overflows the stack calling " + callee.name));
    launch_.fail(LaunchFailure::Reason::illegal_address);
  }
  current().pc = pc_;
  current().state = Path::State::parent;
  ++current().children;
  const int caller_path = current_, caller_frame = current().frame;
  const int frame = new_frame(callee, local);
  const Frame &from = *frames_[std::size_t(caller_frame)], &to = *frames_[std::size_t(frame)];
  for (std::size_t k = 0; k < site.arguments.size() && k < callee.parameters.size(); ++k) {
    const std::size_t bytes = std::min(site.arguments[k].size, callee.parameters[k].size);
    for_lanes(mask, [&](unsigned lane) {
      std::memcpy(to.params + lane * callee.param_bytes + callee.parameters[k].offset,
                  from.params + lane * from.function->param_bytes + site.arguments[k].offset,
                  bytes);
    });
  }
  const int path = new_path();
  Path& p = paths_[std::size_t(path)];
  p.mask = mask;
  p.parent = caller_path;
  p.frame = frame;
  p.callee = true;
  p.call = &site;
  enter(path);
}

void Warp::remove(std::uint32_t lanes, bool from_function) {
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

void Warp::leave_function(std::uint32_t mask) {
  int path = current_;
  while (path >= 0 && !paths_[std::size_t(path)].callee) path = paths_[std::size_t(path)].parent;
  if (path < 0) {
    exit(mask);
    return;
  }
  const Path& base = paths_[std::size_t(path)];
  const Frame& from = *frames_[std::size_t(base.frame)];
  const Frame& to = *frames_[std::size_t(paths_[std::size_t(base.parent)].frame)];
  const auto& results = base.call->results;
  for (std::size_t k = 0; k < results.size() && k < from.function->results.size(); ++k) {
    const Parameter& result = from.function->results[k];
    const std::size_t bytes = std::min(results[k].size, result.size);
    for_lanes(mask, [&](unsigned lane) {
      std::memcpy(to.params + lane * to.function->param_bytes + results[k].offset,
                  from.params + lane * from.function->param_bytes + result.offset, bytes);
    });
  }
  remove(mask, true);
}

void Warp::exit(std::uint32_t mask) {
  live_ &= ~mask;
  find_whole();
  remove(mask, false);
  // Who waits for these lanes looks again.
  for (Path& path : paths_)
    if (path.state == Path::State::at_warp_sync) path.state = Path::State::ready;
  if (current_ < 0) pick();
  block_.threads_ended(unsigned(std::popcount(mask)));
}

void Warp::again(std::uint32_t rest) {
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

void Warp::wait_at_barrier(unsigned barrier) {
  store_current();
  current().state = Path::State::at_barrier;
  current().barrier = barrier;
  pick();
}

void Warp::leave_barrier(unsigned barrier) {
  bool any = false;
  for (Path& path : paths_) {
    if (path.state != Path::State::at_barrier || path.barrier != barrier) continue;
    path.state = Path::State::ready;
    any = true;
  }
  if (any && current_ < 0) pick();
}

std::uint32_t Warp::missing(const std::uint32_t* members, std::uint32_t present) const {
  std::uint32_t wanted = 0;
  for_lanes(present, [&](unsigned lane) { wanted |= members[lane]; });
  return wanted & live_ & ~present;
}

void Warp::wait_for_members(std::uint32_t missing, bool meets) {
  Path& path = current();
  path.pc = pc_ - 1;  // comes back to the instruction
  path.state = Path::State::at_warp_sync;
  path.members = missing;
  path.meets = meets;
  // It has not been executed yet.
  --tallies_[pc_ - 1].warps;
  tallies_[pc_ - 1].lanes -= unsigned(std::popcount(active_));
  pick();
}

std::uint32_t Warp::gather(const std::uint32_t* members, std::uint32_t mask) {
  if (missing(members, mask) == 0) return mask;
  if (current().gave_up) {
    current().gave_up = false;
    return mask;
  }
  std::uint32_t present = mask;
  const auto waits_here = [&](const Path& path) {
    return path.state == Path::State::at_warp_sync && path.pc == pc_ - 1 &&
           path.frame == current().frame;
  };
  const Instruction& i = *instruction_;
  std::uint32_t guard = full_mask;
  if (i.guard != no_slot) guard = i.guard_negated ? ~predicate(i.guard) : predicate(i.guard);
  for (const Path& path : paths_)
    if (waits_here(path)) present |= path.mask & guard;
  if (const std::uint32_t absent = missing(members, present); absent != 0) {
    wait_for_members(absent, false);
    return 0;
  }
  for (Path& path : paths_) {
    if (!waits_here(path)) continue;
    path.state = Path::State::ready;
    ++path.pc;
  }
  return present;
}

std::uint32_t Warp::meet(const std::uint32_t* members, std::uint32_t mask) {
  if (missing(members, mask) == 0) return mask;
  if (current().gave_up) {
    current().gave_up = false;
    return mask;
  }
  std::uint32_t present = mask;
  for (const Path& path : paths_)
    if (path.state == Path::State::at_warp_sync && path.meets) present |= path.mask;
  if (const std::uint32_t absent = missing(members, mask) & ~present; absent != 0) {
    wait_for_members(missing(members, mask), true);
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

bool Warp::give_up_on_members() {
  if (current_ >= 0) return false;
  for (std::size_t i = 0; i < paths_.size(); ++i) {
    Path& path = paths_[i];
    if (path.state != Path::State::at_warp_sync) continue;
    path.state = Path::State::ready;
    path.gave_up = true;
    enter(int(i));
    instruction_ = &function_->code[pc_];
    std::string lanes;
    for_lanes(path.members,
              [&](unsigned lane) { lanes += (lanes.empty() ? "" : ", ") + std::to_string(lane); });
    report(launch_.fault(fault::warp_mask, *this, unsigned(std::countr_zero(path.mask)),
                         "names lanes in the mask of " + std::string(instruction_->text) +
                             " that do not come to it: " + lanes));
    return true;
  }
  return false;
}

std::string Warp::standing() const {
  std::string result;
  for (const Path& path : paths_) {
    if (path.state == Path::State::dead || path.state == Path::State::parent) continue;
    const Routine& function = *frames_[std::size_t(path.frame)]->function;
    const bool behind = path.state == Path::State::at_barrier && path.pc > 0;
    const bool running = current_ >= 0 && &path == &paths_[std::size_t(current_)];
    const std::uint32_t pc = running ? pc_ : path.pc;
    const Instruction& i =
        function.code[std::min<std::size_t>(pc - behind, function.code.size() - 1)];
    if (!result.empty()) result += "; ";
    result += "warp " + std::to_string(index_) + " ";
    switch (path.state) {
      case Path::State::at_barrier:
        result += "waits at barrier " + std::to_string(path.barrier);
        break;
      case Path::State::at_warp_sync:
        result += "waits for other lanes";
        break;
      default:
        result += "spins";
    }
    result += " (" + std::string(i.text);
    const std::string_view file = launch_.program().file_of(i.place);
    if (!file.empty())
      result += " at " + std::string(file) + ":" + std::to_string(i.place.line);
    else
      result += ", PTX line " + std::to_string(i.line);
    result += ")";
  }
  return result;
}

std::pair<const Instruction*, unsigned> Warp::stand() const {
  for (const Path& path : paths_) {
    if (path.state == Path::State::dead || path.state == Path::State::parent) continue;
    const Routine& function = *frames_[std::size_t(path.frame)]->function;
    const bool behind = path.state == Path::State::at_barrier && path.pc > 0;
    const bool running = current_ >= 0 && &path == &paths_[std::size_t(current_)];
    const std::uint32_t pc = running ? pc_ : path.pc;
    return {&function.code[std::min<std::size_t>(pc - behind, function.code.size() - 1)],
            unsigned(std::countr_zero(path.mask))};
  }
  return {instruction_, 0};
}

bool Warp::waits_at_barrier() const {
  return std::any_of(paths_.begin(), paths_.end(),
                     [](const Path& path) { return path.state == Path::State::at_barrier; });
}

bool Warp::rotate() {
  if (current_ < 0 || launch_.in_lockstep()) return false;
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

bool Warp::part() {
  if (current_ < 0 || launch_.in_lockstep()) return false;
  store_current();
  for (int up = current().parent; up >= 0; up = paths_[std::size_t(up)].parent) {
    std::uint32_t waiting = paths_[std::size_t(up)].mask;
    for (const Path& path : paths_)
      if (path.state != Path::State::dead && path.parent == up) waiting &= ~path.mask;
    // A caller's other lanes have nothing to go on with: they are all in the callee.
    if (waiting == 0) continue;
    // What was one path becomes two, and neither waits for the other before both would end.
    const int ahead = new_path(), behind = new_path();
    Path& parent = paths_[std::size_t(up)];
    for (Path& path : paths_)
      if (path.state != Path::State::dead && path.parent == up) path.parent = behind;
    for (int half : {ahead, behind}) {
      Path& p = paths_[std::size_t(half)];
      p.pc = parent.pc;
      p.reconverge = parent.reconverge;
      p.mask = half == ahead ? waiting : parent.mask & ~waiting;
      p.parent = up;
      p.frame = parent.frame;
    }
    paths_[std::size_t(behind)].state = Path::State::parent;
    paths_[std::size_t(behind)].children = std::exchange(parent.children, 2);
    parent.pc = parent.reconverge;
    enter(ahead);
    return true;
  }
  return false;
}

std::uint64_t Warp::state_hash() const {
  std::uint64_t hash = 0xcbf29ce484222325ull;
  const auto mix = [&](std::uint64_t word) {
    hash = (hash ^ word) * 0x100000001b3ull;
    hash ^= hash >> 29;
  };
  mix(pc_);
  mix(std::uint64_t(current_));
  for (const Path& path : paths_) {
    mix(std::uint64_t(path.state) << 32 | path.mask);
    if (path.state != Path::State::dead && &path != &paths_[std::size_t(std::max(current_, 0))])
      mix(path.pc);
  }
  for (const auto& frame : frames_) {
    const std::byte* values = frame->values;
    for (std::size_t k = 0; k + 8 <= frame->function->frame_bytes; k += 8) {
      std::uint64_t word;
      std::memcpy(&word, values + k, sizeof word);
      mix(word);
    }
  }
  for (std::size_t k = 0; k + 8 <= local_.size(); k += 8) {
    std::uint64_t word;
    std::memcpy(&word, local_.data() + k, sizeof word);
    mix(word);
  }
  return hash;
}

std::byte* Warp::local_bytes(unsigned lane, std::uint64_t address, unsigned bytes) {
  if (address > local_stride_ || local_stride_ - address < bytes) return nullptr;
  return local_.data() + lane * local_stride_ + address;
}

}  // namespace simulator
