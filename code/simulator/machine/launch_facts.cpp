#include "simulator/machine/launch_facts.hpp"

#include <algorithm>

#include "simulator/program/special_register.hpp"
#include "simulator/ptx/names.hpp"
#include "simulator/round_up.hpp"

namespace simulator {

LaunchFacts::LaunchFacts(const Program& program, const Kernel& kernel,
                         const LaunchConfiguration& configuration,
                         std::span<const std::byte> parameters, const Schedule& schedule)
    : program_(program),
      kernel_(kernel),
      name_(simulator::kernel_name(kernel.name)),
      configuration_(configuration),
      parameters_(parameters),
      schedule_(schedule) {
  in_clusters_ =
      cluster().volume() > 1 || std::any_of(program.functions.begin(), program.functions.end(),
                                            [](const Routine& each) { return each.meets_cluster; });
  dynamic_shared_start_ = round_up(kernel.shared_end, kernel.dynamic_shared_alignment);
  const std::size_t reserved = device().reserved_shared;
  for (const Routine& each : program.functions)
    for (const SpecialValue& special : each.specials)
      if (reserved > 0 && special.what->name == "%reserved_smem_offset_1")
        reserved_shared_start_ = (shared_bytes() / reserved + 1) * reserved;
}

bool LaunchFacts::copies_in_bulk() const {
  return std::any_of(program_.functions.begin(), program_.functions.end(),
                     [](const Routine& each) { return !each.copies.empty(); });
}

}  // namespace simulator
