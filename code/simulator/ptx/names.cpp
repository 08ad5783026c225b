#include "simulator/ptx/names.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace simulator {
namespace {

/// Empty for what is not mangled: a letter alone would be taken for a type.
std::string demangled(const std::string& mangled) {
  if (!mangled.starts_with("_Z")) return "";
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), std::free);
  return text ? text.get() : "";
}

}  // namespace

std::string variable_name(const std::string& mangled) {
  const std::string name = demangled(mangled);
  if (name.empty()) return mangled;
  const std::size_t scope = name.rfind("::");
  return scope == std::string::npos ? name : name.substr(scope + 2);
}

std::string kernel_name(const std::string& mangled) {
  const std::string name = demangled(mangled);
  if (name.empty()) return mangled;
  // Outside of <…>, the last parenthesis that opens begins the parameters, and a space ends the
  // return type.
  int angles = 0, parentheses = 0;
  std::size_t end = name.size(), start = 0;
  for (std::size_t i = name.size(); i-- > 0;) {
    const char c = name[i];
    if (c == ')') ++parentheses;
    if (c == '(' && --parentheses == 0 && angles == 0 && end == name.size()) end = i;
    if (c == '>') ++angles;
    if (c == '<') --angles;
    if (c == ' ' && angles == 0 && parentheses == 0 && end != name.size()) {
      start = i + 1;
      break;
    }
  }
  return name.substr(start, end - start);
}

}  // namespace simulator
