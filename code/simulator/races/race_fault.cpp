#include "simulator/races/race_fault.hpp"

#include <utility>

#include "simulator/races/neighbour.hpp"

namespace simulator {
namespace {

std::string in_brackets(const std::function<std::string()>& call) {
  const std::string text = call ? call() : "";
  return text.empty() ? "" : " (" + text + ')';
}

}  // namespace

Fault race_fault(const Conflict& conflict, StateSpace space, const Races& launch,
                 std::uint64_t block, unsigned thread, std::string access, std::string kernel,
                 std::string file, unsigned line) {
  Fault fault;
  const bool shared = space == StateSpace::shared;
  fault.kind = shared ? fault::shared_race : fault::global_race;
  fault.kernel = std::move(kernel);
  fault.file = std::move(file);
  fault.line = line;
  fault.block = index_in(launch.grid(), block);
  fault.thread = index_in(launch.block(), thread);
  const Neighbour* const neighbour = conflict.launch;
  const bool same_block = neighbour == nullptr && conflict.block == (block & epoch::block_mask);
  fault.other_block =
      same_block ? fault.block
                 : index_in(neighbour != nullptr ? neighbour->grid : launch.grid(), conflict.block);
  const bool wrote = conflict.other == Conflict::Other::wrote;
  std::string other = "another thread";
  if (conflict.known) {
    fault.other_thread =
        index_in(neighbour != nullptr ? neighbour->block : launch.block(), conflict.thread);
    other = "thread " + describe(*fault.other_thread) +
            (same_block ? "" : " of block " + describe(*fault.other_block));
  }
  if (neighbour != nullptr)
    other += " of kernel " + neighbour->kernel + in_brackets(neighbour->call) +
             (neighbour->overlapped ? ", for which this one"
                                    : ", which ran at the same time as this one") +
             in_brackets(launch.call()) + (neighbour->overlapped ? " has not waited," : ",");
  fault.message =
      std::move(access) + ", which " + other + (wrote ? " wrote" : " read") +
      (conflict.barrier ? ", and only a barrier orders the two after the read of a flag, "
                          "where PTX wants a fence"
                        : ", and nothing orders the two") +
      (conflict.same_value ? "; both write the same value" : "");
  fault.benign = conflict.same_value || conflict.barrier;
  return fault;
}

}  // namespace simulator
