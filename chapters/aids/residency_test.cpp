// Prints for each line "THREADS REGISTERS SHARED" how many such blocks an SM of an H200 holds.
#include <cstdio>

#include "simulator/device/device.hpp"
#include "simulator/device/occupancy.hpp"

int main() {
  unsigned threads, registers, shared;
  while (std::scanf("%u %u %u", &threads, &registers, &shared) == 3)
    std::printf("%u\n", simulator::resident_blocks(
                            simulator::h200(),
                            {.threads = threads, .registers = registers, .shared_bytes = shared}));
}
