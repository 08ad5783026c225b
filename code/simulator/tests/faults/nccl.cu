// devices: 2
// What the ranks of a communicator, and those who use their memory, do wrong with NCCL.
#include <thread>

#include "../nccl/nccl.hpp"
#include "cases.hpp"

namespace {

constexpr int n = 256;

/// Both devices as ranks, each with a stream that waits for no other and two arrays.
struct Ranks {
  Ranks() {
    for (int rank = 1; rank >= 0; --rank) {
      cudaSetDevice(rank);
      cudaStreamCreateWithFlags(&stream[rank], cudaStreamNonBlocking);
      for (int** each : {&x[rank], &y[rank]}) {
        cudaMalloc(each, n * sizeof(int));
        cudaMemset(*each, 0, n * sizeof(int));
      }
      cudaDeviceSynchronize();
    }
    ncclCommInitAll(comm, 2, nullptr);
  }
  ~Ranks() {
    for (int rank = 1; rank >= 0; --rank) {
      cudaSetDevice(rank);
      cudaDeviceSynchronize();
      ncclCommDestroy(comm[rank]);
      cudaStreamDestroy(stream[rank]);
      cudaFree(x[rank]);
      cudaFree(y[rank]);
    }
  }

  ncclComm_t comm[2];
  cudaStream_t stream[2];
  int *x[2], *y[2];
};

void let_wait(cudaStream_t second, cudaStream_t first) {
  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  cudaEventRecord(event, first);
  cudaStreamWaitEvent(second, event);
  cudaEventDestroy(event);
}

}  // namespace

CASE(counts_differ) {
  Ranks it;
  ncclGroupStart();
  ncclAllReduce(it.x[0], it.y[0], n, ncclInt, ncclSum, it.comm[0], it.stream[0]);
  // wrong: misuse of NCCL: ncclAllReduce of rank 1 of communicator 1 has the count 255, and
  ncclAllReduce(it.x[1], it.y[1], repaired ? n : n - 1, ncclInt, ncclSum, it.comm[1], it.stream[1]);
  ncclGroupEnd();
}

CASE(empty_on_one_rank) {
  Ranks it;
  ncclGroupStart();
  ncclBroadcast(it.x[0], it.y[0], n, ncclInt, 0, it.comm[0], it.stream[0]);
  // wrong: misuse of NCCL: ncclBroadcast of rank 1 of communicator 1 has the count 0, and
  ncclBroadcast(it.x[1], it.y[1], repaired ? n : 0, ncclInt, 0, it.comm[1], it.stream[1]);
  ncclGroupEnd();
}

CASE(roots_differ) {
  Ranks it;
  ncclGroupStart();
  for (int rank = 0; rank < 2; ++rank)
    // wrong: misuse of NCCL: ncclBroadcast of rank 1 of communicator 1 has the root 1, and
    ncclBroadcast(it.x[rank], it.y[rank], n, ncclInt, repaired ? 0 : rank, it.comm[rank],
                  it.stream[rank]);
  ncclGroupEnd();
}

CASE(message_of_another_length) {
  Ranks it;
  ncclGroupStart();
  ncclSend(it.x[0], n, ncclInt, 1, it.comm[0], it.stream[0]);
  // wrong: misuse of NCCL: ncclRecv of rank 1 of communicator 1 has the count 128, and ncclSend of
  ncclRecv(it.y[1], repaired ? n : n / 2, ncclInt, 0, it.comm[1], it.stream[1]);
  ncclGroupEnd();
}

CASE(another_order_on_one_rank) {
  Ranks it;
  for (int call = 0; call < 2; ++call) {
    ncclGroupStart();
    for (int rank = 0; rank < 2; ++rank)
      if (call == (repaired ? 0 : rank))
        ncclAllReduce(it.x[rank], it.y[rank], n, ncclInt, ncclSum, it.comm[rank], it.stream[rank]);
      else
        // wrong: misuse of NCCL: all ranks have to call the same collectives in the same order
        ncclBroadcast(it.x[rank], it.y[rank], n, ncclInt, 0, it.comm[rank], it.stream[rank]);
    ncclGroupEnd();
  }
}

CASE(rank_is_missing) {
  Ranks it;
  ncclGroupStart();
  // wrong: deadlock: waits for rank 1, which has not called it, and nobody is left
  ncclAllReduce(it.x[0], it.y[0], n, ncclInt, ncclSum, it.comm[0], it.stream[0]);
  if (repaired) ncclAllReduce(it.x[1], it.y[1], n, ncclInt, ncclSum, it.comm[1], it.stream[1]);
  ncclGroupEnd();
  cudaSetDevice(0);
  cudaStreamSynchronize(it.stream[0]);
}

