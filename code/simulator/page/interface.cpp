#include "simulator/page/interface.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

#include "simulator/machine.hpp"
#include "simulator/memory/memory.hpp"
#include "simulator/observation/trace.hpp"
#include "simulator/page/json.hpp"
#include "simulator/program/opcodes.hpp"
#include "simulator/ptx/names.hpp"
#include "simulator/ptx/unsupported.hpp"

#ifdef __EMSCRIPTEN__
// The worker's, which may have none.
EM_JS(int, simulator_page_explored, (double executions, double faulty),
      { return Module["explored"] ? Number(Module["explored"](executions, faulty)) : 1; });
#endif

namespace simulator::page {
namespace {

/// What a caller has made of the machine, and what it is still to be told.
struct Session {
  Machine machine;
  const Module* module = nullptr;
  Schedule schedule;
  bool traces = false;
  std::optional<unsigned> traced_warp;
  std::uint64_t explore = 0;
  std::optional<StepOrder> order;
  std::string error;

  LaunchOutcome outcome;
  std::string trace, kernels, refusals, counts, faults, exploration, replay;
};

std::unique_ptr<Session> current;

Session& session() {
  if (!current) current = std::make_unique<Session>();
  return *current;
}

/// What body() says, or `failed` and an error.
template <class Result, class Body>
Result guarded(Result failed, Result no_memory, Body&& body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    session().error = "out of memory";
    return no_memory;
  } catch (const std::exception& error) {
    session().error = error.what();
    return failed;
  }
}

void describe(Json& json, const Kernel& kernel) {
  json.open('{')
      .member("name", kernel.name)
      .member("text", kernel_name(kernel.name))
      .member("source", kernel.source);
  json.key("parameters").open('[');
  for (const Parameter& each : kernel.parameters)
    json.open('{')
        .member("name", each.name)
        .member("offset", each.offset)
        .member("size", each.size)
        .member("alignment", each.alignment)
        .close('}');
  json.close(']')
      .member("parameter_bytes", kernel.parameter_bytes)
      .member("static_shared", kernel.static_shared_bytes)
      .member("registers", kernel.registers)
      .member("block_threads", kernel.max_block_threads)
      .close('}');
}

void describe(Json& json, const std::optional<Dim3>& index) {
  if (index)
    json.value(*index);
  else
    json.null();
}

void describe(Json& json, const Fault& fault) {
  json.open('{')
      .member("kind", fault.kind)
      .member("kernel", fault.kernel)
      .member("message", fault.message)
      .member("text", simulator::describe(fault))
      .member("file", fault.file)
      .member("line", fault.line)
      .member("block", fault.block)
      .member("thread", fault.thread);
  describe(json.key("other_block"), fault.other_block);
  describe(json.key("other_thread"), fault.other_thread);
  json.member("benign", fault.benign).member("times", fault.times).close('}');
}

void describe(Json& json, const Replay& replay) {
  json.open('{').key("steps").open('[');
  for (const Replay::Step& each : replay.steps)
    json.open('{')
        .member("warp", each.warp)
        .member("until", each.until)
        .member("text", each.text)
        .member("file", each.file)
        .member("line", each.line)
        .member("touches", each.touches)
        .close('}');
  json.close(']').key("warps").open('[');
  for (const Replay::State each : replay.warps)
    json.value(each == Replay::State::ready   ? "ready"
               : each == Replay::State::waits ? "waits"
                                              : "ended");
  json.close(']').member("over", replay.over).member("error", replay.error).close('}');
}

void describe(Json& json, const Exploration::Outcome& outcome) {
  json.open('{').key("warps").open('[');
  for (const unsigned each : outcome.warps) json.value(each);
  json.close(']')
      .member("executions", outcome.executions)
      .member("faulty", outcome.faulty)
      .close('}');
}

int status_of(Session& s) {
  switch (s.outcome.status) {
    case LaunchOutcome::Status::refused:
      s.error = s.outcome.refusal->what;
      return sim_refused;
    case LaunchOutcome::Status::unsupported:
      s.error = s.outcome.message;
      return sim_unsupported;
    case LaunchOutcome::Status::failed:
      return sim_illegal_address + int(*s.outcome.failure);
    case LaunchOutcome::Status::completed:
      break;
  }
  return sim_completed;
}

int launch(Session& s, const char* name, LaunchConfiguration configuration,
           std::span<const std::byte> arguments) {
  const Kernel* const kernel = s.module ? s.module->kernel(name) : nullptr;
  if (!kernel) {
    s.error = std::string("there is no kernel ") + name;
    return sim_wrong_call;
  }
  // Who asks for it has asked by that.
  configuration.most_dynamic_shared = s.machine.most_dynamic_shared(*kernel);
  std::ostringstream text;
  std::optional<Trace> trace;
  if (s.traces) {
    trace.emplace(text);
    if (s.traced_warp) trace->keep(*s.traced_warp);
  }
  LaunchOptions options;
  options.schedule = s.schedule;
  options.trace = trace ? &*trace : nullptr;
  options.explore = std::exchange(s.explore, 0);
  options.order = std::exchange(s.order, std::nullopt);
#ifdef __EMSCRIPTEN__
  options.on_exploring = [](const Exploration& found) {
    return simulator_page_explored(double(found.executions), double(found.faulty)) != 0;
  };
#endif
  s.outcome = s.machine.launch(*s.module, *kernel, configuration, arguments, options);
  s.trace = std::move(text).str();
  std::fflush(stdout);  // what the kernel printed
  return status_of(s);
}

}  // namespace
}  // namespace simulator::page

