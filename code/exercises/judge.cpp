#include "exercises/judge.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>

#include "harness/measurement/timing.hpp"

namespace exercises {

namespace {

const std::pair<const char*, const char*> usual_hints[] = {
    {"barrier",
     "Not all threads of the block come to the barrier. It belongs outside of every branch."},
    {"mask", "All lanes that a warp's instruction names must come to it."},
    {"race in shared memory",
     "A thread reads from shared memory what another writes, and nothing says which comes first. "
     "A barrier belongs between the two."},
    {"a launch failed", "A block has at most 1024 threads."},
};

}  // namespace

void Judge::hint(const std::string& words) {
  for (const auto& [of, text] : usual_hints)
    if (words == of) return hint(words, text);
  throw std::invalid_argument("there is no usual hint for '" + words + "'");
}

void Judge::begin(const std::string& trial) {
  end();
  ++trials_;
  trial_ = trial;
  harness::observer::set_schedule("random:" + std::to_string(random_() % 1000));
  set_streams(streams_ == "random" ? "random:" + std::to_string(random_() % 1000) : streams_);
}

std::vector<std::string> Judge::faults_of(const std::string& trial,
                                          const std::function<void()>& answer) {
  begin(trial);
  std::fprintf(stderr, "What goes wrong now is on purpose: %s.\n", trial.c_str());
  answer();
  on_purpose_ = true;
  return take_faults();
}

Counts Judge::run(const std::string& trial, const std::function<void()>& answer) {
  begin(trial);
  harness::observer::Counts counts = harness::observer::count(answer);
  reject_faults();
  return Counts(std::move(counts));
}

void Judge::reject_faults() const {
  const std::vector<std::string> faults = take_faults();
  if (faults.empty()) return;
  std::string all;
  for (const std::string& each : faults)
    if (all.find(each) == std::string::npos) all += (all.empty() ? "" : "; ") + each;
  reject(all, hint_for(trial_ + ": " + all));
}

void Judge::that(bool holds, const std::string& why, const std::string& hint) const {
  if (!holds) reject(why, hint);
}

void Judge::at_most(const std::string& what, double found, double limit,
                    const std::string& hint) const {
  if (!harness::observer::available() || found <= limit) return;
  std::ostringstream text;
  text << "right, but with " << found << ' ' << what << "; you need at most " << limit;
  reject(text.str(), hint);
}

void Judge::at_least(const std::string& what, double found, double limit,
                     const std::string& hint) const {
  if (!harness::observer::available() || found >= limit) return;
  std::ostringstream text;
  text << "right, but with " << found << ' ' << what << "; it takes at least " << limit;
  reject(text.str(), hint);
}

void Judge::time(const std::string& what, const std::function<void()>& launch) const {
  if (timing_)
    std::printf("time: %s: %.5g ms\n", what.c_str(), harness::time_on_device(launch).median);
}

void Judge::reject(const std::string& why, const std::string& hint) const {
  throw Rejected{trial_.empty() ? why : trial_ + ": " + why, hint};
}

std::string Judge::hint_for(std::string_view text) const {
  for (const auto& [words, hint] : hints_)
    if (text.find(words) != std::string_view::npos) return hint;
  // What goes wrong in any exercise.
  if (text.find("not configured") != std::string_view::npos)
    return "The function that the task asks for is one of the host's: it launches your kernel.";
  if (text.find("a launch failed: invalid") != std::string_view::npos)
    return "A launch needs at least one block, and a block has at most 1024 threads. Round the "
           "number of blocks up.";
  return "";
}

}  // namespace exercises

/// Usage: [--time] [--seed N]. Exit status 0 if the answer is accepted, 1 if it is rejected, 2 for
/// a wrong command line.
int main(int argc, char** argv) {
  std::uint64_t seed = std::random_device()();
  bool timing = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    char* end = nullptr;
    if (word == "--time") {
      timing = true;
    } else if (word == "--seed" && i + 1 < argc) {
      seed = std::strtoull(argv[++i], &end, 10);
    }
    if (word != "--time" && (end == nullptr || *end != '\0' || *argv[i] == '\0')) {
      std::fprintf(stderr, "usage: %s [--time] [--seed N]\n", argv[0]);
      return 2;
    }
  }
  exercises::Judge held(seed, timing);
  exercises::Rejected rejected;
  try {
    judge(held);
    held.end();
    std::printf("accepted: %zu trials\n", held.trials());
    return 0;
  } catch (const exercises::Rejected& why) {
    rejected = why;
  } catch (const std::exception& error) {
    rejected.why = std::string("it throws: ") + error.what();
  }
  std::fflush(stderr);
  std::printf("rejected: %s\n", rejected.why.c_str());
  if (!rejected.hint.empty()) std::printf("hint: %s\n", rejected.hint.c_str());
  std::printf("seed: %llu\n", static_cast<unsigned long long>(seed));
  std::fflush(stdout);
  std::_Exit(1);  // after an error of the device, whatever else is done there fails
}
