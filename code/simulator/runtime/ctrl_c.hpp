#pragma once

#include "simulator/machine/interruption.hpp"

namespace simulator::runtime {

/// While one lives, Ctrl-C asks a running kernel to stop, unless the program wants the signal for
/// itself.
class CtrlC : public Interruption {
 public:
  CtrlC();
  ~CtrlC() override;
  CtrlC(const CtrlC&) = delete;
  CtrlC& operator=(const CtrlC&) = delete;

  bool requested() const override;
  /// Ends the process by the signal, as it would have ended.
  [[noreturn]] void obey() override;

 private:
  bool ours_ = false;
};

}  // namespace simulator::runtime
