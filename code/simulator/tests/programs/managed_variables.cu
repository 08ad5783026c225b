// exit: 0
// prints: all as it should be
// environment: SIMULATE_LEAKS=1
// devices: 1 2
// streams: early late
#include <cstdio>

#define CHECK(condition)                                                            \
  do {                                                                              \
    if (!(condition)) return std::printf("line %d: %s\n", __LINE__, #condition), 1; \
  } while (0)
#define CALL(call) CHECK((call) == cudaSuccess)

struct Node {
  Node* next;
  double value;
};

__managed__ int counter = 5;
__device__ __managed__ float table[4] = {1, 2, 3, 4};
__managed__ Node list = {nullptr, 2.5};
__managed__ volatile int stop = 0;
__device__ int plain = 3;

__global__ void add() {
  atomicAdd(&counter, 1);
  table[threadIdx.x] += plain;
  if (threadIdx.x == 0) list.value += list.next ? list.next->value : 100;
}

__global__ void wait_for_stop() {
  while (stop == 0) {
  }
}

int main() {
  CHECK(counter == 5 && table[3] == 4 && list.value == 2.5 && list.next == nullptr);
  counter = 7;
  list.next = &list;
  add<<<1, 4>>>();
  CALL(cudaDeviceSynchronize());
  CHECK(counter == 11 && table[0] == 4 && table[3] == 7 && list.value == 5);

  void* place;
  std::size_t bytes;
  CALL(cudaGetSymbolAddress(&place, counter));
  CHECK(place == &counter);
  CALL(cudaGetSymbolSize(&bytes, table));
  CHECK(bytes == sizeof table);
  const float ones[2] = {1, 1};
  CALL(cudaMemcpyToSymbol(table, ones, sizeof ones, 2 * sizeof(float)));
  CHECK(table[1] == 5 && table[2] == 1 && table[3] == 1);
  cudaPointerAttributes attributes;
  CALL(cudaPointerGetAttributes(&attributes, table));
  CHECK(attributes.type == cudaMemoryTypeManaged && attributes.devicePointer == table);
  CALL(cudaMemset(table, 0, sizeof table));
  CALL(cudaDeviceSynchronize());
  CHECK(table[1] == 0);

  int devices;
  CALL(cudaGetDeviceCount(&devices));
  CALL(cudaSetDevice(devices - 1));
  counter = 20;
  add<<<1, 4>>>();
  CALL(cudaDeviceSynchronize());
  CHECK(counter == 24 && table[2] == 3);

  wait_for_stop<<<1, 1>>>();
  stop = 1;
  CALL(cudaDeviceSynchronize());
  std::puts("all as it should be");
}
