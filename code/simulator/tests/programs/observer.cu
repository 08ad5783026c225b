// exit: 0
// reports: simulator: access out of bounds: kernel store, block (0,0,0), thread (1,0,0)
// prints: all as it should be
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>

#include "simulator/simulator.hpp"

__global__ void store(int* x) {
  x[threadIdx.x] = 1;
}

#define REQUIRE(...)                                 \
  if (!(__VA_ARGS__)) {                              \
    printf("line %d: %s\n", __LINE__, #__VA_ARGS__); \
    return 1;                                        \
  }

// What a program may ask of the simulator. Faults that it takes leave the exit status alone.
int main(int, char** arguments) {
  int* x;
  cudaMalloc(&x, 32 * sizeof(int));
  store<<<dim3(2), dim3(4, 2)>>>(x);
  auto launches = simulator::take_launches();
  REQUIRE(launches.size() == 1);
  REQUIRE(launches[0].kernel == "store");
  REQUIRE(launches[0].grid == simulator::Dim3{2, 1, 1} &&
          launches[0].block == simulator::Dim3{4, 2, 1});
  REQUIRE(launches[0].counts.global_store_requests == 2);
  REQUIRE(simulator::take_launches().empty());

  bool refused = false;
  try {
    simulator::set_schedule("sideways");
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  REQUIRE(refused);
  simulator::set_schedule("random:7");

  const std::string path = std::string(arguments[0]) + ".csv";
  simulator::trace_to(path);
  store<<<1, 32>>>(x);
  simulator::trace_stop();
  std::ifstream trace(path);
  std::string line;
  int lines = 0;
  while (std::getline(trace, line)) {
    if (lines++ == 0)
      REQUIRE(line.starts_with("step,block,warp,lane,op,line,address,source_lane,before,after"));
  }
  REQUIRE(lines == 33);
  int* longer;
  cudaMalloc(&longer, 64 * sizeof(int));
  simulator::trace_to(path);
  simulator::trace_warp(1);
  store<<<1, 64>>>(longer);
  simulator::trace_stop();
  cudaFree(longer);
  std::ifstream of_one(path);
  for (lines = 0; std::getline(of_one, line); ++lines)
    REQUIRE(lines == 0 || line.find(",0,1,") != std::string::npos);
  REQUIRE(lines == 33);

  int* small;
  cudaMalloc(&small, sizeof(int));
  store<<<1, 2>>>(small);
  REQUIRE(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  REQUIRE(cudaFree(small) == cudaErrorIllegalAddress);
  REQUIRE(cudaGetLastError() == cudaErrorIllegalAddress);
  const auto faults = simulator::take_faults();
  REQUIRE(faults.size() == 1);
  REQUIRE(faults[0].line == 12 && faults[0].thread == simulator::Dim3{1, 0, 0});
  REQUIRE(faults[0].file.ends_with("observer.cu"));
  simulator::restore_context();
  REQUIRE(cudaGetLastError() == cudaSuccess && cudaFree(small) == cudaSuccess);
  printf("all as it should be\n");
}
