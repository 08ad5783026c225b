#include "simulator/faults.hpp"

#include <utility>

namespace simulator {
namespace {

std::string key_of(const Fault& fault) {
  const std::string place = fault.file + ':' + std::to_string(fault.line);
  return (fault.benign ? "note" : "") + fault.kind + '\n' + fault.kernel + '\n' + place +
         (fault.kernel.empty() ? '\n' + fault.message : "");
}

/// "chapters/x.md:12: simulator: KIND: ".
std::string heading(const Fault& fault) {
  std::string text;
  if (!fault.file.empty()) text += fault.file + ':' + std::to_string(fault.line) + ": ";
  return text + "simulator: " + (fault.benign ? "note: " : "") + fault.kind + ": ";
}

}  // namespace

std::string describe(const Dim3& index) {
  return '(' + joined(index, ",") + ')';
}

std::string describe(const Fault& fault) {
  std::string text = heading(fault);
  if (!fault.kernel.empty())
    text += "kernel " + fault.kernel + ", block " + describe(fault.block) + ", thread " +
            describe(fault.thread) + ' ';
  return text + fault.message;
}

std::string describe_times(const Fault& fault) {
  return heading(fault) + (fault.kernel.empty() ? "" : "kernel " + fault.kernel + ": ") +
         std::to_string(fault.times) + " times in all";
}

std::size_t Faults::report(Fault fault) {
  const auto [at, first] = seen_.try_emplace(key_of(fault), found_.size());
  if (!first) {
    again(at->second, fault.times);
    return at->second;
  }
  if (listener_) listener_(fault);
  places_ += !fault.benign;
  found_.push_back(std::move(fault));
  return at->second;
}

std::vector<Fault> Faults::take() {
  seen_.clear();
  places_ = 0;
  return std::exchange(found_, {});
}

}  // namespace simulator
