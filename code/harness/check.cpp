#include "harness/check.hpp"

#include <algorithm>
#include <cmath>

#include "harness/measurement/observer.hpp"

namespace harness {

void Check::that(bool holds, const std::string& context) {
  ++comparisons_;
  if (!holds) failures_.push_back(context);
}

void Check::near(double actual, double expected, double bound, const std::string& context) {
  std::ostringstream text;
  text.precision(17);
  text << context << ": got " << actual << ", expected " << expected << " within " << bound;
  that(std::abs(actual - expected) <= bound, text.str());
}

void Check::rejects(std::string_view what, const std::function<void(Check&)>& wrong) {
  Check inner(random_());
  // A wrong kernel may well be reported by the simulator too; that is not what is asked here.
  if (observer::available()) {
    observer::faults_of([&] { wrong(inner); });
  } else {
    wrong(inner);
  }
  that(!inner.failures().empty(), "negative control not rejected: " + std::string(what));
}

void Check::faults(std::string_view kind, const std::function<void()>& body) {
  if (!observer::available()) {
    skipped_ = "faults are found on the simulator only";
    return;
  }
  std::vector<std::string> kinds = observer::faults_of(body);
  bool found = std::any_of(kinds.begin(), kinds.end(), [&](const std::string& each) {
    return each.find(kind) != std::string::npos;
  });
  std::string seen;
  for (const std::string& each : kinds) seen += " [" + each + "]";
  that(found, "expected the fault \"" + std::string(kind) + "\", the simulator reported" +
                  (seen.empty() ? " none" : seen));
}

std::vector<std::int64_t> telling_sizes(std::int64_t largest, std::mt19937_64& random) {
  std::vector<std::int64_t> sizes = {0, 1, 2, 3, 31, 32, 33, 63, 64, 65};
  for (std::int64_t power = 128; power <= largest; power *= 2) {
    sizes.insert(sizes.end(), {power - 1, power, power + 1});
  }
  std::uniform_int_distribution<std::int64_t> any(1, largest);
  for (int i = 0; i < 8; ++i) sizes.push_back(any(random));
  std::erase_if(sizes, [&](std::int64_t size) { return size > largest; });
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

}  // namespace harness
