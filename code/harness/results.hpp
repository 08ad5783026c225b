#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

namespace harness {

/// The results of one experiment: named columns, a row a case, as a CSV file. Names of columns are
/// letters, digits and _; fields hold letters, digits, spaces and ._+:;/()=%^@- only, so that
/// nothing else than text can come of them. Floating-point numbers are written with nine
/// significant digits.
class Table {
 public:
  /// Throws std::runtime_error where a column cannot be called so, or two are.
  explicit Table(std::vector<std::string> columns);

  /// Adds a last column, which `field` fills as each row is added.
  void end_rows_with(const std::string& column, std::function<std::string()> field);

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

  /// Header and rows, as they are written.
  std::string text() const;

 private:
  static std::string real(double number);

  std::function<std::string()> last_field_;
  std::vector<std::string> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace harness
