// exit: 0
// prints: all as it should be
// streams: early late random:1 random:5
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

// What comes after a function of the host that is not over, in its stream and in others.

#define CHECK(condition)                                  \
  do {                                                    \
    if (!(condition)) {                                   \
      std::printf("line %d: %s\n", __LINE__, #condition); \
      std::exit(1);                                       \
    }                                                     \
  } while (0)
#define CALL(call) CHECK((call) == cudaSuccess)

constexpr int n = 2048;

__global__ void add(const int* from, int* to, int by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i] + by;
}

template <class T>
T* pinned(int count) {
  T* data;
  CALL(cudaMallocHost(&data, count * sizeof(T)));
  return data;
}

int* on_device() {
  int* data;
  CALL(cudaMalloc(&data, n * sizeof(int)));
  CALL(cudaMemset(data, 0, n * sizeof(int)));
  CALL(cudaDeviceSynchronize());
  return data;
}

/// A copy from pageable memory has read it when the call returns, whatever the copy waits for.
void copy_from_pageable_memory(cudaStream_t stream) {
  int* const x = on_device();
  int* const results = pinned<int>(3 * n);
  std::atomic<int> told = 0;
  for (int round = 0; round < 3; ++round) {
    std::vector<int> from(n, 100 * round);
    CALL(cudaMemcpyAsync(x, from.data(), n * sizeof(int), cudaMemcpyHostToDevice, stream));
    add<<<n / 256, 256, 0, stream>>>(x, x, round);
    CALL(cudaMemcpyAsync(results + round * n, x, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
    CALL(cudaLaunchHostFunc(
        stream, [](void* told) { ++*static_cast<std::atomic<int>*>(told); }, &told));
  }
  CALL(cudaStreamSynchronize(stream));
  CHECK(told == 3);
  for (int round = 0; round < 3; ++round) CHECK(results[round * n + 5] == 101 * round);
  CALL(cudaFreeHost(results));
  CALL(cudaFree(x));
}

/// A function waits until the host has filled what a copy after it reads.
void wait_for_the_host(cudaStream_t stream) {
  int *const x = on_device(), *const y = on_device();
  int *const filled = pinned<int>(n), *const other = pinned<int>(n);
  cudaStream_t others;
  CALL(cudaStreamCreateWithFlags(&others, cudaStreamNonBlocking));
  CALL(cudaMemcpyAsync(other, y, n * sizeof(int), cudaMemcpyDeviceToHost, others));
  std::atomic<bool> open = false;
  CALL(cudaLaunchHostFunc(
      stream,
      [](void* open) {
        while (!*static_cast<std::atomic<bool>*>(open)) std::this_thread::yield();
      },
      &open));
  CALL(cudaMemcpyAsync(x, filled, n * sizeof(int), cudaMemcpyHostToDevice, stream));
  add<<<n / 256, 256, 0, stream>>>(x, x, 1);
  CALL(cudaMemcpyAsync(filled, x, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
  for (int i = 0; i < n; ++i) filled[i] = i;
  open = true;
  CALL(cudaStreamSynchronize(stream));
  CALL(cudaStreamSynchronize(others));
  CHECK(filled[n - 1] == n && other[7] == 0);
  CALL(cudaStreamDestroy(others));
  for (int* each : {filled, other}) CALL(cudaFreeHost(each));
  for (int* each : {x, y}) CALL(cudaFree(each));
}

/// A graph that allocates and frees is launched again before a slow function of it is over.
void launch_a_graph_again(cudaStream_t stream) {
  struct Seen {
    int* data;
    int sum;
  } seen{pinned<int>(n), 0};
  cudaGraph_t graph;
  cudaGraphExec_t runnable;
  int* x;
  CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CALL(cudaMallocAsync(&x, n * sizeof(int), stream));
  CALL(cudaMemsetAsync(x, 0, n * sizeof(int), stream));
  add<<<n / 256, 256, 0, stream>>>(x, x, 7);
  CALL(cudaMemcpyAsync(seen.data, x, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
  CALL(cudaLaunchHostFunc(
      stream,
      [](void* data) {
        usleep(20'000);
        Seen& seen = *static_cast<Seen*>(data);
        seen.sum += seen.data[n - 1];
      },
      &seen));
  CALL(cudaFreeAsync(x, stream));
  CALL(cudaStreamEndCapture(stream, &graph));
  CALL(cudaGraphInstantiate(&runnable, graph, 0));
  for (int round = 0; round < 4; ++round) CALL(cudaGraphLaunch(runnable, stream));
  CALL(cudaStreamSynchronize(stream));
  CHECK(seen.sum == 4 * 7);
  CALL(cudaGraphExecDestroy(runnable));
  CALL(cudaGraphDestroy(graph));
  CALL(cudaFreeHost(seen.data));
}

/// Threads that spin until their own graph has told them, and look at what it has copied.
void spin_in_several_threads() {
  constexpr int threads = 4, rounds = 4, part = 64;
  int* const x = on_device();
  std::atomic<int> wrong = 0;
  cudaStream_t shared;
  CALL(cudaStreamCreate(&shared));
  std::vector<std::thread> all;
  for (int t = 0; t < threads; ++t)
    all.emplace_back([&, t] {
      std::atomic<int> told = 0;
      int* const copy = pinned<int>(part);
      cudaStream_t own;
      cudaGraph_t graph;
      cudaGraphExec_t runnable;
      CALL(cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking));
      CALL(cudaStreamBeginCapture(own, cudaStreamCaptureModeThreadLocal));
      add<<<1, part, 0, own>>>(x + part * t, x + part * t, 1);
      CALL(cudaMemcpyAsync(copy, x + part * t, part * sizeof(int), cudaMemcpyDeviceToHost, own));
      CALL(cudaLaunchHostFunc(
          own, [](void* told) { ++*static_cast<std::atomic<int>*>(told); }, &told));
      CALL(cudaStreamEndCapture(own, &graph));
      CALL(cudaGraphInstantiate(&runnable, graph, 0));
      for (int round = 1; round <= rounds; ++round) {
        CALL(cudaGraphLaunch(runnable, shared));
        while (told < round) std::this_thread::yield();
        wrong += copy[5] != round;
      }
      CALL(cudaStreamSynchronize(shared));
      CALL(cudaGraphExecDestroy(runnable));
      CALL(cudaGraphDestroy(graph));
      CALL(cudaStreamDestroy(own));
      CALL(cudaFreeHost(copy));
    });
  for (std::thread& each : all) each.join();
  CHECK(wrong == 0);
  CALL(cudaStreamDestroy(shared));
  CALL(cudaFree(x));
}

int main() {
  cudaStream_t stream;
  CALL(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  copy_from_pageable_memory(stream);
  wait_for_the_host(stream);
  launch_a_graph_again(stream);
  CALL(cudaStreamDestroy(stream));
  spin_in_several_threads();
  std::printf("all as it should be\n");
}
