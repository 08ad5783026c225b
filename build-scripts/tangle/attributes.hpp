#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tangle {

/// The attributes of a fence: `cpp`, `{.cpp #id file=x.cu key="a value"}`, or both.
struct Attributes {
  std::vector<std::string> classes;
  std::vector<std::string> ids;
  std::vector<std::pair<std::string, std::string>> values;

  bool has_class(std::string_view name) const;
};

/// What is wrong with attributes, and at which byte of the info string.
struct AttributeError {
  std::size_t offset;
  std::string message;
};

/// Reads the info string of a fence as Pandoc does. Text that neither program takes for attributes
/// is a language and no error; braces that hold no proper attributes are one.
std::optional<AttributeError> parse_attributes(std::string_view info, Attributes& attributes);

}  // namespace tangle
