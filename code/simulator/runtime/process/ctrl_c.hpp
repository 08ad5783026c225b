#pragma once

#include <optional>

#include "simulator/machine/scheduling/interruption.hpp"

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

/// The same for what does not run all the time that it lives.
class Interruptible : public Interruption {
 public:
  /// While one lives, it runs.
  class Now {
   public:
    explicit Now(Interruptible& whole) : whole_(whole) { whole_.now_.emplace(); }
    ~Now() { whole_.now_.reset(); }
    Now(const Now&) = delete;
    Now& operator=(const Now&) = delete;

   private:
    Interruptible& whole_;
  };

  bool requested() const override { return now_ && now_->requested(); }
  [[noreturn]] void obey() override {
    now_->obey();
    __builtin_unreachable();
  }

 private:
  std::optional<CtrlC> now_;
};

}  // namespace simulator::runtime
