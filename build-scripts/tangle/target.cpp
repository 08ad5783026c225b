#include "target.hpp"

#include <algorithm>

namespace tangle {

std::string target_error(std::string_view target) {
  const auto is_control = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7f;
  };
  if (target.empty()) return "is empty";
  if (target.front() == '/') return "is absolute";
  if (std::any_of(target.begin(), target.end(), is_control)) return "holds a control character";
  bool first = true;
  while (!target.empty()) {
    const std::size_t end = std::min(target.find('/'), target.size());
    const std::string_view name = target.substr(0, end);
    if (name == "..") return "leaves the output folder";
    if (name == "." || name.empty() || end + 1 == target.size()) {
      return "is not written in its shortest form";
    }
    if (name.size() > 255) return "holds a name of more than 255 bytes";
    if (first && (name == manifest_name || name == staging_name))
      return "is kept for tangle itself";
    first = false;
    target.remove_prefix(std::min(end + 1, target.size()));
  }
  return {};
}

}  // namespace tangle
