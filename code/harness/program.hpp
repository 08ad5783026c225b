#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "harness/check.hpp"
#include "harness/needs.hpp"
#include "harness/options.hpp"
#include "harness/results.hpp"

namespace harness {

/// A chapter's program: named checks and experiments, run by the mode that the command line asks
/// for (`--help` lists them).
///
///   --check    every check; the default
///   --measure  every check, then, if all passed, every timed experiment; needs a GPU
///   --count    every counted experiment and trace, and the counters of each counted launch in
///              `<chapter>-launches.csv`; needs the simulator
///   --rehearse every timed or profiled experiment without doing it: a log of what it would have
///              the device do, the same on every machine, in `<experiment>.log`; needs the
///              simulator
///   --profile  the launches that --count counts, on a GPU, for a profiler to look at; writes no
///              results
///   --list     the machine's name, and every check's and every timed and profiled experiment's, a
///              line each; runs nothing
///
/// With `--only NAME`, once or more, those experiments alone are timed (after every check),
/// counted, launched, profiled or rehearsed; a profiled experiment is run only if it is named. Each
/// is named on a line of its own as it begins; one that needs what the GPU has not got is skipped,
/// by name. In the mode --check, NAME is a check's; on the same seed it gets the same data as among
/// all.
/// --count also leaves the log of what it did in `work.log`.
///
/// Exit status: 0 if all went well, 1 if a check failed, 2 for a wrong command line, 77 if the mode
/// or all that was chosen cannot run on this machine.
class Program {
 public:
  /// Reads the command line and chooses the device. Ends the process at once where the command line
  /// is wrong (2) or the mode cannot run here (77), so that what follows may use the device.
  Program(int argc, char** argv);

  /// Registers a check.
  void check(std::string name, std::function<void(Check&)> body);

  /// Registers a check that takes its time, because it does very often what another does once.
  /// Before a measurement it is left out.
  void check_at_length(std::string name, std::function<void(Check&)> body);

  /// Registers an experiment that times: its table goes to `<experiment>.csv`. Each row ends with
  /// what is to be remarked of the timings that were taken since the row before.
  void measure(std::string experiment, std::vector<std::string> columns,
               std::function<void(Table&)> body, Needs needs = {});

  /// Registers an experiment that counts on the simulator, likewise.
  void count(std::string experiment, std::vector<std::string> columns,
             std::function<void(Table&)> body);

  /// Registers an experiment whose launches a profiler looks at on a GPU: `body` makes each by
  /// `profile_on_device`, and a row that says what it was. The profiler's counters are added to the
  /// rows by the script `profile`.
  void profile(std::string experiment, std::vector<std::string> columns,
               std::function<void(Table&)> body, Needs needs = {});

  /// Registers a launch whose lane-by-lane trace, taken on the simulator, goes to
  /// `<experiment>.csv`.
  void trace(std::string experiment, std::function<void()> body);

  /// Runs what was asked for; returns the exit status.
  int run();

 private:
  struct NamedCheck {
    std::string name;
    std::function<void(Check&)> body;
    bool at_length;
  };
  struct Experiment {
    Mode mode;
    std::string name;
    std::function<void(const std::filesystem::path&)> body;
    Needs needs;
  };

  std::string reason_not_to_run() const;
  bool run_checks() const;
  int list_experiments() const;
  bool is_for(const Experiment& experiment, Mode mode) const;
  int run_experiments(Mode mode) const;
  void write_launches() const;
  std::vector<std::string> provenance(const std::string& experiment, const char* kind) const;

  Options options_;
  std::vector<NamedCheck> checks_;
  std::vector<Experiment> experiments_;
};

}  // namespace harness
