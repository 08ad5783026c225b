#include <algorithm>
#include <bit>
#include <cstring>

#include "simulator/hexadecimal.hpp"
#include "simulator/machine/block.hpp"
#include "simulator/machine/undefined/propagation.hpp"
#include "simulator/machine/warp.hpp"

// Part of Warp: what becomes of undefined values in its registers.

namespace simulator {

void Warp::follow() {
  if (follows_) return;
  follows_ = true;
  budget_ = 0;  // run() goes on
}

bool Warp::all_is_defined() const {
  return std::all_of(frames().begin(), frames().end(), [](const auto& each) {
    return !each->shadow || !each->shadow->in_use() || each->shadow->empty();
  });
}

std::uint64_t Warp::run_following() {
  constexpr std::uint64_t often = 64;
  std::uint64_t executed = 0;
  const bool counted = execution_.checked();
  while (current_ >= 0 && executed < budget_) {
    if (executed % often == 0 && all_is_defined()) {
      follows_ = false;
      break;
    }
    if (pc_ == reconverge_) {
      end_path(current_);
      continue;
    }
    const Instruction& i = function_->code[pc_];
    instruction_ = &i;
    std::uint32_t mask = active_, uncertain = 0;
    if (i.guard != no_slot) {
      const std::uint32_t guard = predicate(i.guard);
      mask &= i.guard_negated ? ~guard : guard;
      if (const FrameShadow* const shadow = shadow_of(*frame_))
        uncertain = shadow->lanes(i.guard) & active_;
    }
    if (counted) {
      Tally& tally = tallies_[pc_];
      ++tally.warps;
      tally.lanes += active_ == full_mask ? warp_size : unsigned(std::popcount(active_));
    }
    ++execution_.steps();
    ++executed;
    ++pc_;
    if (uncertain != 0 && !i.computes) {
      depends_on(i.guard, uncertain, i.text.starts_with("bra") ? "a branch" : std::string(i.text));
      uncertain = 0;
    }
    if (i.computes && mask == whole_) mask = full_mask;
    if ((mask | uncertain) != 0) execute_following(i, mask, uncertain);
  }
  return executed;
}

void Warp::execute_following(const Instruction& i, std::uint32_t mask, std::uint32_t uncertain) {
  if (shadow_of(*frame_) == nullptr) return i.execute(*this, i, mask);
  FrameShadow& shadow = *frame_->shadow;
  const Dataflow& flow = function_->dataflow[std::size_t(&i - function_->code.data())];
  const std::span<const RegisterOperand> operands(function_->operands.data() + flow.first,
                                                  flow.operands);
  using Kind = RegisterOperand::Kind;
  const auto define_results = [&] {
    for (const RegisterOperand& each : operands)
      if (each.kind == Kind::result) shadow.define(each.slot, mask);
  };
  if (i.computes) {
    std::uint32_t undefined = 0;
    for (const RegisterOperand& each : operands)
      if (each.kind != Kind::result) undefined |= shadow.lanes(each.slot);
    if ((undefined & mask) != 0)
      propagate(*this, shadow, i, flow, operands, mask);
    else
      define_results();
    if (uncertain != 0) make_undefined(shadow, operands, uncertain, i.guard);
    if (mask != 0) i.execute(*this, i, mask);
    return;
  }
  switch (flow.how) {
    case Propagation::used:
    case Propagation::addressed:
      for (const RegisterOperand& each : operands) {
        if (each.kind == Kind::result || (shadow.lanes(each.slot) & mask) == 0) continue;
        if (each.kind == Kind::address)
          depends_on(each.slot, mask, "the address of " + std::string(i.text));
        else if (flow.how == Propagation::used)
          depends_on(each.slot, mask, std::string(i.text));
      }
      define_results();
      break;
    case Propagation::collective:
      if (i.x != no_slot) depends_on(i.x, mask, "the mask of " + std::string(i.text));
      break;
    default:
      define_results();
  }
  i.execute(*this, i, mask);
}

void Warp::execute_on_shadow(const Instruction& i, std::uint32_t mask) {
  std::byte* const values = std::exchange(values_, frame_->shadow->values());
  i.execute(*this, i, mask);
  values_ = values;
}

template <class From, class To>
void Warp::hand_over_undefined(const Frame& from, const From& given, Frame& to, const To& taken,
                               std::uint32_t mask) {
  const FrameShadow* const known = shadow_of(from);
  if (known == nullptr || !known->params_used()) return;
  FrameShadow &source = *from.shadow, &target = shadow(to);
  target.use_params();
  for (std::size_t k = 0; k < given.size() && k < taken.size(); ++k) {
    const std::size_t bytes = std::min(given[k].size, taken[k].size);
    for_lanes(mask, [&](unsigned lane) {
      std::memcpy(target.params(lane * to.function->param_bytes + taken[k].offset),
                  source.params(lane * from.function->param_bytes + given[k].offset), bytes);
      target.param_origin(lane) = source.param_origin(lane);
    });
  }
}
template void Warp::hand_over_undefined(const Frame&, const std::vector<LocalVariable>&, Frame&,
                                        const std::vector<Parameter>&, std::uint32_t);
template void Warp::hand_over_undefined(const Frame&, const std::vector<Parameter>&, Frame&,
                                        const std::vector<LocalVariable>&, std::uint32_t);

namespace {

std::string words_for(StateSpace space) {
  return space == StateSpace::shared ? "shared " : space == StateSpace::local ? "local " : "";
}

}  // namespace

/// "; a branch in line 12 depends on it".
std::string Warp::dependent(unsigned lane, const Origin& origin, const std::string& what) const {
  std::string text = "; " + what;
  const SourceLine place = instruction_->place;
  const bool same_file = origin.load != nullptr && origin.load->place.file == place.file;
  if (place.line == 0)
    text += " in line " + std::to_string(instruction_->line) + " of the PTX";
  else if (same_file)
    text += " in line " + std::to_string(place.line);
  else
    text += " at " + std::string(execution_.program().file_of(place)) + ":" +
            std::to_string(place.line);
  if (lane != origin.lane)
    text +=
        ", of thread " + describe(index_in(execution_.configuration().block, thread(lane))) + ",";
  return text + " depends on it";
}

std::uint32_t Warp::stored_origin(OriginNumber number) {
  if (number == 0) return 0;
  const Origin& origin = origins_[number];
  if (origin.stored != 0 || origin.load == nullptr) return origin.stored;
  return execution_.undefined_loads().stored_origin(*origin.load, [&] { return told(origin); });
}

OriginNumber Warp::shuffled_from(unsigned source, unsigned lane) {
  const Origin origin{
      .load = instruction_, .address = source, .lane = std::uint8_t(lane), .shuffled = true};
  UndefinedLoads& loads = execution_.undefined_loads();
  loads.add(*instruction_, [&] { return told(origin); });
  const bool is_named = lanes<std::uint32_t>(instruction_->x)[lane] >> source & 1;
  // A lane that is there was waited for in vain, which is a fault already.
  if (is_named && live() >> source & 1) loads.use(*instruction_);
  return origins_.number(origin);
}

/// That a lane loaded what nobody wrote, or has it from a lane that takes no part.
Fault Warp::told(const Origin& origin) const {
  Fault told = fault(origin.shuffled ? fault::warp_mask : fault::uninitialised, origin.lane, "");
  told.file = std::string(execution_.program().file_of(origin.load->place));
  told.line = origin.load->place.line;
  if (origin.shuffled) {
    told.message = "shuffles from lane " + std::to_string(origin.address) + ", which takes no part";
    if (!(started() >> origin.address & 1)) told.message += ": the warp has no such lane";
    return told;
  }
  told.message = "reads " + std::to_string(origin.bytes) + " bytes at " + words_for(origin.space) +
                 "address " + hexadecimal(origin.address);
  if (origin.space == StateSpace::local) {
    told.message += ", which the thread never wrote";
    return told;
  }
  if (origin.space != StateSpace::shared)
    told.message += ", " + execution_.memory().describe(origin.address);
  told.message += ", which nobody wrote";
  return told;
}

void Warp::depends(OriginNumber number, unsigned lane, const std::string& what) {
  if (number == 0) return;
  const Origin& origin = origins_[number];
  UndefinedLoads& loads = execution_.undefined_loads();
  if (origin.stored != 0) {
    loads.use_stored(origin.stored);
    Fault fault = execution_.memory().origins()[origin.stored - 1].told;
    fault.message += ", and stores what came of it";
    if (fault.kernel != execution_.kernel_name())
      fault.message += ", which kernel " + execution_.kernel_name() + " loads";
    fault.message += dependent(lane, origin, what);
    execution_.report(std::move(fault));
    return;
  }
  loads.use(*origin.load);
  execution_.report(*origin.load, origin.shuffled ? fault::warp_mask : fault::uninitialised, [&] {
    Fault fault = told(origin);
    fault.message += dependent(lane, origin, what);
    return fault;
  });
}

void Warp::depends_on(Slot slot, std::uint32_t lanes, const std::string& what) {
  FrameShadow& shadow = *frame_->shadow;
  lanes &= shadow.lanes(slot);
  for_lanes(lanes, [&](unsigned lane) { depends(shadow.origin(slot, lane), lane, what); });
  shadow.define(slot, lanes);
}

}  // namespace simulator
