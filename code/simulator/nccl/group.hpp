#pragma once

#include "simulator/nccl/communicator.hpp"

namespace simulator::nccl {

/// The rank comes to its communicator: now or, in a group, at its end. Throws Error.
void add(runtime::State& s, const Entry& entry);
/// The rank's call, likewise, in a stream of its device.
void add(runtime::State& s, ncclComm& comm, Call call, cudaStream_t stream);

}  // namespace simulator::nccl
