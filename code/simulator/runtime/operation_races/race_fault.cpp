#include "simulator/runtime/operation_races/race_fault.hpp"

#include <utility>

#include "simulator/memory/memory.hpp"

namespace simulator::runtime {
namespace {

std::string ordinal(std::uint64_t number) {
  const char* suffix = "th";
  if (number / 10 % 10 != 1) {
    if (number % 10 == 1) suffix = "st";
    if (number % 10 == 2) suffix = "nd";
    if (number % 10 == 3) suffix = "rd";
  }
  return std::to_string(number) + suffix;
}

std::string describe(const Operation& operation, const HostLine& line) {
  const std::string place = place_of(operation, line);
  return operation.name + (place.empty() ? "" : " (" + place + ')');
}

/// "4096 bytes, 0 bytes into the 8192 bytes at 0x…", or "the 4096 bytes at 0x…".
std::string describe(const MemoryUse& use, const Memory& memory) {
  const std::uint64_t bytes = use.end - use.begin;
  const std::string place = memory.describe(use.begin);
  if (const Allocation* const found = memory.find(use.begin);
      found && found->address == use.begin && found->bytes == bytes)
    return place.substr(place.find("the "));
  return std::to_string(bytes) + (bytes == 1 ? " byte, " : " bytes, ") + place;
}

const char* present(const Operation& operation, bool writes) {
  switch (operation.kind) {
    case Operation::Kind::allocation:
      return "allocates";
    case Operation::Kind::release:
      return "frees";
    default:
      return writes ? "writes" : "reads";
  }
}

const char* past(const Operation& operation, bool writes) {
  switch (operation.kind) {
    case Operation::Kind::allocation:
      return "allocated";
    case Operation::Kind::release:
      return "freed";
    default:
      return writes ? "wrote" : "read";
  }
}

std::string remedy(const Operation& first, const Operation& second) {
  if (second.stream.empty())
    return "the host has to wait for " + first.stream + " first (cudaStreamSynchronize)";
  if (first.graph != 0 && first.graph == second.graph)
    return "let one node depend on the other (cudaGraphAddDependencies; where streams are "
           "captured, "
           "an event)";
  return "record an event in " + first.stream + " after the first and let " + second.stream +
         " wait for it (cudaStreamWaitEvent), or the host wait between the two";
}

constexpr const char* narrow_scope =
    "both are atomic, but not for another device: they need the system's scope (atomicAdd_system, "
    "cuda::thread_scope_system)";

}  // namespace

std::string place_of(const Operation& operation, const HostLine& line) {
  std::string place = line.text();
  if (operation.stream.empty()) return place;
  if (!place.empty()) place += ", ";
  return place +
         (operation.graph != 0
              ? "node " + std::to_string(operation.ordinal) + " of a graph in " + operation.stream
              : ordinal(operation.ordinal) + " operation in " + operation.stream);
}

Fault fault_of(const OperationRace& race, const OperationPointer& later, const Memory& memory) {
  const Operation *first = race.earlier.get(), *second = later.get();
  bool first_writes = race.earlier_wrote, second_writes = race.use.writes;
  if (first->issued > second->issued) {
    std::swap(first, second);
    std::swap(first_writes, second_writes);
  }
  const HostLine where = second->site.line();
  Fault fault;
  fault.kind = fault::operation_race;
  fault.file = where.file;
  fault.line = where.line;
  fault.message = describe(*second, {}) + ' ' + present(*second, second_writes) + ' ' +
                  describe(race.use, memory) + ", which " + describe(*first, first->site.line()) +
                  ' ' + past(*first, first_writes) + ", and nothing orders the two: " +
                  (race.narrow ? std::string(narrow_scope) : remedy(*first, *second));
  return fault;
}

Fault fault_of(const HostAccess& access, const Memory& memory) {
  const Operation& operation = *access.operation;
  const HostLine where = access.site.line();
  Fault fault;
  fault.kind = fault::host_race;
  fault.file = where.file;
  fault.line = where.line;
  fault.message =
      std::string(access.by_function ? "a function that a stream has the host run " : "the host ") +
      (access.writes ? "writes" : "reads") + " what lies " + memory.describe(access.address) +
      ", which " + describe(operation, operation.site.line()) + ' ' +
      present(operation, access.operation_wrote) +
      (access.by_function ? ", and nothing orders the two: let the function's stream wait for an "
                            "event after that (cudaStreamWaitEvent)"
                          : ", and has not waited for that: it needs cudaStreamSynchronize, "
                            "cudaEventSynchronize or cudaDeviceSynchronize before");
  return fault;
}

}  // namespace simulator::runtime
