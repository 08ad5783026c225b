#pragma once

#include <memory>
#include <string>

#include "simulator/machine.hpp"
#include "simulator/runtime/launches/kernel_work.hpp"
#include "simulator/runtime/process/ctrl_c.hpp"
#include "simulator/runtime/runtime.hpp"
#include "simulator/runtime/streams/resumable.hpp"
#include "simulator/runtime/streams/waiting.hpp"

namespace simulator::runtime {

/// A launch whose turn in its stream has come.
class KernelRun : public Resumable {
 public:
  /// Runs it until it is over, or rests: then it is given back.
  static std::unique_ptr<Resumable> begin(State& s, const KernelWork& work,
                                          const OperationPointer& operation, Uses* uses);

  bool go_on(bool alone) override;
  bool can_go_on() const override { return launch_->can_go_on(); }
  void give_up(const std::string& others) override;
  bool awaits_process() const override { return s_.memory.is_shared(); }
  void tell_that_it_rests() override { waiting_.at_rest(); }

 private:
  KernelRun(State& s, const KernelWork& work, const OperationPointer& operation, Uses* uses);
  void end();

  State& s_;
  const KernelWork work_;
  const OperationPointer operation_;
  const std::string name_;
  Uses* const uses_;
  Waiting waiting_;
  Interruptible interruptible_;
  std::unique_ptr<Launch> launch_;
};

}  // namespace simulator::runtime
