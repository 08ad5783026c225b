#pragma once

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "simulator/simulator.hpp"

namespace benchmark {

constexpr int repetitions = 5;

/// Seconds of processor time: the least of some repetitions.
template <class Launch>
double least_seconds(Launch launch) {
  double least = 1e9;
  for (int k = 0; k < repetitions; ++k) {
    const std::clock_t start = std::clock();
    launch();
    cudaDeviceSynchronize();
    least = std::min(least, double(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return least;
}

/// Prints how many million thread instructions a second of processor time the simulator executes in
/// what `launch` launches, with all checks and counts and without.
template <class Launch>
void measure(const char* name, Launch launch) {
  simulator::set_cores(1);
  simulator::take_launches();
  launch();
  double millions = 0;
  for (const simulator::LaunchRecord& each : simulator::take_launches())
    millions += double(each.counts.thread_instructions) / 1e6;
  const double checked = least_seconds(launch);
  simulator::set_checks(false);
  const double unchecked = least_seconds(launch);
  simulator::set_checks(true);
  std::printf("%-22s %6.0f %6.0f\n", name, millions / checked, millions / unchecked);
}

}  // namespace benchmark
