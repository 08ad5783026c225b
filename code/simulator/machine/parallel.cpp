#include "simulator/machine/parallel.hpp"

#include "simulator/platform.hpp"

#if SIMULATOR_THREADS
#include <thread>
#include <vector>
#endif

namespace simulator {

void in_parallel(unsigned count, const std::function<void(unsigned)>& body) {
#if SIMULATOR_THREADS
  std::vector<std::thread> threads;
  for (unsigned k = 0; k < count; ++k) threads.emplace_back(body, k);
  for (std::thread& thread : threads) thread.join();
#else
  for (unsigned k = 0; k < count; ++k) body(k);
#endif
}

}  // namespace simulator
