#include "harness/program.hpp"

#include <cuda_runtime_api.h>
#include <errno.h>
#include <getopt.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <random>
#include <set>
#include <stdexcept>
#include <utility>

#include "harness/call.hpp"
#include "harness/machine.hpp"
#include "harness/observer.hpp"
#include "harness/timing.hpp"

namespace harness {
namespace {

constexpr int cannot_run = 77;  // what Meson and Automake take for "skipped"
constexpr int wrong_usage = 2;

void print_usage(std::FILE* to, const char* program) {
  std::fprintf(
      to,
      "Usage: %s [--check | --measure | --count | --rehearse | --profile | --list] "
      "[--only NAME]... [--output DIR] [--seed N] [--device N]\n"
      "  --check       run every check (default)\n"
      "  --measure     run every check but the longest, then time every experiment on the GPU\n"
      "  --count       count every experiment's events on the simulator\n"
      "  --rehearse    write what every timed or profiled experiment has the device do, undone\n"
      "  --profile     make the counted launches on the GPU, for a profiler to look at\n"
      "  --list        name the machine, the checks, the timed experiments and the profiled ones\n"
      "  --only EXPERIMENT  time, count, profile or rehearse only those; still run the checks\n"
      "  --only CHECK  with --check: run only those\n"
      "  --output DIR  where the results go, one CSV file an experiment (default: here)\n"
      "  --seed N      seed of the checks' random data (default: a new one each time)\n"
      "  --device N    the GPU to use (default: 0)\n",
      program);
}

template <class Number>
bool parse(const char* text, Number& number) {
  const char* end = text + std::strlen(text);
  auto [rest, error] = std::from_chars(text, end, number);
  return error == std::errc() && rest == end;
}

/// Moves `from` to `to`, with `comments` before its first line.
void prepend(const std::vector<std::string>& comments, const std::filesystem::path& from,
             const std::filesystem::path& to) {
  std::filesystem::path temporary = to.string() + ".new";
  {
    std::ifstream in(from);
    std::ofstream out(temporary);
    for (const std::string& comment : comments) out << "# " << comment << '\n';
    out << in.rdbuf();
    out.flush();
    if (!in || !out) throw std::runtime_error("cannot write " + to.string());
  }
  std::filesystem::remove(from);
  std::filesystem::rename(temporary, to);
}

void write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream out(path);
  if (!(out << text).flush()) throw std::runtime_error("cannot write " + path.string());
}

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

/// What is to be said of an experiment's timings.
class TimingJournal {
 public:
  TimingJournal() { take_timings(); }

  /// Of those since the last call; where there are none, of the same as then.
  std::string remark() {
    std::vector<Timing> timings = take_timings();
    if (!timings.empty()) last_ = timings;
    Timing worst{};
    worst.median = 1;
    for (const Timing& each : timings) {
      discarded_ += each.discarded;
      if (each.fastest_clock == 0) continue;
      fastest_ = std::max(fastest_, each.fastest_clock);
      slowest_ = slowest_ == 0 ? each.slowest_clock : std::min(slowest_, each.slowest_clock);
    }
    for (const Timing& each : last_) {
      worst.throttled |= each.throttled;
      worst.in_l2 |= each.in_l2;
      if (each.is_unstable()) worst.upper_quartile = 2;
    }
    return worst.remark();
  }

  std::vector<std::string> comments() const {
    std::string clock = "not known";
    if (fastest_ > 0) clock = std::to_string(slowest_) + " to " + std::to_string(fastest_);
    return {"discarded samples: " + std::to_string(discarded_), "SM clock MHz: " + clock};
  }

