#pragma once

namespace simulator {

/// Somebody outside who may want a running kernel to stop, and first to say where it stands.
class Interruption {
 public:
  virtual ~Interruption() = default;

  virtual bool requested() const = 0;
  /// Does not come back.
  [[noreturn]] virtual void obey() = 0;
};

}  // namespace simulator
