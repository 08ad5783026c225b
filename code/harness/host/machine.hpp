#pragma once

#include <string>
#include <utility>
#include <vector>

namespace harness {

/// Facts of the machine a result was obtained on, in the order in which they are written.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// The current device, driver, toolkit and host: `machine` (a name fit for a folder), `gpu`,
/// `compute capability`, `multiprocessors`, `L2 bytes`, `memory bytes`, `memory clock kHz`,
/// `memory bus bits`, `SM clock kHz`, `ECC`, `driver CUDA`, `CUDA`, `compiler`, `host processor`.
Facts machine_facts();

}  // namespace harness