using namespace simulator;
using namespace simulator::page;

void sim_reset() {
  current.reset();
}

const char* sim_error() {
  return session().error.c_str();
}

int sim_load(const char* ptx) {
  return guarded(0, 0, [&] {
    session().module = &session().machine.load(ptx);
    return 1;
  });
}

const char* sim_kernels() {
  Json json;
  json.open('[');
  if (session().module)
    for (const auto& [name, kernel] : session().module->kernels) describe(json, kernel);
  json.close(']');
  return (session().kernels = json.text()).c_str();
}

const char* sim_refusals() {
  Json json;
  json.open('[');
  if (session().module)
    for (const Routine& routine : session().module->program->functions)
      for (const Instruction& each : routine.code)
        if (each.execute == refuse)
          json.open('{')
              .member("line", each.line)
              .member("text", each.text)
              .member("why", routine.refusals[each.payload.as<Unsupported>().why])
              .close('}');
  json.close(']');
  return (session().refusals = json.text()).c_str();
}

double sim_variable(const char* name) {
  const Variable* const found = session().module ? session().module->variable(name) : nullptr;
  if (!found) session().error = std::string("there is no variable ") + name;
  return found ? double(found->address) : 0;
}

double sim_allocate(double bytes) {
  return guarded(0.0, 0.0, [&] {
    if (!(bytes >= 1)) throw std::invalid_argument("memory of no bytes");
    return double(session().machine.allocate(std::uint64_t(bytes)));
  });
}

int sim_free(double address) {
  return session().machine.free(std::uint64_t(address));
}

int sim_write(double to, const void* from, double bytes) {
  return session().machine.write(std::uint64_t(to), from, std::uint64_t(bytes));
}

int sim_read(void* to, double from, double bytes) {
  return session().machine.read(to, std::uint64_t(from), std::uint64_t(bytes));
}

int sim_fill(double to, int byte, double bytes) {
  return session().machine.memory().fill(std::uint64_t(to), byte, std::uint64_t(bytes));
}

int sim_schedule(const char* text) {
  return guarded(0, 0, [&] {
    session().schedule = Schedule::parse(text);
    return 1;
  });
}

void sim_trace(int on, int warp) {
  session().traces = on != 0;
  session().traced_warp.reset();
  if (warp >= 0) session().traced_warp = unsigned(warp);
}

void sim_explore(double limit) {
  session().explore = std::uint64_t(limit);
}

void sim_order(const unsigned* warps, unsigned count, int finish) {
  session().order.emplace();
  session().order->warps.assign(warps, warps + count);
  session().order->finish = finish != 0;
}

int sim_launch(const char* kernel, unsigned grid_x, unsigned grid_y, unsigned grid_z,
               unsigned block_x, unsigned block_y, unsigned block_z, double shared,
               const void* arguments, unsigned bytes, double patience) {
  Session& s = session();
  s.outcome = {};
  s.trace.clear();
  return guarded<int>(sim_unsupported, sim_no_memory, [&] {
    LaunchConfiguration configuration;
    configuration.grid = {grid_x, grid_y, grid_z};
    configuration.block = {block_x, block_y, block_z};
    configuration.dynamic_shared = std::size_t(shared);
    configuration.patience = std::uint64_t(patience);
    return launch(s, kernel, configuration,
                  {static_cast<const std::byte*>(arguments), std::size_t(bytes)});
  });
}

const char* sim_counts() {
  Json json;
  json.open('{');
  for_each_count(session().outcome.counts,
                 [&](const char* name, std::uint64_t value) { json.member(name, value); });
  json.close('}');
  return (session().counts = json.text()).c_str();
}

const char* sim_faults() {
  Json json;
  json.open('[');
  for (const Fault& each : session().outcome.faults) describe(json, each);
  json.close(']');
  return (session().faults = json.text()).c_str();
}

const char* sim_trace_text() {
  return session().trace.c_str();
}

const char* sim_exploration() {
  Json json;
  if (const auto& its = session().outcome.exploration) {
    json.open('{')
        .member("executions", its->executions)
        .member("faulty", its->faulty)
        .member("results", its->results)
        .member("incomplete", its->incomplete)
        .member("text", its->describe());
    json.key("outcomes").open('[');
    for (const Exploration::Outcome& each : its->outcomes) describe(json, each);
    json.close(']').close('}');
  } else {
    json.null();
  }
  return (session().exploration = json.text()).c_str();
}

const char* sim_replay() {
  Json json;
  if (session().outcome.replay)
    describe(json, *session().outcome.replay);
  else
    json.null();
  return (session().replay = json.text()).c_str();
}
