#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <type_traits>
#include <vector>

namespace harness {

/// The results of one experiment: named columns, a row a case, as a CSV file. Fields hold no comma;
/// floating-point numbers are written with nine significant digits.
class Table {
 public:
  explicit Table(std::vector<std::string> columns) : columns_(std::move(columns)) {}

  /// Appends a row: one value a column, numbers or texts.
  template <class... Values>
  void row(const Values&... values) {
    add({field(values)...});
  }

  /// Appends a row of ready-made fields.
  void add(std::vector<std::string> fields);

  static std::string field(const std::string& text);
  static std::string field(const char* text) { return field(std::string(text)); }
  template <class T>
  requires std::is_arithmetic_v<T>
  static std::string field(T number) {
    if constexpr (std::is_floating_point_v<T>) {
      return real(number);
    } else {
      return std::to_string(number);
    }
  }

  /// Writes `comments` (each as a line `# key: value`), the header and the rows to `path`, through
  /// a temporary file that is renamed. Throws std::runtime_error if it cannot.
  void write(const std::filesystem::path& path, const std::vector<std::string>& comments) const;

  std::size_t rows() const { return rows_.size(); }

 private:
  static std::string real(double number);

  std::vector<std::string> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace harness
