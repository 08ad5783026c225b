#include "harness/results.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace harness {
namespace {

constexpr const char* letters_and_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

std::string line_of(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) line += (i == 0 ? "" : ",") + fields[i];
  return line + '\n';
}

}  // namespace

Table::Table(std::vector<std::string> columns) : columns_(std::move(columns)) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::string& name = columns_[i];
    const std::string allowed = std::string(letters_and_digits) + "_";
    if (name.empty() || !std::isalpha(static_cast<unsigned char>(name[0])) ||
        name.find_first_not_of(allowed) != std::string::npos) {
      throw std::runtime_error("a column of a result cannot be called " + name);
    }
    if (std::find(columns_.begin(), columns_.begin() + std::ptrdiff_t(i), name) !=
        columns_.begin() + std::ptrdiff_t(i)) {
      throw std::runtime_error("two columns of a result are called " + name);
    }
  }
}

void Table::end_rows_with(const std::string& column, std::function<std::string()> field) {
  columns_.push_back(column);
  last_field_ = std::move(field);
}

std::string Table::field(const std::string& text) {
  const std::string allowed = std::string(letters_and_digits) + " ._+:;/()=%^@-";
  if (text.find_first_not_of(allowed) != std::string::npos) {
    throw std::runtime_error("a field of a result must not hold other signs than" +
                             allowed.substr(std::strlen(letters_and_digits)) + ": " + text);
  }
  return text;
}

std::string Table::real(double number) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", number);
  return text;
}

void Table::add(std::vector<std::string> fields) {
  if (last_field_) fields.push_back(field(last_field_()));
  if (fields.size() != columns_.size()) {
    throw std::runtime_error("a row of " + std::to_string(fields.size()) +
                             " fields in a table of " + std::to_string(columns_.size()) +
                             " columns");
  }
  rows_.push_back(std::move(fields));
}

std::string Table::text() const {
  std::string text = line_of(columns_);
  for (const std::vector<std::string>& fields : rows_) text += line_of(fields);
  return text;
}

void Table::write(const std::filesystem::path& path,
                  const std::vector<std::string>& comments) const {
  std::filesystem::path temporary = path;
  temporary += '.';
  temporary += std::to_string(getpid());
  {
    std::ofstream out(temporary);
    for (const std::string& comment : comments) out << "# " << comment << '\n';
    out << text();
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
