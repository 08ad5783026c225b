#pragma once

#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "simulator/runtime/streams/resumable.hpp"
#include "simulator/runtime/streams/waiting.hpp"

namespace simulator::runtime {

/// A function of the program's own that a stream calls. It has a thread of its own, as CUDA's
/// driver gives it one: it may wait for what the thread does that launched it.
class HostFunctionRun : public Resumable {
 public:
  /// `call`: the name of what launched it. `first`: seconds until Waiting tells.
  HostFunctionRun(std::string call, double first, std::function<void()> function);

  /// Most return at once. False: it has not.
  bool wait_a_moment() const;
  std::thread::id thread() const { return thread_; }

  bool can_go_on() const override;
  bool go_on(bool) override { return true; }
  bool is_at_work() const override { return true; }
  void give_up(const std::string&) override {}
  void tell_that_it_rests() override { waiting_.has_not_returned(); }

 private:
  struct End;  // which the thread tells, and may outlive this

  const std::shared_ptr<End> end_;
  Waiting waiting_;
  std::thread::id thread_;
};

}  // namespace simulator::runtime
