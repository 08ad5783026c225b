#include "simulator/program/stack_need.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "simulator/program/program.hpp"
#include "simulator/round_up.hpp"

namespace simulator {
namespace {

class Depths {
 public:
  explicit Depths(const Program& program) : program_(program), found_(program.functions.size()) {}

  std::size_t of(std::size_t function) {
    if (found_[function]) return *found_[function];
    found_[function] = 0;  // so that a cycle ends
    const Routine& routine = program_.functions[function];
    std::size_t most = routine.local_bytes;
    for (const CallSite& call : routine.calls)
      if (!call.callee.empty())
        most = std::max(most, stack_step(routine.local_bytes) + of(call.function));
    return *(found_[function] = most);
  }

 private:
  const Program& program_;
  std::vector<std::optional<std::size_t>> found_;
};

}  // namespace

std::size_t stack_step(std::size_t frame) {
  // Where to return to has to be kept as well; what else, PTX does not tell.
  constexpr std::size_t return_address = 8, unit = 16;
  return round_up(frame + return_address, unit);
}

std::size_t stack_need(const Program& program, std::size_t function) {
  return Depths(program).of(function);
}

}  // namespace simulator
