// Streams and events.
#include "cases.hpp"

__global__ void nothing() {}

CASE(stream_create) {
  cudaStream_t stream;
  int priority = 99, least = 99, greatest = 99;
  unsigned flags = 99;
  SHOW(cudaStreamCreate(nullptr));
  SHOW(cudaStreamCreateWithFlags(&stream, 2));
  SHOW(cudaStreamCreateWithFlags(&stream, 99));
  SHOW(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  SHOW(cudaStreamGetFlags(stream, &flags));
  SHOW_VALUE(flags);
  SHOW(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  SHOW_VALUE(least);
  SHOW_VALUE(greatest);
  SHOW(cudaStreamCreateWithPriority(&stream, cudaStreamDefault, -99));
  SHOW(cudaStreamGetPriority(stream, &priority));
  SHOW_VALUE(priority);
  SHOW(cudaStreamCreateWithPriority(&stream, cudaStreamDefault, 99));
  SHOW(cudaStreamGetPriority(stream, &priority));
  SHOW_VALUE(priority);
  SHOW(cudaStreamGetFlags(stream, nullptr));
  SHOW(cudaStreamGetPriority(stream, nullptr));
}

CASE(stream_destroy_default) {
  SHOW(cudaStreamDestroy(nullptr));
}
CASE(stream_destroy_legacy) {
  SHOW(cudaStreamDestroy(cudaStreamLegacy));
}
CASE(stream_destroy_twice) {
  cudaStream_t stream;
  SHOW(cudaStreamCreate(&stream));
  SHOW(cudaStreamDestroy(stream));
  SHOW(cudaStreamDestroy(stream));
}
CASE(stream_after_destruction_synchronize) {
  cudaStream_t stream;
  SHOW(cudaStreamCreate(&stream));
  SHOW(cudaStreamDestroy(stream));
  SHOW(cudaStreamSynchronize(stream));
}
CASE(stream_after_destruction_query) {
  cudaStream_t stream;
  SHOW(cudaStreamCreate(&stream));
  SHOW(cudaStreamDestroy(stream));
  SHOW(cudaStreamQuery(stream));
}
CASE(stream_after_destruction_copy) {
  cudaStream_t stream;
  int *x, y = 0;
  SHOW(cudaMalloc(&x, 4));
  SHOW(cudaStreamCreate(&stream));
  SHOW(cudaStreamDestroy(stream));
  SHOW(cudaMemcpyAsync(x, &y, 4, cudaMemcpyHostToDevice, stream));
}
CASE(stream_after_destruction_launch) {
  cudaStream_t stream;
  SHOW(cudaStreamCreate(&stream));
  SHOW(cudaStreamDestroy(stream));
  nothing<<<1, 1, 0, stream>>>();
  SHOW(cudaGetLastError());
}
CASE(stream_after_destruction_record) {
  cudaStream_t stream;
  cudaEvent_t event;
  SHOW(cudaEventCreate(&event));
  SHOW(cudaStreamCreate(&stream));
  SHOW(cudaStreamDestroy(stream));
  SHOW(cudaEventRecord(event, stream));
}

CASE(stream_wait) {
  cudaEvent_t event;
  SHOW(cudaEventCreate(&event));
  SHOW(cudaStreamWaitEvent(nullptr, nullptr, 0));
  SHOW(cudaStreamWaitEvent(nullptr, event, 0));
  SHOW(cudaStreamWaitEvent(nullptr, event, 5));
}

CASE(host_functions) {
  SHOW(cudaLaunchHostFunc(nullptr, nullptr, nullptr));
  SHOW(cudaStreamAddCallback(nullptr, nullptr, nullptr, 0));
  SHOW(cudaStreamAddCallback(
      nullptr, [](cudaStream_t, cudaError_t, void*) {}, nullptr, 1));
}

CASE(event_create) {
  cudaEvent_t event;
  SHOW(cudaEventCreate(nullptr));
  SHOW(cudaEventCreateWithFlags(&event, 0xff));
  SHOW(cudaEventCreateWithFlags(&event, cudaEventInterprocess));
  SHOW(cudaEventCreateWithFlags(&event, cudaEventBlockingSync | cudaEventDisableTiming));
}

CASE(event_never_recorded) {
  cudaEvent_t start, stop;
  float milliseconds = -1;
  SHOW(cudaEventCreate(&start));
  SHOW(cudaEventCreate(&stop));
  SHOW(cudaEventQuery(start));
  SHOW(cudaEventSynchronize(start));
  SHOW(cudaEventElapsedTime(&milliseconds, start, stop));
  SHOW(cudaEventRecord(start));
  SHOW(cudaEventElapsedTime(&milliseconds, start, stop));
  SHOW(cudaEventRecord(stop));
  SHOW(cudaEventSynchronize(stop));
  SHOW(cudaEventElapsedTime(&milliseconds, start, stop));
  SHOW(cudaEventElapsedTime(nullptr, start, stop));
  SHOW(cudaGetLastError());
}

CASE(event_without_timing) {
  cudaEvent_t start, stop;
  float milliseconds = -1;
  SHOW(cudaEventCreateWithFlags(&start, cudaEventDisableTiming));
  SHOW(cudaEventCreate(&stop));
  SHOW(cudaEventRecord(start));
  SHOW(cudaEventRecord(stop));
  SHOW(cudaEventSynchronize(stop));
  SHOW(cudaEventElapsedTime(&milliseconds, start, stop));
  SHOW(cudaEventRecordWithFlags(stop, nullptr, 77));
}

CASE(event_null_destroy) {
  SHOW(cudaEventDestroy(nullptr));
}
CASE(event_null_record) {
  SHOW(cudaEventRecord(nullptr));
}
CASE(event_null_synchronize) {
  SHOW(cudaEventSynchronize(nullptr));
}
CASE(event_null_query) {
  SHOW(cudaEventQuery(nullptr));
}
CASE(event_null_elapsed) {
  float milliseconds = -1;
  SHOW(cudaEventElapsedTime(&milliseconds, nullptr, nullptr));
}
CASE(event_destroy_twice) {
  cudaEvent_t event;
  SHOW(cudaEventCreate(&event));
  SHOW(cudaEventDestroy(event));
  SHOW(cudaEventDestroy(event));
}
CASE(event_after_destruction_record) {
  cudaEvent_t event;
  SHOW(cudaEventCreate(&event));
  SHOW(cudaEventDestroy(event));
  SHOW(cudaEventRecord(event));
}
CASE(event_after_destruction_query) {
  cudaEvent_t event;
  SHOW(cudaEventCreate(&event));
  SHOW(cudaEventDestroy(event));
  SHOW(cudaEventQuery(event));
}