 private:
  std::vector<Timing> last_;
  int discarded_ = 0;
  unsigned slowest_ = 0, fastest_ = 0;
};

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

std::string Needs::lacking() const {
  auto attribute = [](cudaDeviceAttr which) {
    int device = 0, value = 0;
    CUDA_CALL(cudaGetDevice(&device));
    CUDA_CALL(cudaDeviceGetAttribute(&value, which, device));
    return value;
  };
  const int has_major = attribute(cudaDevAttrComputeCapabilityMajor);
  const int has_minor = attribute(cudaDevAttrComputeCapabilityMinor);
  if (std::pair(has_major, has_minor) < std::pair(major, minor)) {
    return "compute capability " + std::to_string(major) + "." + std::to_string(minor) +
           ", and this GPU has " + std::to_string(has_major) + "." + std::to_string(has_minor);
  }
  int has_toolkit = 0;
  CUDA_CALL(cudaRuntimeGetVersion(&has_toolkit));
  if (has_toolkit < toolkit) {
    return "CUDA " + std::to_string(toolkit / 1000) + "." + std::to_string(toolkit % 1000 / 10) +
           ", and this is " + std::to_string(has_toolkit / 1000) + "." +
           std::to_string(has_toolkit % 1000 / 10);
  }
  std::size_t free = 0, total = 0;
  if (bytes > 0) CUDA_CALL(cudaMemGetInfo(&free, &total));
  if (static_cast<double>(free) < bytes) {
    return std::to_string(static_cast<long long>(bytes)) + " bytes of the GPU's memory, of which " +
           std::to_string(free) + " are free";
  }
  return "";
}

Program::Program(int argc, char** argv) : seed_(std::random_device()()) {
  static const option options[] = {
      {"check", no_argument, nullptr, 'c'},      {"measure", no_argument, nullptr, 'm'},
      {"count", no_argument, nullptr, 'n'},      {"rehearse", no_argument, nullptr, 'r'},
      {"profile", no_argument, nullptr, 'p'},    {"list", no_argument, nullptr, 'l'},
      {"only", required_argument, nullptr, 'e'}, {"output", required_argument, nullptr, 'o'},
      {"seed", required_argument, nullptr, 's'}, {"device", required_argument, nullptr, 'd'},
      {"help", no_argument, nullptr, 'h'},       {nullptr, 0, nullptr, 0}};
  auto refuse = [&] {
    print_usage(stderr, argv[0]);
    std::exit(wrong_usage);
  };
  for (int found; (found = getopt_long(argc, argv, "", options, nullptr)) != -1;) {
    switch (found) {
      case 'c':
        mode_ = Mode::check;
        break;
      case 'm':
        mode_ = Mode::measure;
        break;
      case 'n':
        mode_ = Mode::count;
        break;
      case 'r':
        mode_ = Mode::rehearse;
        break;
      case 'p':
        mode_ = Mode::profile;
        break;
      case 'l':
        mode_ = Mode::list;
        break;
      case 'e':
        only_.push_back(optarg);
        break;
      case 'o':
        output_ = optarg;
        break;
      case 's':
        if (!parse(optarg, seed_)) refuse();
        break;
      case 'd':
        if (!parse(optarg, device_)) refuse();
        break;
      case 'h':
        print_usage(stdout, argv[0]);
        std::exit(EXIT_SUCCESS);
      default:
        refuse();
    }
  }
  if (optind != argc) refuse();
  if (std::string reason = reason_not_to_run(); !reason.empty()) {
    std::printf("skipped: %s\n", reason.c_str());
    std::exit(cannot_run);
  }
  CUDA_CALL(cudaSetDevice(device_));
}

void Program::check(std::string name, std::function<void(Check&)> body) {
  checks_.push_back({std::move(name), std::move(body), false});
}

void Program::check_at_length(std::string name, std::function<void(Check&)> body) {
  checks_.push_back({std::move(name), std::move(body), true});
}

void Program::measure(std::string experiment, std::vector<std::string> columns,
                      std::function<void(Table&)> body, Needs needs) {
  auto write = [this, experiment, columns, body](const std::filesystem::path& path) {
    Table table(columns);
    if (mode_ == Mode::rehearse) return rehearse([&] { body(table); }, table, path);
    TimingJournal journal;
    table.end_rows_with("remark", [&] { return journal.remark(); });
    body(table);
    release_streams();
    std::vector<std::string> comments = provenance(experiment, "timed");
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
    if (mode_ == Mode::count) table.write(path, provenance(experiment, "counted"));
  };
  experiments_.push_back({Mode::count, experiment, write, {}});
}

void Program::profile(std::string experiment, std::vector<std::string> columns,
                      std::function<void(Table&)> body, Needs needs) {
  auto write = [this, experiment, columns, body](const std::filesystem::path& path) {
    Table table(columns);
    if (mode_ == Mode::rehearse) return rehearse([&] { body(table); }, table, path);
    body(table);
    table.write(path, provenance(experiment, "profiled"));
  };
  experiments_.push_back({Mode::profile, experiment, write, needs});
}

void Program::trace(std::string experiment, std::function<void()> body) {
  auto write = [this, experiment, body](const std::filesystem::path& path) {
    std::filesystem::path events = path.string() + ".events";
    observer::trace(body, events.string());
    if (mode_ == Mode::count) prepend(provenance(experiment, "counted"), events, path);
  };
  experiments_.push_back({Mode::count, std::move(experiment), write, {}});
}

std::string Program::reason_not_to_run() const {
  const bool simulated = observer::available();
  if (mode_ == Mode::measure && simulated) return "the simulator times nothing";
  if (mode_ == Mode::profile && simulated) return "a profiler looks at a GPU";
  if (mode_ == Mode::count && !simulated) return "only the simulator counts";
  if (mode_ == Mode::rehearse && !simulated) return "only the simulator rehearses";
  int devices = 0;
  cudaError_t status = cudaGetDeviceCount(&devices);
  if (status != cudaSuccess || devices == 0) {
    return std::string("no CUDA device (") + cudaGetErrorString(status) + ")";
  }
  if (device_ < 0 || device_ >= devices) {
    return "no CUDA device " + std::to_string(device_) + ", there are " + std::to_string(devices);
  }
  return "";
}

bool Program::is_chosen(const std::string& name) const {
  return only_.empty() || std::ranges::find(only_, name) != only_.end();
}

bool Program::run_checks() const {
  for (const std::string& name : only_) {
    if (mode_ != Mode::check || std::ranges::count(checks_, name, &NamedCheck::name) > 0) continue;
    std::fprintf(stderr, "error: no such check: %s\n", name.c_str());
    return false;
  }
  std::printf("seed: %llu\n", static_cast<unsigned long long>(seed_));
  std::size_t made = 0, failed = 0;
  for (std::size_t i = 0; i < checks_.size(); ++i) {
    const NamedCheck& each = checks_[i];
    if (mode_ == Mode::check ? !is_chosen(each.name) : each.at_length) continue;
    ++made;
    // quote: late-failure
    Check check(seed_ + i);
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
  if (mode_ == Mode::measure) {
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
  if (!is_chosen(experiment.name)) return false;
  switch (experiment.mode) {
    case Mode::measure:
      return mode == Mode::measure || mode == Mode::rehearse;
    case Mode::profile:
      return (mode == Mode::profile && !only_.empty()) || mode == Mode::rehearse;
    default:
      return mode == Mode::count || mode == Mode::profile;
  }
}

int Program::run_experiments(Mode mode) const {
  for (const std::string& name : only_) {
    auto is_it = [&](const Experiment& each) { return each.name == name && is_for(each, mode); };
    if (std::ranges::none_of(experiments_, is_it)) {
      std::fprintf(stderr, "error: no such experiment in this mode: %s\n", name.c_str());
      return EXIT_FAILURE;
    }
  }
  std::filesystem::create_directories(output_);
  if (mode == Mode::measure || mode == Mode::profile) {
    std::ofstream machine(output_ / "machine.txt");
    for (const auto& [name, fact] : machine_facts()) machine << name << ": " << fact << '\n';
    if (!machine.flush()) throw std::runtime_error("cannot write machine.txt");
  }
  if (mode == Mode::count) observer::start_log();
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
    experiment.body(output_ / (experiment.name + ".csv"));
    CUDA_LAUNCHED();
  }
  if (mode == Mode::count) write_text(output_ / "work.log", observer::take_log());
  return only_.empty() || any_ran ? EXIT_SUCCESS : cannot_run;
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
  chapter.resize(chapter.rfind('-'));  // the program is called CHAPTER-sim
  const std::string experiment = chapter + "-launches";
  table.write(output_ / (experiment + ".csv"), provenance(experiment, "counted"));
}

int Program::run() try {
  check_names(experiments_);
  if (mode_ == Mode::list) return list_experiments();
  // quote: checks-first
  if ((mode_ == Mode::check || mode_ == Mode::measure) && !run_checks()) return EXIT_FAILURE;
  // end quote
  if (mode_ != Mode::check) {
    if (int status = run_experiments(mode_); status != EXIT_SUCCESS) return status;
  }
  // The launches of one experiment would pass for those of all.
  if (mode_ == Mode::count && only_.empty()) write_launches();
  return EXIT_SUCCESS;
} catch (const std::exception& error) {
  std::fprintf(stderr, "error: %s\n", error.what());
  return EXIT_FAILURE;
}

}  // namespace harness
