#include "language.hpp"

#include <algorithm>
#include <array>

namespace tangle {
namespace {

struct Entry {
  std::string_view names;  ///< classes and extensions, each between spaces
  Language language;
};

constexpr std::array<Entry, 5> languages = {{
    {" cpp cxx cc c++ c cu cuda cuh h hh hpp hxx ", {"//", "", true}},
    {" ptx js javascript ts typescript java rust rs go dot ", {"//", "", false}},
    {" py python sh bash gnuplot gp plt awk cmake make makefile meson perl pl ruby rb toml yaml "
     "yml ",
     {"#", "", false}},
    {" lua sql haskell hs ", {"--", "", false}},
    {" html xml svg ", {"<!--", " -->", false}},
}};

const Language* known(std::string_view name) {
  if (name.empty() || name.find(' ') != std::string_view::npos) return nullptr;
  const std::string word = " " + std::string(name) + " ";
  for (const Entry& entry : languages) {
    if (entry.names.find(word) != std::string_view::npos) return &entry.language;
  }
  return nullptr;
}

}  // namespace

Language find_language(const std::vector<std::string>& classes, std::string_view file) {
  for (const std::string& name : classes) {
    if (const Language* language = known(name)) return *language;
  }
  const std::string_view base = file.substr(file.rfind('/') + 1);
  const std::size_t dot = base.rfind('.');
  if (dot == std::string_view::npos) return {};
  const Language* language = known(base.substr(dot + 1));
  return language == nullptr ? Language{} : *language;
}

}  // namespace tangle
