#include "harness/program.hpp"

#include <cuda_runtime_api.h>
#include <errno.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <set>
#include <stdexcept>
#include <utility>

#include "harness/call.hpp"
#include "harness/host/child_process.hpp"
#include "harness/host/files.hpp"
#include "harness/host/machine.hpp"
#include "harness/measurement/observer.hpp"
#include "harness/measurement/timing.hpp"
#include "harness/measurement/timing_journal.hpp"

namespace harness {
namespace {

constexpr int cannot_run = 77;  // what Meson and Automake take for "skipped"

/// Writes what `body` has the device do beside where its results would go. The rows that come of it
/// tell of the code on the host: their times are all 1, and what they read from the device is
/// zeros.
void rehearse(const std::function<void()>& body, const Table& table, std::filesystem::path path) {
  std::string log = observer::rehearse([&] {
    body();
    observer::note(table.text());
  });
  write_text(path.replace_extension(".log"), log);
}

int device_count() {
  int devices = 0;
  CUDA_CALL(cudaGetDeviceCount(&devices));
  return devices;
}

/// Throws if two experiments have the same name, or one the name of a program's other results.
template <class Experiments>
void check_names(const Experiments& experiments) {
  std::set<std::string> names;
  for (const auto& each : experiments) {
    for (const char* end : {"-launches", "-counters", "-twice"}) {
      if (each.name.ends_with(end)) {
        throw std::runtime_error("experiment " + each.name + ": names that end in " + end +
                                 " are kept for results of the whole program");
      }
    }
    if (!names.insert(each.name).second) {
      throw std::runtime_error("experiment " + each.name + ": two have this name");
    }
  }
}

}  // namespace

Program::Program(int argc, char** argv) : options_(Options::parse(argc, argv)) {
  if (std::string reason = reason_not_to_run(); !reason.empty()) {
    std::printf("skipped: %s\n", reason.c_str());
    std::exit(cannot_run);
  }
  CUDA_CALL(cudaSetDevice(options_.device));
}

void Program::check(std::string name, std::function<void(Check&)> body) {
  checks_.push_back({std::move(name), std::move(body), false});
}

void Program::check_at_length(std::string name, std::function<void(Check&)> body) {
  checks_.push_back({std::move(name), std::move(body), true});
}

void Program::measure(std::string experiment, std::vector<std::string> columns,
                      std::function<void(Table&)> body, Needs needs) {
  auto write = [this, experiment, columns, body, needs](const std::filesystem::path& path) {
    Table table(columns);
    if (options_.mode == Mode::rehearse) return rehearse([&] { body(table); }, table, path);
    TimingJournal journal;
    table.end_rows_with("remark", [&] { return journal.remark(); });
    body(table);
    release_streams();
    std::vector<std::string> comments = provenance(experiment, "timed");
    if (needs.devices > 1) comments.push_back("devices: " + std::to_string(device_count()));
    for (const std::string& line : journal.comments()) comments.push_back(line);
    table.write(path, comments);
  };
  experiments_.push_back({Mode::measure, experiment, write, needs});
}

void Program::count(std::string experiment, std::vector<std::string> columns,
                    std::function<void(Table&)> body) {
  auto write = [this, experiment, columns, body](const std::filesystem::path& path) {
    Table table(columns);
    body(table);
    if (options_.mode == Mode::count) table.write(path, provenance(experiment, "counted"));
  };
  experiments_.push_back({Mode::count, experiment, write, {}});
}

void Program::profile(std::string experiment, std::vector<std::string> columns,
                      std::function<void(Table&)> body, Needs needs) {
  auto write = [this, experiment, columns, body](const std::filesystem::path& path) {
    Table table(columns);
    if (options_.mode == Mode::rehearse) return rehearse([&] { body(table); }, table, path);
    body(table);
    table.write(path, provenance(experiment, "profiled"));
  };
  experiments_.push_back({Mode::profile, experiment, write, needs});
}

void Program::trace(std::string experiment, std::function<void()> body) {
  auto write = [this, experiment, body](const std::filesystem::path& path) {
    std::filesystem::path events = path.string() + ".events";
    observer::trace(body, events.string());
    if (options_.mode == Mode::count) prepend(provenance(experiment, "counted"), events, path);
  };
  experiments_.push_back({Mode::count, std::move(experiment), write, {}});
}

std::string Program::reason_not_to_run() const {
  const bool simulated = observer::available();
  if (options_.mode == Mode::measure && simulated) return "the simulator times nothing";
  if (options_.mode == Mode::profile && simulated) return "a profiler looks at a GPU";
  if (options_.mode == Mode::count && !simulated) return "only the simulator counts";
  if (options_.mode == Mode::rehearse && !simulated) return "only the simulator rehearses";
  int devices = 0;
  cudaError_t status = cudaGetDeviceCount(&devices);
  if (status != cudaSuccess || devices == 0) {
    return std::string("no CUDA device (") + cudaGetErrorString(status) + ")";
  }
  if (options_.device < 0 || options_.device >= devices) {
    return "no CUDA device " + std::to_string(options_.device) + ", there are " +
           std::to_string(devices);
  }
  return "";
}

bool Program::run_checks() const {
  for (const std::string& name : options_.only) {
    if (options_.mode != Mode::check || std::ranges::count(checks_, name, &NamedCheck::name) > 0)
      continue;
    std::fprintf(stderr, "error: no such check: %s\n", name.c_str());
    return false;
  }
  std::printf("seed: %llu\n", static_cast<unsigned long long>(options_.seed));
  std::size_t made = 0, failed = 0;
  for (std::size_t i = 0; i < checks_.size(); ++i) {
    const NamedCheck& each = checks_[i];
    if (options_.mode == Mode::check ? !options_.chooses(each.name) : each.at_length) continue;
    ++made;
    // quote: late-failure
    Check check(options_.seed + i);
    each.body(check);
    // A kernel that failed on its own is reported by the call that follows it: here at the latest.
    CUDA_LAUNCHED();
    failed += !check.passed();
    // end quote
    std::printf("%s %s (%llu comparisons)%s%s\n", check.passed() ? "ok    " : "FAILED",
                each.name.c_str(), static_cast<unsigned long long>(check.comparisons()),
                check.skipped().empty() ? "" : ", in part skipped: ", check.skipped().c_str());
    constexpr std::size_t most_shown = 5;
    const std::vector<std::string>& failures = check.failures();
    for (std::size_t j = 0; j < failures.size() && j < most_shown; ++j) {
      std::printf("         %s\n", failures[j].c_str());
    }
    if (failures.size() > most_shown) {
      std::printf("         and %zu more\n", failures.size() - most_shown);
    }
    std::fflush(stdout);
  }
  std::printf("%zu checks passed, %zu failed\n", made - failed, failed);
  return failed == 0 && made > 0;
}

std::vector<std::string> Program::provenance(const std::string& experiment,
                                             const char* kind) const {
  std::vector<std::string> lines = {"experiment: " + experiment, std::string("kind: ") + kind};
  if (options_.mode == Mode::measure) {
    for (const auto& [name, fact] : machine_facts()) lines.push_back(name + ": " + fact);
    lines.push_back(std::string("timing: ") + timing_method);
  }
  return lines;
}

int Program::list_experiments() const {
  for (const auto& [name, fact] : machine_facts()) {
    if (name == "machine") std::printf("machine: %s\n", fact.c_str());
  }
  for (const NamedCheck& each : checks_) {
    std::printf("%s: %s\n", each.at_length ? "check at length" : "check", each.name.c_str());
  }
  for (const Experiment& each : experiments_) {
    if (each.mode == Mode::measure) std::printf("experiment: %s\n", each.name.c_str());
    if (each.mode == Mode::profile) std::printf("profiled: %s\n", each.name.c_str());
  }
  return EXIT_SUCCESS;
}

bool Program::is_for(const Experiment& experiment, Mode mode) const {
  if (!options_.chooses(experiment.name)) return false;
  switch (experiment.mode) {
    case Mode::measure:
      return mode == Mode::measure || mode == Mode::rehearse;
    case Mode::profile:
      return (mode == Mode::profile && !options_.only.empty()) || mode == Mode::rehearse;
    default:
      return mode == Mode::count || mode == Mode::profile;
  }
}

int Program::run_experiments(Mode mode) const {
  for (const std::string& name : options_.only) {
    auto is_it = [&](const Experiment& each) { return each.name == name && is_for(each, mode); };
    if (std::ranges::none_of(experiments_, is_it)) {
      std::fprintf(stderr, "error: no such experiment in this mode: %s\n", name.c_str());
      return EXIT_FAILURE;
    }
  }
  std::filesystem::create_directories(options_.output);
  if (mode == Mode::measure || mode == Mode::profile) {
    std::ofstream machine(options_.output / "machine.txt");
    for (const auto& [name, fact] : machine_facts()) machine << name << ": " << fact << '\n';
    if (!machine.flush()) throw std::runtime_error("cannot write machine.txt");
  }
  if (mode == Mode::count) observer::start_log();
  if (mode == Mode::rehearse) observer::prepare_rehearsals();
  bool any_ran = false;
  for (const Experiment& experiment : experiments_) {
    if (!is_for(experiment, mode)) continue;
    const bool on_gpu = mode == Mode::measure || mode == Mode::profile;
    const std::string lacking = on_gpu ? experiment.needs.lacking() : "";
    if (!lacking.empty()) {
      std::printf("skipped: %s needs %s\n", experiment.name.c_str(), lacking.c_str());
      std::fflush(stdout);
      continue;
    }
    any_ran = true;
    std::printf("%s\n", experiment.name.c_str());
    std::fflush(stdout);
    auto run = [&] {
      experiment.body(options_.output / (experiment.name + ".csv"));
      CUDA_LAUNCHED();
    };
    if (mode != Mode::rehearse) {
      run();
    } else if (const std::string reason = run_in_child(run); !reason.empty()) {
      write_text(options_.output / (experiment.name + ".log"), "unseen: " + reason + '\n');
    }
  }
  if (mode == Mode::count) write_text(options_.output / "work.log", observer::take_log());
  return options_.only.empty() || any_ran ? EXIT_SUCCESS : cannot_run;
}

void Program::write_launches() const {
  const std::vector<observer::Launch>& launches = observer::counted_launches();
  if (launches.empty()) return;
  std::vector<std::string> columns = {"launch", "kernel", "grid", "block"};
  for (const auto& [name, value] : launches.front().counts) columns.push_back(name);
  Table table(columns);
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const observer::Launch& launch = launches[i];
    std::vector<std::string> fields = {std::to_string(i), launch.kernel, launch.grid, launch.block};
    for (const auto& [name, value] : launch.counts) fields.push_back(std::to_string(value));
    table.add(fields);
  }
  std::string chapter = program_invocation_short_name;
  if (chapter.ends_with("-sim")) chapter.resize(chapter.size() - 4);
  const std::string experiment = chapter + "-launches";
  table.write(options_.output / (experiment + ".csv"), provenance(experiment, "counted"));
}

int Program::run() try {
  check_names(experiments_);
  if (options_.mode == Mode::list) return list_experiments();
  // quote: checks-first
  if ((options_.mode == Mode::check || options_.mode == Mode::measure) && !run_checks())
    return EXIT_FAILURE;
  // end quote
  if (options_.mode != Mode::check) {
    if (int status = run_experiments(options_.mode); status != EXIT_SUCCESS) return status;
  }
  // The launches of one experiment would pass for those of all.
  if (options_.mode == Mode::count && options_.only.empty()) write_launches();
  return EXIT_SUCCESS;
} catch (const std::exception& error) {
  std::fprintf(stderr, "error: %s\n", error.what());
  return EXIT_FAILURE;
}

}  // namespace harness
