#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace harness {

/// What one check of a program compares: it counts comparisons, and keeps a text for each that
/// failed. A check that compared nothing has failed.
class Check {
 public:
  explicit Check(std::uint64_t seed) : random_(seed) {}

  /// The source of this check's random sizes and data; its seed is printed by the program.
  std::mt19937_64& random() { return random_; }

  /// A uniformly random integer of [low, high].
  std::int64_t integer(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }

  /// Records one comparison; `context` says what was compared and with which sizes.
  void that(bool holds, const std::string& context);

  /// `actual == expected`, exactly.
  template <class T>
  void equal(const T& actual, const T& expected, const std::string& context) {
    std::ostringstream text;
    text.precision(17);
    text << context << ": got " << actual << ", expected " << expected;
    that(actual == expected, text.str());
  }

  /// `|actual - expected| <= bound`; a NaN never is.
  void near(double actual, double expected, double bound, const std::string& context);

  /// Negative control: `wrong` must fail at least one comparison of the check it is given, else the
  /// comparisons cannot be trusted.
  void rejects(std::string_view what, const std::function<void(Check&)>& wrong);

  /// On the simulator: running `body` must be reported as a fault whose kind contains `kind`, and
  /// the process goes on. On a GPU, which cannot tell, nothing is run and nothing is compared.
  void faults(std::string_view kind, const std::function<void()>& body);

  std::uint64_t comparisons() const { return comparisons_; }
  const std::vector<std::string>& failures() const { return failures_; }

  /// True if every comparison held and there was at least one, or if the check said why not.
  bool passed() const { return failures_.empty() && (comparisons_ > 0 || !skipped_.empty()); }

  /// Why parts of this check could not be made here; empty if all were made.
  const std::string& skipped() const { return skipped_; }

 private:
  std::mt19937_64 random_;
  std::uint64_t comparisons_ = 0;
  std::vector<std::string> failures_;
  std::string skipped_;
};

/// The sizes at which off-by-one errors show, up to `largest`: small ones, warp and block borders,
/// 2^k - 1, 2^k, 2^k + 1, and some random ones.
std::vector<std::int64_t> telling_sizes(std::int64_t largest, std::mt19937_64& random);

}  // namespace harness
