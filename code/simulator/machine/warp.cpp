#include "simulator/machine/warp.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "simulator/program/special_register.hpp"
#include "simulator/program/stack_need.hpp"
#include "simulator/ptx/names.hpp"

namespace simulator {
namespace {

/// Copies the lanes' parameters from one place in param space to another.
template <class From, class To>
void hand_over(const Frame& from, const From& given, const Frame& to, const To& taken,
               std::uint32_t mask) {
  for (std::size_t k = 0; k < given.size() && k < taken.size(); ++k) {
    const std::size_t bytes = std::min(given[k].size, taken[k].size);
    for_lanes(mask, [&](unsigned lane) {
      std::memcpy(to.param(lane) + taken[k].offset, from.param(lane) + given[k].offset, bytes);
    });
  }
}

/// Of local memory, of the lane that has most.
std::size_t frame_bytes(const Frame& frame, std::uint32_t lanes) {
  std::size_t most = frame.function->local_bytes;
  if (!frame.tops.empty())
    for_lanes(lanes, [&](unsigned lane) {
      most = std::max(most, std::size_t(frame.tops[lane] - frame.local));
    });
  return most;
}

/// The lanes' values of one slot change places between two frames.
void exchange(Slot slot, unsigned size, std::uint32_t lanes, std::byte* one, std::byte* other) {
  one += slot;
  other += slot;
  if (size > 0) {
    for_lanes(lanes, [&](unsigned lane) {
      std::swap_ranges(one + lane * size, one + (lane + 1) * size, other + lane * size);
    });
    return;
  }
  auto &mine = *reinterpret_cast<std::uint32_t*>(one),
       &theirs = *reinterpret_cast<std::uint32_t*>(other);
  const std::uint32_t different = (mine ^ theirs) & lanes;
  mine ^= different;
  theirs ^= different;
}

}  // namespace

Warp::Warp(Execution& launch, Block& block, const Dim3& block_index, unsigned index)
    : Frames(launch.frames(), launch.tallies(), launch.checked()),
      Paths(static_cast<Frames&>(*this), launch.counts(), launch.paths()),
      execution_(launch),
      block_(block),
      block_index_(block_index),
      index_(index) {}

void Warp::start(const Routine& function, std::uint32_t lanes) {
  Paths::start(open_frame(function, 0), lanes);
  find_whole();
}

/// A vector instruction of the CPU takes no longer for lanes that are no more, and nobody looks at
/// what they compute. For few lanes it is not worth it.
void Warp::find_whole() {
  constexpr int few = 8;
  whole_ = ended_compute_ && std::popcount(live()) >= few ? live() : full_mask;
}

int Warp::open_frame(const Routine& function, std::uint64_t local) {
  const auto [index, again] = open(function, local);
  Frame& opened = frame(index);
  if (!again)
    std::copy(function.constant_image.begin(), function.constant_image.end(),
              opened.values + function.constants_start);
  for (const SpecialValue& special : function.specials) {
    if (again && special.what->changes == SpecialRegister::Changes::never) continue;
    special.what->fill(*this, local, opened.values + special.slot, special.size, special.addend);
  }
  return index;
}

std::uint64_t Warp::run(std::uint64_t budget) {
  std::uint64_t executed = 0;
  do {
    budget_ = budget - executed;
    executed += follows_ ? run_following() : run_plainly();
  } while (current_ >= 0 && executed < budget);
  return executed;
}

std::uint64_t Warp::run_plainly() {
  std::uint64_t executed = 0;
  std::uint64_t& steps = execution_.steps();
  const bool counted = execution_.checked();
  while (current_ >= 0 && executed < budget_) {
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

void Warp::call(std::uint32_t mask, const Routine& callee, const CallSite& site) {
  const Frame& from = *frame_;
  const std::uint64_t local = from.local + stack_step(frame_bytes(from, mask));
  const std::size_t stack = execution_.configuration().stack_bytes;
  if (local + callee.local_bytes > stack) {
    report(fault::out_of_bounds, unsigned(std::countr_zero(mask)),
           "overflows the stack of " + std::to_string(stack) + " bytes calling " +
               kernel_name(callee.name) + " (cudaDeviceSetLimit, cudaLimitStackSize)");
    execution_.fail(LaunchFailure::Reason::illegal_address);
  }
  const int to = open_frame(callee, local);
  forget_local(mask, local, callee.local_bytes);
  hand_over(from, site.arguments, frame(to), callee.parameters, mask);
  if (follows_) hand_over_undefined(from, site.arguments, frame(to), callee.parameters, mask);
  Paths::call(to, mask, site);
}

bool Warp::leave_function(std::uint32_t mask) {
  const Path* const path = callee();
  if (path == nullptr) return false;
  const Frame& from = frame(path->frame);
  Frame& to = frame(paths()[std::size_t(path->parent)].frame);
  hand_over(from, from.function->results, to, path->call->results, mask);
  if (follows_) hand_over_undefined(from, from.function->results, to, path->call->results, mask);
  leave(mask);
  return true;
}

void Warp::exit(std::uint32_t mask) {
  Paths::exit(mask);
  find_whole();
}

/// An instruction at which the path has to wait has not been executed yet.
template <class Gather>
std::uint32_t Warp::count_if_gathered(Gather gather) {
  Tally& tally = tallies_[pc_ - 1];
  const auto lanes = unsigned(std::popcount(active_));
  const std::uint32_t gathered = gather();
  if (gathered == 0) {
    --tally.warps;
    tally.lanes -= lanes;
  }
  return gathered;
}

std::uint32_t Warp::gather(const std::uint32_t* members, std::uint32_t mask) {
  if (together_ != 0) return std::exchange(together_, 0);
  const std::uint32_t present = count_if_gathered([&] { return Paths::gather(members, mask); });
  if (elsewhere_.empty()) return present;
  if (instruction_->payload.holds<Collective>()) {
    execute_gathered(present);
    return 0;
  }
  // All lanes execute it in this frame, and the caller has nothing left to do.
  exchange_operands();
  together_ = present;
  instruction_->execute(*this, *instruction_, mask);
  exchange_operands();
  return 0;
}

void Warp::copy_operand(Frame& from, Slot source, Frame& to, Slot target, unsigned size,
                        std::uint32_t lanes) {
  const std::byte* const given = from.values + source;
  std::byte* const taken = to.values + target;
  if (size > 0) {
    for_lanes(lanes,
              [&](unsigned lane) { std::memcpy(taken + lane * size, given + lane * size, size); });
  } else {
    const auto bits = *reinterpret_cast<const std::uint32_t*>(given);
    auto& there = *reinterpret_cast<std::uint32_t*>(taken);
    there = (there & ~lanes) | (bits & lanes);
  }
  if (shadow_of(from) == nullptr && shadow_of(to) == nullptr) return;
  FrameShadow &undefined = shadow(from), &also = shadow(to);
  also.define(target, lanes);
  for_lanes(lanes & undefined.lanes(source), [&](unsigned lane) {
    also.set(target, size, lane, undefined.bits(source, size, lane),
             undefined.origin(source, lane));
  });
}

/// Lanes that stand at several instructions execute them as one, on a copy of what each brings.
void Warp::execute_gathered(std::uint32_t lanes) {
  constexpr Slot room = 8 * warp_size;
  Frame& here = *frame_;
  const Instruction& own = *instruction_;
  const auto [type, a_bytes, d_bytes] = own.payload.as<Collective>();
  Slot next = here.function->gathering;
  Instruction one = own;
  for (Slot* const each : {&one.a, &one.b, &one.c, &one.x, &one.d, &one.e}) {
    *each = next;
    next += room;
  }
  one.negate_a = false;
  std::uint32_t rest = lanes;
  for (const Elsewhere& other : elsewhere_) rest &= ~other.lanes;
  std::vector<Elsewhere> all = elsewhere_;
  all.push_back({current().frame, &own, rest});
  for (const Elsewhere& each : all) {
    Frame& there = frame(each.frame);
    const Instruction& i = *each.instruction;
    const auto bring = [&](Slot from, Slot to, unsigned size) {
      if (from != no_slot) copy_operand(there, from, here, to, size, each.lanes);
    };
    bring(i.a, one.a, a_bytes);
    if (i.negate_a) predicate(one.a) ^= each.lanes;
    bring(i.b, one.b, 4);
    bring(i.c, one.c, 4);
    bring(i.x, one.x, 4);
  }
  together_ = lanes;
  one.execute(*this, one, lanes);
  for (const Elsewhere& each : all) {
    const Instruction& i = *each.instruction;
    if (i.d != no_slot) copy_operand(here, one.d, frame(each.frame), i.d, d_bytes, each.lanes);
    if (i.e != no_slot) copy_operand(here, one.e, frame(each.frame), i.e, 0, each.lanes);
  }
}

/// Lanes elsewhere bring what the instruction reads and writes, or take it with them.
void Warp::exchange_operands() {
  const Dataflow& flow = function_->dataflow[std::size_t(instruction_ - function_->code.data())];
  std::vector<Slot> done;
  for (unsigned k = 0; k < flow.operands; ++k) {
    const RegisterOperand& each = function_->operands[flow.first + k];
    if (std::find(done.begin(), done.end(), each.slot) != done.end()) continue;
    done.push_back(each.slot);
    for (const Elsewhere& other : elsewhere_) {
      Frame& there = frame(other.frame);
      exchange(each.slot, each.size, other.lanes, values_, there.values);
      if (shadow_of(*frame_) != nullptr || shadow_of(there) != nullptr)
        shadow(*frame_).exchange(each.slot, each.size, other.lanes, shadow(there));
    }
  }
}

std::uint32_t Warp::meet(const std::uint32_t* members, std::uint32_t mask) {
  return count_if_gathered([&] { return Paths::meet(members, mask); });
}

bool Warp::give_up_on_members() {
  const std::uint32_t members = Paths::give_up_on_members();
  if (members == 0) return false;
  instruction_ = &function_->code[pc_];
  std::string lanes;
  for_lanes(members,
            [&](unsigned lane) { lanes += (lanes.empty() ? "" : ", ") + std::to_string(lane); });
  const std::string text(instruction_->text);
  std::string message;
  if (text.find(".sync.aligned") != std::string::npos)
    message.append("executes ")
        .append(text)
        .append(", which needs all lanes of the warp; these do not come: ");
  else
    message.append("names lanes in the mask of ").append(text).append(" that do not come to it: ");
  report(fault::warp_mask, unsigned(std::countr_zero(active_)), message + lanes);
  return true;
}

void Warp::report(const char* kind, unsigned lane, std::string message) {
  execution_.report(fault(kind, lane, std::move(message)));
}

Fault Warp::fault(const char* kind, unsigned lane, std::string message) const {
  Fault fault;
  fault.kind = kind;
  fault.kernel = execution_.kernel_name();
  fault.message = std::move(message);
  const SourceLine place = instruction_->place;
  fault.file = std::string(execution_.program().file_of(place));
  fault.line = place.line;
  fault.block = block_index_;
  fault.thread = index_in(execution_.configuration().block, thread(lane));
  return fault;
}

}  // namespace simulator
