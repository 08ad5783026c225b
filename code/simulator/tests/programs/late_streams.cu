// exit: 86
// prints: all as it should be
// reports: race with the host: the host reads
// environment: SIMULATE_STREAMS=late
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

// What takes effect late is seen late: when the host has waited, or has asked often enough.

constexpr int n = 256;

__global__ void set(int* x, int value) {
  x[threadIdx.x] = value;
}

__global__ void add(int* to, const int* from) {
  to[threadIdx.x] += from[threadIdx.x];
}

#define REQUIRE(...)                                 \
  if (!(__VA_ARGS__)) {                              \
    printf("line %d: %s\n", __LINE__, #__VA_ARGS__); \
    return false;                                    \
  }

int *device, *other, *pinned;
cudaStream_t stream, second;

bool data_come_when_the_host_waits() {
  pinned[0] = -1;
  set<<<1, n, 0, stream>>>(device, 7);
  cudaMemcpyAsync(pinned, device, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  REQUIRE(pinned[0] == -1);
  REQUIRE(cudaStreamSynchronize(second) == cudaSuccess);
  REQUIRE(pinned[0] == -1);
  REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess);
  REQUIRE(pinned[0] == 7 && pinned[n - 1] == 7);
  return true;
}

// A copy from pageable memory has taken it, one from pinned memory takes it later.
bool pageable_memory_is_taken_at_the_call() {
  std::vector<int> pageable(n, 1);
  cudaMemcpyAsync(device, pageable.data(), n * sizeof(int), cudaMemcpyHostToDevice, stream);
  pageable.assign(n, 2);
  cudaMemcpyAsync(pageable.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  REQUIRE(pageable[0] == 1 && pageable[n - 1] == 1);  // the host has waited
  return true;
}

bool queries_bring_progress() {
  cudaEvent_t event;
  REQUIRE(cudaEventCreate(&event) == cudaSuccess);
  REQUIRE(cudaEventQuery(event) == cudaSuccess);
  set<<<1, n, 0, stream>>>(device, 1);
  set<<<1, n, 0, stream>>>(device, 2);
  cudaEventRecord(event, stream);
  int asked = 0;
  cudaError_t error;
  while ((error = cudaEventQuery(event)) == cudaErrorNotReady) ++asked;
  REQUIRE(error == cudaSuccess && asked == 3);
  REQUIRE(cudaStreamQuery(stream) == cudaSuccess);
  set<<<1, n, 0, stream>>>(device, 3);
  REQUIRE(cudaStreamQuery(stream) == cudaErrorNotReady);
  REQUIRE(cudaStreamQuery(stream) == cudaSuccess);
  REQUIRE(cudaGetLastError() == cudaErrorNotReady);
  REQUIRE(cudaEventDestroy(event) == cudaSuccess);
  return true;
}

bool events_have_their_times_when_their_turn_has_come() {
  cudaEvent_t start, stop;
  float milliseconds = -1;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start, stream);
  set<<<1, n, 0, stream>>>(device, 1);
  cudaEventRecord(stop, stream);
  REQUIRE(cudaEventElapsedTime(&milliseconds, start, stop) == cudaErrorNotReady);
  REQUIRE(cudaEventSynchronize(stop) == cudaSuccess);
  REQUIRE(cudaEventElapsedTime(&milliseconds, start, stop) == cudaSuccess);
  REQUIRE(milliseconds > 0);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaGetLastError();
  return true;
}

// Only what the host waits for is done, and what that comes after.
bool events_order_streams() {
  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  cudaMemset(other, 0, n * sizeof(int));
  cudaDeviceSynchronize();
  set<<<1, n, 0, stream>>>(device, 5);
  cudaEventRecord(event, stream);
  cudaStreamWaitEvent(second, event);
  add<<<1, n, 0, second>>>(other, device);
  cudaMemcpyAsync(pinned, other, n * sizeof(int), cudaMemcpyDeviceToHost, second);
  REQUIRE(cudaStreamSynchronize(second) == cudaSuccess);
  REQUIRE(pinned[0] == 5);
  cudaEventDestroy(event);
  return true;
}

bool host_functions_have_their_turn() {
  static std::string order;
  const auto note = [](void* what) { order += static_cast<const char*>(what); };
  const auto call_back = [](cudaStream_t, cudaError_t, void*) { order += "3"; };
  order.clear();
  cudaLaunchHostFunc(stream, note, const_cast<char*>("1"));
  cudaLaunchHostFunc(stream, note, const_cast<char*>("2"));
  cudaStreamAddCallback(stream, call_back, nullptr, 0);
  REQUIRE(order.empty());
  cudaStreamSynchronize(stream);
  REQUIRE(order == "123");
  return true;
}

bool memory_is_freed_in_its_turn() {
  int* x;
  cudaMallocAsync(&x, n * sizeof(int), stream);
  set<<<1, n, 0, stream>>>(x, 9);
  cudaMemcpyAsync(pinned, x, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  REQUIRE(cudaFreeAsync(x, stream) == cudaSuccess);
  REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess);
  REQUIRE(pinned[0] == 9);
  return true;
}

int main() {
  cudaMalloc(&device, n * sizeof(int));
  cudaMalloc(&other, n * sizeof(int));
  cudaMallocHost(&pinned, n * sizeof(int));
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  if (data_come_when_the_host_waits() && pageable_memory_is_taken_at_the_call() &&
      queries_bring_progress() && events_have_their_times_when_their_turn_has_come() &&
      events_order_streams() && host_functions_have_their_turn() && memory_is_freed_in_its_turn())
    puts("all as it should be");
}
