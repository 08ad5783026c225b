#include "simulator/faults.hpp"

#include <utility>

namespace simulator {
namespace {

std::string key_of(const Fault& fault) {
  const std::string place = fault.file + ':' + std::to_string(fault.line);
  return fault.kind + '\n' + fault.kernel + '\n' + place +
         (fault.kernel.empty() ? '\n' + fault.message : "");
}

}  // namespace

std::string describe(const Dim3& index) {
  return '(' + std::to_string(index.x) + ',' + std::to_string(index.y) + ',' +
         std::to_string(index.z) + ')';
}

std::string describe(const Fault& fault) {
  std::string text;
  if (!fault.file.empty()) text += fault.file + ':' + std::to_string(fault.line) + ": ";
  text += "simulator: " + fault.kind + ": ";
  if (!fault.kernel.empty())
    text += "kernel " + fault.kernel + ", block " + describe(fault.block) + ", thread " +
            describe(fault.thread) + ' ';
  return text + fault.message;
}

void Faults::report(Fault fault) {
  if (!seen_.insert(key_of(fault)).second) return;
  if (listener_) listener_(fault);
  found_.push_back(std::move(fault));
}

std::vector<Fault> Faults::take() {
  seen_.clear();
  return std::exchange(found_, {});
}

}  // namespace simulator
