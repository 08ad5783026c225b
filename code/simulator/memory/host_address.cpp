#include "simulator/memory/host_address.hpp"

#include "simulator/platform.hpp"

#if SIMULATOR_MMAP
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace simulator {

#if SIMULATOR_MMAP

bool is_mapped(std::uint64_t address) {
  const auto page = std::uint64_t(sysconf(_SC_PAGESIZE));
  unsigned char present = 0;
  return mincore(reinterpret_cast<void*>(address / page * page), 1, &present) == 0;
}

#else

bool is_mapped(std::uint64_t) {
  return false;
}

#endif

}  // namespace simulator
