#include "harness/host/files.hpp"

#include <fstream>
#include <stdexcept>

namespace harness {

void prepend(const std::vector<std::string>& comments, const std::filesystem::path& from,
             const std::filesystem::path& to) {
  std::filesystem::path temporary = to.string() + ".new";
  {
    std::ifstream in(from);
    std::ofstream out(temporary);
    for (const std::string& comment : comments) out << "# " << comment << '\n';
    out << in.rdbuf();
    out.flush();
    if (!in || !out) throw std::runtime_error("cannot write " + to.string());
  }
  std::filesystem::remove(from);
  std::filesystem::rename(temporary, to);
}

void write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream out(path);
  if (!(out << text).flush()) throw std::runtime_error("cannot write " + path.string());
}

}  // namespace harness
