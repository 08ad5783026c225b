#pragma once

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "simulator.hpp"

namespace benchmark {

constexpr int repetitions = 5;

/// Prints how many million thread instructions a second of processor time the simulator executes in
/// what `launch` launches: the best of some repetitions.
template <class Launch>
void measure(const char* name, Launch launch) {
  double best = 0;
  for (int k = 0; k < repetitions; ++k) {
    const std::clock_t start = std::clock();
    launch();
    cudaDeviceSynchronize();
    const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    simulator::Counts sum;
    for (const simulator::Launch& each : simulator::take_launches()) sum += each.counts;
    best = std::max(best, double(sum.thread_instructions) / seconds);
  }
  std::printf("%-22s %6.0f\n", name, best / 1e6);
}

}  // namespace benchmark
