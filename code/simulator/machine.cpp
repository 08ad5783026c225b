#include "simulator/machine.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "simulator/device/occupancy.hpp"
#include "simulator/exploration/explorer.hpp"
#include "simulator/exploration/replayer.hpp"
#include "simulator/machine/execution.hpp"
#include "simulator/machine/launch_facts.hpp"
#include "simulator/machine/speculation.hpp"
#include "simulator/memory/memory.hpp"
#include "simulator/memory/uses.hpp"
#include "simulator/program/stack_need.hpp"
#include "simulator/races/neighbour.hpp"
#include "simulator/round_up.hpp"

namespace simulator {
namespace {

/// "at most (x,y,z)" of something, or what is wrong with it.
bool fits(const Dim3& d, const Dim3& most) {
  return d.x <= most.x && d.y <= most.y && d.z <= most.z;
}

}  // namespace

Dim3 cluster_of(const Kernel& kernel, const LaunchConfiguration& launch) {
  return launch.wanted_cluster.value_or(kernel.cluster.volume() > 0 ? kernel.cluster : Dim3{});
}

Machine::Machine(const Device& device)
    : device_(device),
      memory_(std::make_shared<Memory>(device.memory_bytes, device.heap_bytes)),
      stack_bytes_(device.stack_bytes) {}

Machine::Machine(Machine& peer)
    : device_(peer.device_),
      memory_(peer.memory_),
      number_(memory_->add_device(device_.memory_bytes, device_.heap_bytes)),
      stack_bytes_(device_.stack_bytes) {}

Machine::~Machine() = default;

const Module& Machine::load(std::string_view ptx, const Module* twin) {
  auto module = parse_module(ptx, device_);
  if (module->target > device_.capability())
    throw UnsupportedError("PTX for sm_" + std::to_string(module->target) + ", where " +
                           device_.name + " is sm_" + std::to_string(device_.capability()));
  const Memory::Turn turn(*memory_, number_);
  const RaceClock::Preparation preparation(memory_->clock());
  module->load(*memory_, twin);
  return *modules_.emplace_back(std::move(module));
}

std::uint64_t Machine::allocate(std::uint64_t bytes) {
  const Memory::Turn turn(*memory_, number_);
  return memory_->allocate(bytes);
}

bool Machine::free(std::uint64_t address) {
  return memory_->free(address) == Memory::Freed::ok;
}

bool Machine::write(std::uint64_t to, const void* from, std::uint64_t bytes) {
  return memory_->copy_in(to, from, bytes);
}

bool Machine::read(void* to, std::uint64_t from, std::uint64_t bytes) {
  return memory_->copy_out(to, from, bytes);
}

std::size_t Machine::heap_bytes() const {
  const Memory::Turn turn(*memory_, number_);
  return memory_->heap().bytes;
}

bool Machine::set_stack_bytes(std::size_t bytes) {
  constexpr std::size_t unit = 16;
  if (bytes > device_.most_stack_bytes) return false;
  stack_bytes_ = round_up(bytes, unit);
  return true;
}

bool Machine::set_heap_bytes(std::size_t bytes) {
  constexpr std::uint64_t unit = 64 << 10, least = 4 << 20;
  const Memory::Turn turn(*memory_, number_);
  if (memory_->heap().in_use || bytes > device_.memory_bytes) return false;
  memory_->heap().bytes = std::max(least, round_up(bytes, unit));
  return true;
}

void Machine::reset_limits() {
  const Memory::Turn turn(*memory_, number_);
  stack_bytes_ = device_.stack_bytes;
  memory_->heap().bytes = device_.heap_bytes;
  memory_->heap().in_use = false;
}

unsigned Machine::resident_blocks(const Kernel& kernel, std::uint64_t block_threads,
                                  std::size_t dynamic_shared) const {
  return simulator::resident_blocks(
      device_, {block_threads, kernel.registers, kernel.static_shared_bytes + dynamic_shared});
}

std::size_t Machine::usual_dynamic_shared(const Kernel& kernel) const {
  return device_.block_shared - std::min(device_.block_shared, kernel.static_shared_bytes);
}

unsigned Machine::resident_clusters(const Kernel& kernel, const LaunchConfiguration& launch) const {
  return simulator::resident_clusters(
      device_,
      {launch.block.volume(), kernel.registers, kernel.static_shared_bytes + launch.dynamic_shared},
      cluster_of(kernel, launch).volume());
}

std::optional<Refusal> Machine::cluster_refusal(const Kernel& kernel,
                                                const LaunchConfiguration& launch) const {
  const Dim3 cluster = cluster_of(kernel, launch);
  const auto refused = [](std::string why) { return Refusal{Refusal::Reason::cluster, why}; };
  if (cluster.volume() == 0) return refused("a cluster has no blocks");
  if (launch.wanted_cluster && kernel.cluster.volume() > 0 && cluster != kernel.cluster)
    return refused("the kernel is compiled for clusters of " + describe(kernel.cluster) +
                   " blocks");
  if (kernel.explicit_cluster && !launch.wanted_cluster && kernel.cluster.volume() == 0)
    return refused("the kernel is compiled for clusters, and nobody says of how many blocks");
  if (launch.grid.x % cluster.x != 0 || launch.grid.y % cluster.y != 0 ||
      launch.grid.z % cluster.z != 0)
    return refused("a grid of " + describe(launch.grid) +
                   " blocks does not consist of clusters of " + describe(cluster));
  if (cluster.volume() == 1) return {};
  if (device_.neighbourhoods.empty()) return refused(device_.name + " has no clusters");
  const unsigned most =
      launch.large_clusters ? device_.large_cluster_blocks : device_.cluster_blocks;
  if (cluster.volume() > most)
    return refused("a cluster has at most " + std::to_string(most) + " blocks" +
                   (launch.large_clusters
                        ? ""
                        : " where cudaFuncAttributeNonPortableClusterSizeAllowed is not set"));
  if (kernel.max_cluster_rank != 0 && cluster.volume() > kernel.max_cluster_rank)
    return refused("the kernel is compiled for clusters of at most " +
                   std::to_string(kernel.max_cluster_rank) + " blocks");
  return {};
}

std::size_t Machine::most_dynamic_shared(const Kernel& kernel) const {
  return device_.block_shared_optin -
         std::min(device_.block_shared_optin, kernel.static_shared_bytes);
}

std::optional<Refusal> Machine::refusal(const Kernel& kernel,
                                        const LaunchConfiguration& launch) const {
  using enum Refusal::Reason;
  const std::uint64_t threads = launch.block.volume();
  if (launch.grid.volume() == 0) return Refusal{extent, "the grid has no blocks"};
  if (threads == 0) return Refusal{extent, "the blocks have no threads"};
  if (!fits(launch.grid, device_.largest_grid))
    return Refusal{extent, "a grid has at most " + describe(device_.largest_grid) + " blocks"};
  if (!fits(launch.block, device_.largest_block))
    return Refusal{extent, "a block has at most " + describe(device_.largest_block) + " threads"};
  if (threads > device_.block_threads)
    return Refusal{extent,
                   "a block has at most " + std::to_string(device_.block_threads) + " threads"};
  if (threads > kernel.max_block_threads)
    return Refusal{extent, "the kernel is bounded to " + std::to_string(kernel.max_block_threads) +
                               " threads a block"};
  const std::size_t most =
      std::min(launch.most_dynamic_shared.value_or(usual_dynamic_shared(kernel)),
               most_dynamic_shared(kernel));
  if (launch.dynamic_shared > most)
    return Refusal{shared_memory, "the kernel may have " + std::to_string(most) +
                                      " bytes of dynamic shared memory"};
  if (const auto refused = cluster_refusal(kernel, launch)) return refused;
  if (!launch.cooperative) return {};
  const std::uint64_t resident =
      std::uint64_t{resident_blocks(kernel, threads, launch.dynamic_shared)} *
      device_.multiprocessors;
  if (launch.grid.volume() > resident)
    return Refusal{cooperative,
                   "only " + std::to_string(resident) + " such blocks can run together"};
  return {};
}

LaunchOutcome Machine::launch(const Module& module, const Kernel& kernel,
                              LaunchConfiguration configuration,
                              std::span<const std::byte> arguments, const LaunchOptions& options) {
  configuration.may_rest = false;
  Launch launch(*this, module, kernel, configuration, arguments, options);
  launch.tell_uses();
  return std::move(launch.outcome());
}

struct Launch::UnderWay {
  UnderWay(Memory& memory, std::span<const std::byte> given,
           const std::function<void(const Fault&)>& on_fault)
      : arguments(given.begin(), given.end()),
        faults(on_fault),
        memory(memory),
        marks(std::make_unique<Memory::Marks>(memory)) {}
  ~UnderWay() {
    if (neighbour && neighbour->end == 0) std::erase(memory.neighbours(), neighbour);
    marks.reset();
    if (!memory.any_rests()) memory.neighbours().clear();
  }

