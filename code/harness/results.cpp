#include "harness/results.hpp"

#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace harness {
namespace {

void write_line(std::ostream& out, const std::vector<std::string>& fields) {
  for (std::size_t i = 0; i < fields.size(); ++i) out << (i == 0 ? "" : ",") << fields[i];
  out << '\n';
}

}  // namespace

std::string Table::field(const std::string& text) {
  if (text.find_first_of(",\n\r") != std::string::npos) {
    throw std::runtime_error("a field of a result must not hold a comma or a line break: " + text);
  }
  return text;
}

std::string Table::real(double number) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", number);
  return text;
}

void Table::add(std::vector<std::string> fields) {
  if (fields.size() != columns_.size()) {
    throw std::runtime_error("a row of " + std::to_string(fields.size()) +
                             " fields in a table of " + std::to_string(columns_.size()) +
                             " columns");
  }
  rows_.push_back(std::move(fields));
}

void Table::write(const std::filesystem::path& path,
                  const std::vector<std::string>& comments) const {
  std::filesystem::path temporary = path;
  temporary += '.';
  temporary += std::to_string(getpid());
  {
    std::ofstream out(temporary);
    for (const std::string& comment : comments) out << "# " << comment << '\n';
    write_line(out, columns_);
    for (const std::vector<std::string>& fields : rows_) write_line(out, fields);
    out.flush();
    if (!out) {
      std::error_code ignored;
      std::filesystem::remove(temporary, ignored);
      throw std::runtime_error("cannot write " + path.string());
    }
  }
  std::filesystem::rename(temporary, path);
}

}  // namespace harness
