#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exercises/memory.hpp"

namespace exercises {

/// Why an answer is not accepted; `hint`, where there is one, names the likely misconception.
struct Rejected {
  std::string why, hint;
};

/// What an answer looks like that has made a certain mistake, and what to say then.
template <class T>
struct Mistake {
  std::vector<T> looks;
  std::string hint;
};

/// Does each mistake look unlike what is expected, and unlike those with another hint? Where not,
/// other random numbers are to be drawn.
template <class T>
bool told_apart(const std::vector<T>& expected, const std::vector<Mistake<T>>& mistakes) {
  return std::all_of(mistakes.begin(), mistakes.end(), [&](const Mistake<T>& one) {
    return one.looks != expected &&
           std::all_of(mistakes.begin(), mistakes.end(), [&](const Mistake<T>& other) {
             return one.hint == other.hint || one.looks != other.looks;
           });
  });
}

/// What launches did, by the simulator's counters; nothing on a GPU.
class Counts {
 public:
  explicit Counts(harness::observer::Counts counts) : counts_(std::move(counts)) {}
  /// Of the counter `name`; 0 on a GPU.
  double operator[](const std::string& name) const {
    return counts_.empty() ? 0 : double(harness::observer::value(counts_, name));
  }

 private:
  harness::observer::Counts counts_;
};

/// Holds an answer against what its exercise asks for. It is rejected at the first thing that is
/// wrong, by a Rejected that is thrown: in each trial faults come first, then results, then counts.
class Judge {
 public:
  Judge(std::uint64_t seed, bool timing) : random_(seed), timing_(timing) {}

  std::mt19937_64& random() { return random_; }
  /// A uniformly random integer of [low, high].
  std::int64_t integer(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }
  /// `n` random whole numbers of [low, high].
  template <class T>
  std::vector<T> numbers(std::size_t n, int low = -99, int high = 99) {
    std::vector<T> values(n);
    for (T& each : values) each = T(integer(low, high));
    return values;
  }

  /// What to say, from now on, of faults and errors of launches whose text contains `words`; the
  /// text begins with the name of the trial and a colon. Of several that fit, the first counts.
  void hint(const std::string& words, const std::string& text) {
    for (auto& [known, said] : hints_) {
      if (known != words) continue;
      said = text;
      return;
    }
    hints_.emplace_back(words, text);
  }

  /// Likewise, where it is what is usually said: of "barrier", "mask", "race in shared memory" and
  /// "a launch failed".
  void hint(const std::string& words);

  /// When what answers give to streams takes effect in the trials to come: "early", at once, as at
  /// first; "late", when somebody waits for it; or "random". A GPU takes its own time.
  void streams(const std::string& when) { streams_ = when; }

  /// Runs the answer once, as the trial of that name, in a random order of blocks and warps. It is
  /// rejected for faults, and for errors of its launches.
  Counts run(const std::string& trial, const std::function<void()>& answer);

  /// Likewise, where something has to go wrong: returns what did. Whatever the simulator prints of
  /// it, the reader is told that it is on purpose.
  std::vector<std::string> faults_of(const std::string& trial, const std::function<void()>& answer);

  /// `holds`, or the answer is rejected for `why`.
  void that(bool holds, const std::string& why, const std::string& hint = "") const;

  /// The elements are those expected, exactly, and nothing around them has changed. Where they are
  /// what some mistake leads to, its hint is given; else `hint`.
  template <class T>
  void equal(Memory<T>& memory, const std::vector<T>& expected,
             const std::vector<Mistake<T>>& mistakes = {}, const std::string& hint = "") const {
    const std::vector<T> found = memory.host();
    reject_faults();  // what a kernel never wrote is missed only where somebody needs it
    that(memory.guarded(), "memory outside of the array was written", hint_for("out of bounds"));
    const std::vector<std::size_t> wrong = differing(found, expected);
    if (wrong.empty()) return;
    for (const Mistake<T>& each : mistakes)
      if (differing(found, each.looks).empty())
        reject(difference(found, expected, wrong), each.hint);
    reject(difference(found, expected, wrong), hint);
  }
  /// One number is the one expected.
  template <class T>
  void equal(const std::string& what, const T& found, const T& expected,
             const std::string& hint = "") const {
    std::ostringstream text;
    text.precision(9);
    text << what << " is " << found << ", and should be " << expected;
    that(found == expected, text.str(), hint);
  }

  /// It is right, but has to do with at most so many `what`. Nothing is compared on a GPU.
  void at_most(const std::string& what, double found, double limit, const std::string& hint) const;
  /// Likewise at least.
  void at_least(const std::string& what, double found, double limit, const std::string& hint) const;

  /// On a GPU, where times are asked for, prints the time of `launch`, for comparison with that of
  /// the book's own answer.
  void time(const std::string& what, const std::function<void()>& launch) const;

  /// Nothing has gone wrong since the last trial, unless it was on purpose.
  void end() const {
    if (!on_purpose_) reject_faults();
  }

  std::size_t trials() const { return trials_; }

 private:
  void begin(const std::string& trial);
  void reject_faults() const;
  [[noreturn]] void reject(const std::string& why, const std::string& hint) const;
  std::string hint_for(std::string_view text) const;

  template <class T>
  static std::vector<std::size_t> differing(const std::vector<T>& found,
                                            const std::vector<T>& expected) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < found.size(); ++i)
      if (!(found[i] == expected[i])) places.push_back(i);
    return places;
  }

  template <class T>
  static bool poisoned(const T& value) {
    T poison;
    std::memset(&poison, Memory<T>::poison, sizeof(T));
    return std::memcmp(&value, &poison, sizeof(T)) == 0;
  }

  /// What is wrong at these places, in words.
  template <class T>
  static std::string difference(const std::vector<T>& found, const std::vector<T>& expected,
                                const std::vector<std::size_t>& wrong) {
    const std::size_t first = wrong.front();
    std::ostringstream text;
    text.precision(9);
    text << "element " << first;
    if (poisoned(found[first]))
      text << " was never written";
    else
      text << " is " << found[first] << ", and should be " << expected[first];
    if (wrong.size() == 1) return text.str();
    text << "; " << wrong.size() << " of " << found.size() << " are wrong";
    if (std::all_of(wrong.begin(), wrong.end(), [&](std::size_t i) { return poisoned(found[i]); }))
      text << ", none of which was written";
    return text.str();
  }

  std::mt19937_64 random_;
  bool timing_;
  std::vector<std::pair<std::string, std::string>> hints_;
  std::string trial_, streams_ = "early";
  std::size_t trials_ = 0;
  bool on_purpose_ = false;  // what went wrong may have spoiled the context, for all calls to come
};

/// What went wrong on the device since the last call, each in the words of the simulator or the
/// runtime. None of it counts against what comes after. That something was not ready is nothing
/// wrong.
std::vector<std::string> take_faults();

/// When what is given to streams takes effect on the simulator: "early", "late" or "random:SEED".
void set_streams(const std::string& when);

/// What the simulator only notes is a fault, too, as with `simulate --strict`. To be called before
/// anything runs.
void be_strict();

}  // namespace exercises

/// Each exercise's own: throws exercises::Rejected, by the judge, unless the answer is accepted.
void judge(exercises::Judge& judge);