CASE(rank_is_missing_at_the_end) {
  Ranks& it = *new Ranks;
  ncclGroupStart();
  // wrong: deadlock: ncclSend of rank 0 of communicator 1 waits for rank 1, which has not called
  ncclSend(it.x[0], n, ncclInt, 1, it.comm[0], it.stream[0]);
  if (repaired) ncclRecv(it.y[1], n, ncclInt, 0, it.comm[1], it.stream[1]);
  ncclGroupEnd();
  if (repaired) delete &it;
}

CASE(rank_never_comes_to_the_communicator) {
  ncclUniqueId id;
  ncclComm_t comm[2];
  ncclGetUniqueId(&id);
  if (repaired) ncclGroupStart();
  cudaSetDevice(0);
  // wrong: deadlock: ncclCommInitRank of rank 0 waits for rank 1, and nobody has called
  if (ncclCommInitRank(&comm[0], 2, id, 0) != ncclSuccess) return;
  cudaSetDevice(1);
  ncclCommInitRank(&comm[1], 2, id, 1);
  ncclGroupEnd();
  for (const ncclComm_t each : comm) ncclCommDestroy(each);
}

CASE(messages_that_cross) {
  Ranks it;
  const auto work = [&](int rank) {
    if (repaired) ncclGroupStart();
    // wrong: deadlock: whose stream has not come to ncclRecv
    ncclSend(it.x[rank], n, ncclInt, 1 - rank, it.comm[rank], it.stream[rank]);
    ncclRecv(it.y[rank], n, ncclInt, 1 - rank, it.comm[rank], it.stream[rank]);
    if (repaired) ncclGroupEnd();
  };
  std::thread other(work, 1);
  work(0);
  other.join();
}

CASE(one_thread_without_a_group) {
  Ranks it;
  if (repaired) ncclGroupStart();
  ncclAllReduce(it.x[0], it.y[0], n, ncclInt, ncclSum, it.comm[0], it.stream[0]);
  // wrong: misuse of NCCL: may never come to it: the first call may wait for the second
  ncclAllReduce(it.x[1], it.y[1], n, ncclInt, ncclSum, it.comm[1], it.stream[1]);
  if (repaired) ncclGroupEnd();
}

CASE(too_small_a_buffer) {
  Ranks it;
  int* all[2];
  for (int rank = 0; rank < 2; ++rank) {
    cudaSetDevice(rank);
    cudaMalloc(&all[rank], (repaired || rank == 0 ? 2 * n : n) * sizeof(int));
  }
  ncclGroupStart();
  for (int rank = 0; rank < 2; ++rank)
    // wrong: access out of bounds: ncclAllGather of rank 1 of communicator 1 writes 2048
    ncclAllGather(it.x[rank], all[rank], n, ncclInt, it.comm[rank], it.stream[rank]);
  ncclGroupEnd();
  for (int rank = 0; rank < 2; ++rank) {
    cudaSetDevice(rank);
    cudaStreamSynchronize(it.stream[rank]);
    cudaFree(all[rank]);
  }
}

CASE(memory_of_the_host) {
  Ranks it;
  int host[n];
  ncclGroupStart();
  ncclSend(it.x[0], n, ncclInt, 1, it.comm[0], it.stream[0]);
  // wrong: access out of bounds: ncclRecv of rank 1 of communicator 1 writes 1024
  ncclRecv(repaired ? it.y[1] : host, n, ncclInt, 0, it.comm[1], it.stream[1]);
  ncclGroupEnd();
}

CASE(memory_of_the_other_rank) {
  Ranks it;
  ncclGroupStart();
  // wrong: access to memory of another device: which is memory of device 1, on device 0
  ncclReduce(it.x[repaired ? 0 : 1], it.y[0], n, ncclInt, ncclSum, 0, it.comm[0], it.stream[0]);
  ncclReduce(it.x[1], nullptr, n, ncclInt, ncclSum, 0, it.comm[1], it.stream[1]);
  ncclGroupEnd();
}

CASE(sum_of_what_was_never_written) {
  Ranks it;
  cudaSetDevice(1);
  int* x;
  cudaMalloc(&x, n * sizeof(int));
  if (repaired) cudaMemsetAsync(x, 0, n * sizeof(int), it.stream[1]);
  ncclGroupStart();
  ncclAllReduce(it.x[0], it.y[0], n, ncclInt, ncclSum, it.comm[0], it.stream[0]);
  // wrong: read of memory never written: ncclAllReduce of rank 1 of communicator 1 reads 1024 bytes
  ncclAllReduce(x, it.y[1], n, ncclInt, ncclSum, it.comm[1], it.stream[1]);
  ncclGroupEnd();
  cudaStreamSynchronize(it.stream[1]);
  cudaFree(x);
}

CASE(buffers_overlap) {
  Ranks it;
  ncclGroupStart();
  for (int rank = 0; rank < 2; ++rank)
    // wrong: misuse of NCCL: buffers that overlap, but not as those of an operation in place do
    ncclAllReduce(it.x[rank], it.x[rank] + (repaired || rank == 0 ? 0 : 1), n - 1, ncclInt, ncclSum,
                  it.comm[rank], it.stream[rank]);
  ncclGroupEnd();
}

