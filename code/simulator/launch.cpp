#include "launch.hpp"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <optional>

#include "interruption.hpp"
#include "machine.hpp"
#include "names.hpp"

namespace simulator {
namespace {

constexpr std::uint64_t long_slice = 4096, short_slice = 256;    // warp instructions
constexpr std::uint64_t patience = std::uint64_t{1} << 20;       // … until another block joins
constexpr std::uint64_t spin_patience = std::uint64_t{1} << 14;  // … until spinning is looked for
constexpr std::uint64_t worker_patience = std::uint64_t{1} << 21;  // … until a worker gives up
constexpr unsigned first_share = 16;  // of the work that is worth it: it tells how much there is
constexpr std::uint64_t most_labelled = std::uint64_t{256} << 20;  // bytes, for all workers
constexpr std::size_t processor_threads = 2048, processor_blocks = 32, processor_shared = 227 << 10;

}  // namespace

Execution::Execution(const Module& module, const Kernel& kernel,
                     const LaunchConfiguration& configuration,
                     std::span<const std::byte> parameters, Memory& memory,
                     const Schedule& schedule, Trace* trace)
    : module_(module),
      kernel_(kernel),
      configuration_(configuration),
      parameters_(parameters),
      memory_(memory),
      schedule_(schedule),
      trace_(trace),
      races_(memory.clock(), configuration.grid, configuration.block),
      random_state_(schedule.seed * 2 + 1),
      tallies_(module.program->functions.size()),
      demangled_(simulator::kernel_name(kernel.name)) {
  const std::size_t alignment = kernel.dynamic_shared_alignment;
  dynamic_shared_start_ = (kernel.static_shared_bytes + alignment - 1) / alignment * alignment;
  for (const Routine& each : module.program->functions)
    for (const SpecialValue& special : each.specials)
      if (special.what == Special::reserved_shared_start)
        reserved_shared_start_ =
            (shared_bytes() / reserved_shared_bytes + 1) * reserved_shared_bytes;
  if (schedule.order == Schedule::Order::random) {
    order_.resize(configuration.grid.volume());
    std::iota(order_.begin(), order_.end(), 0);
    for (std::size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[random() % i]);
  }
  if (configuration.cooperative) {
    // What the driver hands to cooperative_groups: a size and a barrier.
    workspace_ = memory.allocate(64);
    memory.fill(workspace_, 0, 64);
  }
}

Execution::Execution(const Execution& launch, Memory& view, const std::atomic<bool>& stop)
    : Execution(launch.module_, launch.kernel_, launch.configuration_, launch.parameters_, view,
                launch.schedule_, nullptr) {
  stop_ = &stop;
}

Execution::~Execution() {
  if (workspace_ != 0) memory_.free(workspace_);
}

std::uint64_t Execution::random() {  // xorshift64*
  random_state_ ^= random_state_ >> 12;
  random_state_ ^= random_state_ << 25;
  random_state_ ^= random_state_ >> 27;
  return random_state_ * 0x2545f4914f6cdd1dull >> 16;
}

std::unique_ptr<Frame> Execution::take_frame() {
  if (spare_frames_.empty()) return std::make_unique<Frame>();
  std::unique_ptr<Frame> frame = std::move(spare_frames_.back());
  spare_frames_.pop_back();
  return frame;
}

std::unique_ptr<CopyStorage> Execution::take_copies() {
  if (spare_copies_.empty()) return std::make_unique<CopyStorage>();
  std::unique_ptr<CopyStorage> copies = std::move(spare_copies_.back());
  spare_copies_.pop_back();
  return copies;
}

Tally* Execution::tallies(const Routine& function) {
  const std::size_t index = std::size_t(&function - program().functions.data());
  if (tallies_[index].empty()) tallies_[index].resize(function.code.size());
  return tallies_[index].data();
}

std::uint64_t Execution::block_at(std::uint64_t turn) const {
  switch (schedule_.order) {
    case Schedule::Order::reverse:
      return configuration_.grid.volume() - 1 - turn;
    case Schedule::Order::random:
      return order_[turn];
    default:
      return turn;
  }
}

std::size_t Execution::most_resident() const {
  const std::size_t threads =
      (configuration_.block.volume() + warp_size - 1) / warp_size * warp_size;
  std::size_t blocks = std::min(processor_blocks, processor_threads / threads);
  if (shared_bytes() > 0) blocks = std::min(blocks, processor_shared / shared_bytes());
  return std::max<std::size_t>(blocks, 1) * device_processors;
}

void Execution::admit(std::uint64_t turn) {
  resident_.push_back(std::make_unique<Block>(*this, block_at(turn)));
}

// quote: share
/// The first blocks tell how much work there is, and whether the order of blocks can matter.
void Execution::run() {
  Turns left{0, configuration_.grid.volume()};
  std::optional<Memory::Watch> watch;
  if (may_share(left) && checked()) watch.emplace(memory_);
  left.first = run_turns(left, [&](std::uint64_t next) {
    return may_share({next, left.last}) && steps_ >= configuration_.worth_sharing / first_share;
  });
  const bool done = may_share(left) && worth_sharing(left) && share(left);
  watch.reset();
  if (!done) run_turns(left, [](std::uint64_t) { return false; });
}

bool Execution::may_share(Turns left) const {
  return configuration_.cores > 1 && left.last - left.first > 1 && !interacts_ &&
         schedule_.order == Schedule::Order::forward && !configuration_.cooperative &&
         configuration_.patience == 0 && trace_ == nullptr && !kernel_.entangled &&
         (!checked() || memory_.used() * configuration_.cores <= most_labelled);
}
// end quote

bool Execution::worth_sharing(Turns left) const {
  return left.first == 0 ||
         steps_ / left.first * (left.last - left.first) >= configuration_.worth_sharing;
}

/// A block that takes long may be waiting for another, so the next ones join it, as many as the
/// device holds.
std::uint64_t Execution::run_turns(Turns turns, const std::function<bool(std::uint64_t)>& pauses) {
  const std::uint64_t blocks = turns.last;
  const std::size_t most = most_resident();
  const bool mixed =
      schedule_.order == Schedule::Order::random || schedule_.order == Schedule::Order::starve;
  std::size_t wanted = configuration_.cooperative ? blocks : mixed ? 4 : 1;
  const std::uint64_t slice = configuration_.cooperative ? short_slice : long_slice;
  std::uint64_t admitted = turns.first, since_admission = 0, since_progress = 0,
                patience_left = spin_patience, since_milestone = 0;
  while (admitted < blocks || !resident_.empty()) {
    if (resident_.empty() && pauses(admitted)) break;
    while (admitted < blocks && resident_.size() < std::min(wanted, most)) {
      admit(admitted++);
      since_admission = 0;
    }
    if (interruption_.requested()) {
      tell_standing();
      if (stop_ != nullptr) throw Entangled{};
      interruption_.obey();
    }
    const std::uint64_t progress = progress_, milestones = milestones_;
    std::uint64_t executed = 0;
    for (auto& block : resident_) {
      executed += block->take_turn(slice);
      if (!block->ended() && !block->ready() && !block->give_up_on_members())
        report_deadlock(*block, "no thread of the block can go on");
    }
    std::erase_if(resident_, [](const auto& block) { return block->ended(); });
    since_milestone = milestones_ == milestones ? since_milestone + executed : 0;
    if (configuration_.patience != 0 && since_milestone > configuration_.patience)
      report_deadlock(*resident_.front(), "patience ran out, and no thread ended meanwhile");
    if (stop_ != nullptr && (*stop_ || since_milestone > worker_patience)) throw Entangled{};
    since_admission += executed;
    since_progress = progress_ == progress ? since_progress + executed : 0;
    if (since_admission > patience) {
      wanted = std::min(std::max(wanted, resident_.size()) * 2, most);
      since_admission = 0;
    }
    if (since_progress == 0) patience_left = spin_patience;
    if (since_progress > patience_left && !resident_.empty()) {
      const bool all = admitted == blocks || resident_.size() >= most;
      switch (look_for_spinning()) {
        case Spinning::none:
          break;
        case Spinning::parted:
          break;
        case Spinning::all:
          if (all) report_deadlock(*resident_.front(), "threads spin for ever");
          wanted = std::min(std::max(wanted, resident_.size()) * 2, most);
      }
      patience_left = since_progress * 2;
    }
  }
  return admitted;
}

/// Does the warp come back to the state it is in, with no change that another could see?
bool Execution::repeats(Warp& warp) {
  constexpr std::uint64_t longest_loop = 4096;
  const std::uint64_t start = warp.state_hash(), progress = progress_;
  const std::uint32_t next = warp.next();
  warp.let_ended_compute(false);
  bool same = false;
  for (std::uint64_t k = 0; k < longest_loop && !same; ++k) {
    warp.run(1);
    if (progress_ != progress || !warp.ready()) break;
    same = warp.next() == next && warp.state_hash() == start;
  }
  warp.let_ended_compute(true);
  return same;
}

/// What repeats will repeat for ever, since the machine is deterministic: unless another block
/// comes, or lanes of the same warp that wait for the spinning ones go ahead without them, as those
/// of a GPU may.
Execution::Spinning Execution::look_for_spinning() {
  Spinning result = Spinning::all;
  for (auto& block : resident_) {
    for (auto& warp : block->warps()) {
      if (!warp->ready()) continue;
      bool spins = true;
      for (unsigned path = 0; path < warp_size && spins; ++path) {
        spins = repeats(*warp);
        if (!warp->rotate()) break;
      }
      if (!spins && result == Spinning::all) result = Spinning::none;
      if (spins && warp->part()) result = Spinning::parted;
    }
  }
  return result;
}

std::string Execution::standing(Block& block) const {
  std::string text;
  unsigned shown = 0;
  for (auto& warp : block.warps()) {
    if (warp->ended()) continue;
    if (++shown > 8) return text + "; …";
    text += (text.empty() ? "" : "; ") + warp->standing();
  }
  return text;
}

void Execution::tell_standing() const {
  std::fprintf(stderr, "simulator: interrupted: kernel %s, %zu blocks under way\n",
               demangled_.c_str(), resident_.size());
  std::size_t shown = 0;
  for (const auto& block : resident_) {
    if (++shown > 4) break;
    std::fprintf(stderr, "  block %s: %s\n", describe(block->index()).c_str(),
                 standing(*block).c_str());
  }
}

void Execution::report_deadlock(Block& block, const char* how) {
  for (auto& warp : block.warps()) {
    if (warp->ended()) continue;
    const auto [instruction, lane] = warp->stand();
    Fault fault;
    const bool at_barrier = std::any_of(block.warps().begin(), block.warps().end(),
                                        [](auto& other) { return other->waits_at_barrier(); });
    fault.kind = at_barrier && !block.ready() ? fault::barrier : fault::deadlock;
    fault.kernel = demangled_;
    fault.message = std::string("never ends: ") + how + ": " + standing(block);
    fault.file = std::string(program().file_of(instruction->place));
    fault.line = instruction->place.line;
    fault.block = block.index();
    fault.thread = index_in(configuration_.block, warp->thread(lane));
    report(std::move(fault));
    break;
  }
  fail(LaunchFailure::Reason::deadlock);
}

Fault Execution::fault(const char* kind, Warp& warp, unsigned lane, std::string message) {
  Fault fault;
  fault.kind = kind;
  fault.kernel = demangled_;
  fault.message = std::move(message);
  const SourceLine place = warp.instruction().place;
  fault.file = std::string(program().file_of(place));
  fault.line = place.line;
  fault.block = warp.block().index();
  fault.thread = index_in(configuration_.block, warp.thread(lane));
  return fault;
}

void Execution::fail(LaunchFailure::Reason reason) {
  throw LaunchFailure(reason, total());
}

Counts Execution::total() {
  if (!checked()) return {};
  Counts result = counts_;
  result += workers_counts_;
  for (std::size_t f = 0; f < tallies_.size(); ++f) {
    for (std::size_t k = 0; k < tallies_[f].size(); ++k) {
      const Tally& tally = tallies_[f][k];
      if (tally.warps == 0) continue;
      const Instruction& i = program().functions[f].code[k];
      result.warp_instructions += tally.warps;
      result.thread_instructions += tally.lanes;
      if (i.counter != nullptr) result.*i.counter += tally.warps;
      switch (i.kind) {
        case InstructionClass::integer:
          result.integer_instructions += tally.warps;
          break;
        case InstructionClass::single:
          result.float_instructions += tally.warps;
          result.float_operations += tally.lanes * i.operations;
          break;
        case InstructionClass::doubled:
          result.double_instructions += tally.warps;
          break;
        case InstructionClass::memory:
          result.memory_instructions += tally.warps;
          break;
        case InstructionClass::control:
          result.control_instructions += tally.warps;
          break;
        case InstructionClass::other:
          result.other_instructions += tally.warps;
          break;
      }
    }
  }
  return result;
}

Counts run(const Module& module, const Kernel& kernel, const LaunchConfiguration& configuration,
           std::span<const std::byte> parameters, Memory& memory, const Schedule& schedule,
           Trace* trace) {
  Execution execution(module, kernel, configuration, parameters, memory, schedule, trace);
  execution.run();
  return execution.total();
}

}  // namespace simulator
