#pragma once

#include <array>
#include <compare>
#include <optional>
#include <string>

namespace simulator::runtime {

/// A line of the program's source.
struct HostLine {
  std::string file;
  unsigned line = 0;  // 0: not known

  explicit operator bool() const { return line != 0; }
  /// "a.cu:7"; empty where it is not known.
  std::string text() const { return line != 0 ? file + ':' + std::to_string(line) : ""; }
};

/// From where the program called: addresses of code, which are looked up only if somebody asks for
/// the line.
class HostCall {
 public:
  /// Of the call of the API that is under way.
  static HostCall here();
  /// Of the instruction that the signal came of whose handler asks.
  static HostCall interrupted(const void* code);
  /// Of the <<<…>>> that calls stand for from now on, as it was before its stub; nothing: of none.
  static void note_launch(const std::optional<HostCall>& launch);

  /// The innermost line that is not CUDA's own, nor of a header of the system's. Needs the program
  /// to be compiled with -g1 or more for the host, and binutils' addr2line; else none.
  HostLine line() const;

  auto operator<=>(const HostCall&) const = default;

 private:
  std::array<const void*, 24> frames_{};  // the innermost first
  unsigned count_ = 0;
};

}  // namespace simulator::runtime