CASE(one_call_of_a_group_needs_another) {
  Ranks it;
  ncclGroupStart();
  for (int rank = 0; rank < 2; ++rank)
    ncclBroadcast(it.x[rank], it.y[rank], n, ncclInt, 0, it.comm[rank], it.stream[rank]);
  if (repaired) ncclGroupEnd(), ncclGroupStart();
  ncclSend(it.x[0], n, ncclInt, 1, it.comm[0], it.stream[0]);
  // wrong: misuse of NCCL: ncclRecv of rank 1 of communicator 1 writes what ncclBroadcast of rank 1
  ncclRecv(it.y[1], n, ncclInt, 0, it.comm[1], it.stream[1]);
  ncclGroupEnd();
}

CASE(result_is_read_too_early) {
  Ranks it;
  ncclGroupStart();
  for (int rank = 0; rank < 2; ++rank)
    ncclAllReduce(it.x[rank], it.y[rank], n, ncclInt, ncclSum, it.comm[rank], it.stream[rank]);
  ncclGroupEnd();
  cudaSetDevice(0);
  if (repaired) cudaStreamSynchronize(it.stream[0]);
  int host[n];
  // wrong: race between operations: which ncclAllReduce of rank 0 of communicator 1 (
  cudaMemcpy(host, it.y[0], sizeof host, cudaMemcpyDefault);
}

CASE(another_rank_s_result_is_read_too_early) {
  Ranks it;
  ncclGroupStart();
  for (int rank = 0; rank < 2; ++rank)
    ncclAllReduce(it.x[rank], it.y[rank], n, ncclInt, ncclSum, it.comm[rank], it.stream[rank]);
  ncclGroupEnd();
  cudaSetDevice(0);
  cudaStreamSynchronize(it.stream[0]);
  cudaSetDevice(1);
  if (repaired) cudaStreamSynchronize(it.stream[1]);
  int host[n];
  // wrong: race between operations: which ncclAllReduce of rank 1 of communicator 1 (
  cudaMemcpy(host, it.y[1], sizeof host, cudaMemcpyDefault);
}

CASE(input_is_not_ready) {
  Ranks it;
  cudaStream_t other;
  cudaSetDevice(1);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaMemsetAsync(it.x[1], 1, n * sizeof(int), other);
  if (repaired) let_wait(it.stream[1], other);
  ncclGroupStart();
  ncclAllReduce(it.x[0], it.y[0], n, ncclInt, ncclSum, it.comm[0], it.stream[0]);
  // wrong: race between operations: ncclAllReduce of rank 1 of communicator 1 (1st
  ncclAllReduce(it.x[1], it.y[1], n, ncclInt, ncclSum, it.comm[1], it.stream[1]);
  ncclGroupEnd();
  cudaStreamDestroy(other);
}

// A sum orders both devices' streams: what a rank does after it comes after all that was before it
// on the other. A broadcast orders only the root's before the others'.
CASE(a_broadcast_is_no_barrier_for_its_root) {
  Ranks it;
  cudaSetDevice(0);
  cudaDeviceEnablePeerAccess(1, 0);
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  cudaMemsetAsync(it.x[1], 1, n * sizeof(int), it.stream[1]);
  ncclGroupStart();
  for (int rank = 0; rank < 2; ++rank)
    if (repaired)
      ncclAllReduce(it.y[rank], it.y[rank], n, ncclInt, ncclSum, it.comm[rank], it.stream[rank]);
    else
      ncclBroadcast(it.y[rank], it.y[rank], n, ncclInt, 0, it.comm[rank], it.stream[rank]);
  ncclGroupEnd();
  cudaSetDevice(0);
  // wrong: race between operations: cudaMemcpyAsync (2nd operation
  cudaMemcpyAsync(it.x[0], it.x[1], n * sizeof(int), cudaMemcpyDefault, it.stream[0]);
}

CASE(wrong_argument_that_nobody_asks_about) {
  Ranks it;
  ncclGroupStart();
  for (int rank = 0; rank < 2; ++rank)
    // wrong: misuse of the runtime API: ncclBroadcast failed (there is no rank 2)
    ncclBroadcast(it.x[rank], it.y[rank], n, ncclInt, repaired ? 1 : 2, it.comm[rank],
                  it.stream[rank]);
  ncclGroupEnd();
}

CASE(reduction_that_is_refused) {
  Ranks it;
  if (repaired) return;
  float half = 0.5f;
  ncclRedOp_t op;
  // wrong: not supported: a reduction of one's own
  ncclRedOpCreatePreMulSum(&op, &half, ncclFloat, ncclScalarHostImmediate, it.comm[0]);
}
