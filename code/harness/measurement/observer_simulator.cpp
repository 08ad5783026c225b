#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "harness/measurement/observer.hpp"
#include "harness/measurement/warp_trace.hpp"
#include "simulator/simulator.hpp"

namespace harness::observer {

namespace {

std::vector<Launch> counted;
bool in_rehearsal = false;  // until the process ends

Counts by_name(const simulator::Counts& counts) {
  Counts named;
  for_each_count(counts,
                 [&](const char* name, std::uint64_t value) { named.emplace_back(name, value); });
  return named;
}

}  // namespace

bool available() {
  return true;
}

Counts count(const std::function<void()>& body) {
  simulator::take_launches();
  body();
  simulator::Counts sum;
  for (const simulator::LaunchRecord& launch : simulator::take_launches()) {
    sum += launch.counts;
    counted.push_back({launch.kernel.substr(0, launch.kernel.find('<')), joined(launch.grid, "x"),
                       joined(launch.block, "x"), by_name(launch.counts)});
  }
  return by_name(sum);
}

const std::vector<Launch>& counted_launches() {
  return counted;
}

std::uint64_t value(const Counts& counts, const std::string& name) {
  for (const auto& [each, number] : counts) {
    if (each == name) return number;
  }
  std::fprintf(stderr, "error: the simulator has no counter \"%s\"\n", name.c_str());
  std::exit(EXIT_FAILURE);
}

std::vector<std::string> faults_of(const std::function<void()>& body) {
  simulator::take_faults();
  body();
  // A fault that ended a kernel has spoiled the context, as on a GPU; the next check has a whole
  // one, and what others have allocated there.
  simulator::restore_context();
  std::vector<std::string> kinds;
  for (const simulator::Fault& fault : simulator::take_faults()) kinds.push_back(fault.kind);
  return kinds;
}

void trace(const std::function<void()>& body, const std::string& path) {
  simulator::trace_to(path);
  body();
  simulator::trace_stop();
}

void trace_warp(unsigned warp) {
  simulator::trace_warp(warp);
}

std::string rehearse(const std::function<void()>& body) {
  in_rehearsal = true;
  try {
    body();
  } catch (const std::exception& error) {
    note(std::string("unseen: it ended with an error: ") + error.what());
  }
  return simulator::take_log();
}

void prepare_rehearsals() {
  simulator::start_rehearsals();
}

bool rehearsing() {
  return in_rehearsal;
}

void rehearse_timed(const std::function<void()>& launch) {
  note("timed {");
  const std::size_t before = simulator::log_size();
  launch();
  if (simulator::log_size() == before)
    note("unseen: what is timed calls nothing that is known here");
  note("}");
}

void note(const std::string& line) {
  simulator::note_in_log(line);
}

void start_log() {
  simulator::start_log(false);
}

std::string take_log() {
  return simulator::take_log();
}

void set_schedule(const std::string& schedule) {
  simulator::set_schedule(schedule);
}

}  // namespace harness::observer