  const std::vector<std::byte> arguments;
  Faults faults;
  Memory& memory;
  std::unique_ptr<Memory::Marks> marks;
  std::shared_ptr<Neighbour> neighbour;  // as it rests; null: it is not looked at beside others
  std::optional<Execution> whole;
  std::optional<Speculation> speculation;
  std::optional<Stepper> stepper;  // in the place of both
  bool has_uses_to_tell = false;   // what workers have not told of

  Execution& execution() { return stepper ? stepper->execution() : *whole; }
  void run_beside_others();
  void rest();
  void resume() { marks->exchange(); }
  void leave();
  std::shared_ptr<Neighbour> overlapped();
  void tell_uses();

 private:
  bool is_looked_at() const {
    return whole && whole->checked() && whole->configuration().uses != nullptr &&
           !memory.is_shared();
  }
  void tell_host();
};

/// To be called before it runs, or goes on.
void Launch::UnderWay::run_beside_others() {
  if (!is_looked_at()) return;
  std::vector<const Neighbour*> others;
  for (const auto& each : memory.neighbours())
    if (each != neighbour) others.push_back(each.get());
  const auto& before = whole->configuration().overlapped;
  if (before && before->end <= memory.clock().now) others.push_back(before.get());
  whole->races().run_beside(others, whole->configuration().call);
}

void Launch::UnderWay::rest() {
  tell_host();
  marks->exchange();
  if (!is_looked_at()) return;
  if (!neighbour) {
    neighbour = std::make_shared<Neighbour>(whole->races().neighbour(whole->kernel_name()));
    memory.neighbours().push_back(neighbour);
  }
  neighbour->pieces = marks->pieces();
}

/// Where plain writes to the host's memory may have.
void Launch::UnderWay::tell_host() {
  if (!memory.any_on_host()) return;
  for (const Allocation* each : memory.living()) {
    const auto& used = each->footprint.marks();
    if (each->on_host() && std::any_of(used.begin(), used.end(), [](std::uint8_t mark) {
          return (mark & Footprint::was_written) != 0;
        }))
      return memory.settle();
  }
}

void Launch::UnderWay::tell_uses() {
  if (std::exchange(has_uses_to_tell, false))
    whole->configuration().uses->add(memory, whole->races());
}

/// It is over, and others may still run into what it has done.
void Launch::UnderWay::leave() {
  has_uses_to_tell = whole && whole->checked() && whole->configuration().uses != nullptr;
  // The workspace of one that is cooperative goes with it.
  if (memory.any_rests() || (whole && whole->configuration().cooperative)) tell_uses();
  if (!is_looked_at() || !memory.any_rests()) return;
  tell_host();
  if (!neighbour) {
    neighbour = std::make_shared<Neighbour>(whole->races().neighbour(whole->kernel_name()));
    memory.neighbours().push_back(neighbour);
  }
  try {
    marks->keep();
  } catch (const std::bad_alloc&) {
    return memory.settle();
  }
  neighbour->pieces = marks->pieces();
  whole->races().leave(*neighbour);
  neighbour->left_bytes = neighbour->bytes();
  neighbour->left_cells = std::shared_ptr<Memory::Marks>(std::move(marks));
  memory.settle(forget_some(memory.neighbours()));
}

/// It is over, but let another one begin before.
std::shared_ptr<Neighbour> Launch::UnderWay::overlapped() {
  if (!is_looked_at() || !whole->races().lets_next_begin()) return nullptr;
  if (neighbour)
    return nullptr;  // it has rested, and what it has done to memory is not where it was
  tell_uses();
  auto left = std::make_shared<Neighbour>(whole->races().neighbour(whole->kernel_name()));
  whole->races().leave(*left);
  left->overlapped = true;
  return left;
}

Launch::Launch(Machine& machine, const Module& module, const Kernel& kernel,
               LaunchConfiguration configuration, std::span<const std::byte> arguments,
               const LaunchOptions& options)
    : machine_(machine), kernel_(kernel) {
  outcome_.refusal = machine.refusal(kernel, configuration);
  if (!outcome_.refusal && arguments.size() != kernel.parameter_bytes)
    outcome_.refusal = {Refusal::Reason::parameters,
                        "the kernel takes " + std::to_string(kernel.parameter_bytes) +
                            " bytes of arguments, not " + std::to_string(arguments.size())};
  if (outcome_.refusal) {
    outcome_.status = LaunchOutcome::Status::refused;
    over_ = true;
    return;
  }
  // As a driver does it, for what is known before the launch: then only calls of a function by
  // itself, or of one that nobody knows before, can overflow.
  machine.stack_bytes_ =
      std::max(machine.stack_bytes_, stack_need(*module.program, kernel.function));
  Memory& memory = *machine.memory_;
  under_way_ = std::make_unique<UnderWay>(memory, arguments, options.on_fault);
  configuration.device = &machine.device_;
  configuration.cluster = cluster_of(kernel, configuration);
  configuration.explicit_cluster = configuration.wanted_cluster.has_value() ||
                                   kernel.explicit_cluster || kernel.cluster.volume() > 0;
  configuration.faults = &under_way_->faults;
  configuration.stack_bytes = machine.stack_bytes_;
  if (machine.entangled_.contains(&kernel) || memory.any_rests() || configuration.overlapped)
    configuration.cores = 1;
  run([&] {
    memory.renew_clock();
    const LaunchFacts facts(*module.program, kernel, configuration, under_way_->arguments,
                            options.schedule);
    if (options.explore > 0)
      outcome_.exploration = explore(
          facts, memory, options.explore,
          [&](const Fault& fault) { under_way_->faults.report(fault); }, options.on_exploring);
    if (options.order) return step(facts, *options.order, options.trace);
    under_way_->whole.emplace(facts, memory, options.trace);
    under_way_->speculation.emplace(*under_way_->whole);
    under_way_->run_beside_others();
    return under_way_->speculation->run();
  });
}

/// It is over then, wherever the order ends.
bool Launch::step(const LaunchFacts& facts, const StepOrder& order, Trace* trace) {
  outcome_.replay.emplace();
  outcome_.replay->error = reason_not_to_step(facts);
  if (!outcome_.replay->error.empty()) throw UnsupportedError(outcome_.replay->error);
  under_way_->stepper.emplace(facts, *machine_.memory_, trace, false);
  replay(*under_way_->stepper, order, *outcome_.replay);
  return true;
}

Launch::~Launch() {
  if (!under_way_) return;
  const Memory::Turn turn(*machine_.memory_, machine_.number_);
  if (!over_) under_way_->resume();
  under_way_.reset();
}

bool Launch::can_go_on() const {
  return !is_over() && under_way_->speculation->can_go_on();
}

void Launch::go_on(bool from_outside) {
  run([&] {
    under_way_->resume();
    under_way_->run_beside_others();
    if (from_outside) under_way_->speculation->note_narrow_reads();
    return under_way_->speculation->run();
  });
}

void Launch::give_up(const std::string& how) {
  run([&] {
    under_way_->resume();
    under_way_->speculation->give_up(how);
    return true;
  });
}

/// It is a turn of the launch: body() says whether that is over.
template <class Body>
void Launch::run(Body&& body) {
  const Memory::Turn turn(*machine_.memory_, machine_.number_);
  try {
    if (!body()) return under_way_->rest();
    Execution& execution = under_way_->execution();
    execution.undefined_loads().tell(*execution.configuration().faults,
                                     execution.configuration().goes_on);
    if (under_way_->speculation && under_way_->speculation->entangled())
      machine_.entangled_.insert(&kernel_);
    outcome_.counts = execution.total();
    under_way_->leave();
    outcome_.overlapped = under_way_->overlapped();
    outcome_.failure = execution.failure();
    if (outcome_.failure) outcome_.status = LaunchOutcome::Status::failed;
  } catch (const LaunchFailure& failure) {
    outcome_.status = LaunchOutcome::Status::failed;
    outcome_.failure = failure.reason;
    outcome_.counts = failure.counts;
  } catch (const UnsupportedError& error) {
    outcome_.status = LaunchOutcome::Status::unsupported;
    outcome_.message = error.what();
  }
  outcome_.faults = under_way_->faults.take();
  over_ = true;
  if (!under_way_->has_uses_to_tell) under_way_.reset();
}

void Launch::tell_uses() {
  if (!under_way_) return;
  const Memory::Turn turn(*machine_.memory_, machine_.number_);
  under_way_->tell_uses();
  under_way_.reset();
}

}  // namespace simulator
