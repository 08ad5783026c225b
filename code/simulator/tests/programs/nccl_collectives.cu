// exit: 0
// prints: all as it should be
// devices: 1 2 3 4
// streams: early late random:1
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "../nccl/nccl.hpp"

// Every collective, of every type and reduction, compared with what the host computes from the same
// random numbers. Usage: nccl_collectives [SEED]

unsigned seed = 0;

#define REQUIRE(...)                                                     \
  if (!(__VA_ARGS__)) {                                                  \
    std::printf("line %d, seed %u: %s\n", __LINE__, seed, #__VA_ARGS__); \
    std::exit(1);                                                        \
  }
#define DONE(...) REQUIRE((__VA_ARGS__) == ncclSuccess)

int devices = 0;
std::vector<ncclComm_t> comm;
std::vector<cudaStream_t> stream;
std::mt19937 random_number;

enum class Kind { all_reduce, reduce, reduce_scatter, broadcast, bcast, all_gather };

/// An array on each device.
template <class T>
struct Arrays {
  Arrays(std::size_t n) : n(n), on(devices) {
    for (int d = 0; d < devices; ++d) {
      cudaSetDevice(d);
      REQUIRE(cudaMalloc(&on[d], (n + 1) * sizeof(T)) == cudaSuccess);
    }
  }
  ~Arrays() {
    for (T* each : on) cudaFree(each);
  }
  void put(int d, const std::vector<T>& values) {
    cudaMemcpyAsync(on[d], values.data(), n * sizeof(T), cudaMemcpyHostToDevice, stream[d]);
  }
  std::vector<T> get(int d, std::size_t at, std::size_t count) {
    std::vector<T> values(count);
    cudaMemcpyAsync(values.data(), on[d] + at, count * sizeof(T), cudaMemcpyDeviceToHost,
                    stream[d]);
    cudaStreamSynchronize(stream[d]);
    return values;
  }

  std::size_t n;
  std::vector<T*> on;
};

/// Of numbers so small that all but an average is exact.
template <class T>
double reduced(const std::vector<std::vector<T>>& from, std::size_t i, ncclRedOp_t op) {
  double result = double(from[0][i]);
  for (int d = 1; d < devices; ++d) {
    const double next = double(from[d][i]);
    result = op == ncclProd  ? result * next
             : op == ncclMax ? std::max(result, next)
             : op == ncclMin ? std::min(result, next)
                             : result + next;
  }
  if (op != ncclAvg) return result;
  return T(0.5f) == T(0) ? std::trunc(result / devices) : result / devices;
}

template <class T>
void check(ncclDataType_t type, Kind kind, ncclRedOp_t op, std::size_t n, bool in_place) {
  const std::size_t send_n = kind == Kind::reduce_scatter ? n * devices : n;
  const std::size_t receive_n = kind == Kind::all_gather ? n * devices : n;
  const int root = int(random_number() % devices);
  std::vector<std::vector<T>> values(devices, std::vector<T>(send_n));
  for (auto& each : values)
    for (T& value : each) value = T(float(random_number() % 4));
  Arrays<T> to(std::max(send_n, receive_n)), apart(send_n);
  std::vector<T*> send(devices), receive(devices);
  DONE(ncclGroupStart());
  for (int d = 0; d < devices; ++d) {
    receive[d] = to.on[d] + (in_place && kind == Kind::reduce_scatter ? d * n : 0);
    send[d] = in_place ? to.on[d] + (kind == Kind::all_gather ? d * n : 0) : apart.on[d];
    cudaMemcpyAsync(send[d], values[d].data(), send_n * sizeof(T), cudaMemcpyHostToDevice,
                    stream[d]);
    if (kind == Kind::all_reduce)
      DONE(ncclAllReduce(send[d], receive[d], n, type, op, comm[d], stream[d]));
    if (kind == Kind::reduce)
      DONE(ncclReduce(send[d], receive[d], n, type, op, root, comm[d], stream[d]));
    if (kind == Kind::reduce_scatter)
      DONE(ncclReduceScatter(send[d], receive[d], n, type, op, comm[d], stream[d]));
    if (kind == Kind::broadcast)
      DONE(ncclBroadcast(send[d], receive[d], n, type, root, comm[d], stream[d]));
    if (kind == Kind::bcast) DONE(ncclBcast(receive[d], n, type, root, comm[d], stream[d]));
    if (kind == Kind::all_gather)
      DONE(ncclAllGather(send[d], receive[d], n, type, comm[d], stream[d]));
  }
  DONE(ncclGroupEnd());
  for (int d = 0; d < devices; ++d) {
    if (kind == Kind::reduce && d != root) continue;
    const std::vector<T> got = to.get(d, receive[d] - to.on[d], receive_n);
    for (std::size_t i = 0; i < receive_n; ++i) {
      double right = 0, tolerance = 0;
      if (kind == Kind::all_gather) {
        right = double(values[i / n][i % n]);
      } else if (kind == Kind::broadcast || kind == Kind::bcast) {
        right = double(values[root][i]);
      } else {
        right = reduced(values, kind == Kind::reduce_scatter ? d * n + i : i, op);
        // Each share of a third is rounded, and so is each sum.
        if (op == ncclAvg)
          tolerance = 3 * std::ldexp(1.0, -8 * int(std::min<std::size_t>(sizeof(T), 3)) + 8);
      }
      if (std::fabs(double(got[i]) - right) > tolerance) {
        std::printf("type %d, kind %d, reduction %d, %zu elements, in place %d: %g, not %g\n",
                    int(type), int(kind), int(op), n, in_place, double(got[i]), right);
        REQUIRE(false);
      }
    }
  }
}

template <class T>
void check_type(ncclDataType_t type) {
  for (const std::size_t n : {0, 1, 7, 257})
    for (const bool in_place : {false, true}) {
      for (const Kind kind : {Kind::all_reduce, Kind::reduce, Kind::reduce_scatter})
        for (const ncclRedOp_t op : {ncclSum, ncclProd, ncclMin, ncclMax, ncclAvg})
          check<T>(type, kind, op, n, in_place);
      for (const Kind kind : {Kind::broadcast, Kind::all_gather})
        check<T>(type, kind, ncclSum, n, in_place);
      if (in_place) check<T>(type, Kind::bcast, ncclSum, n, true);
    }
}

int main(int argc, char** argv) {
  seed = argc > 1 ? unsigned(std::atoi(argv[1])) : std::random_device()();
  std::printf("seed %u\n", seed);
  random_number.seed(seed);
  REQUIRE(cudaGetDeviceCount(&devices) == cudaSuccess);
  comm.resize(devices);
  stream.resize(devices);
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    cudaStreamCreateWithFlags(&stream[d], cudaStreamNonBlocking);
  }
  DONE(ncclCommInitAll(comm.data(), devices, nullptr));
  check_type<std::int8_t>(ncclInt8);
  check_type<std::uint8_t>(ncclUint8);
  check_type<std::int32_t>(ncclInt32);
  check_type<std::uint32_t>(ncclUint32);
  check_type<std::int64_t>(ncclInt64);
  check_type<std::uint64_t>(ncclUint64);
  check_type<__half>(ncclFloat16);
  check_type<__nv_bfloat16>(ncclBfloat16);
  check_type<float>(ncclFloat32);
  check_type<double>(ncclFloat64);
  for (const ncclComm_t each : comm) DONE(ncclCommDestroy(each));
  REQUIRE(cudaGetLastError() == cudaSuccess);
  std::printf("all as it should be\n");
}
