#pragma once

#include <string>

namespace simulator::runtime {

/// An operation's effect that may come to rest before it is over: it waits for what others do to
/// memory, or is at work in a thread of its own.
class Resumable {
 public:
  virtual ~Resumable() = default;

  /// Is there anything that it could go on for?
  virtual bool can_go_on() const = 0;
  /// True when it is over. `alone`: no other operation of its device has taken effect since it
  /// rests.
  virtual bool go_on(bool alone) = 0;
  /// Does it go on by itself, so that waiting for it is no deadlock?
  virtual bool is_at_work() const { return false; }
  /// Could another process help?
  virtual bool awaits_process() const { return false; }
  /// It is over, since nobody is left who could help. That is reported; `others` says what else
  /// waits.
  virtual void give_up(const std::string& others) = 0;
  /// Tells who sits and waits that it rests, now and then.
  virtual void tell_that_it_rests() = 0;
};

}  // namespace simulator::runtime
