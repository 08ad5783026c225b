#pragma once

namespace simulator {

/// While one lives, Ctrl-C asks a running kernel to say where it stands, unless the program wants
/// the signal for itself.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  bool requested() const;
  /// Ends the process by the signal, as it would have ended.
  [[noreturn]] void obey();

 private:
  bool ours_ = false;
};

}  // namespace simulator
