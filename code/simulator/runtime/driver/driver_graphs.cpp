#include "simulator/runtime/driver/driver_call.hpp"
#include "simulator/runtime/driver/undeclared.hpp"

// Graphs that streams capture. A graph is the same for both APIs.

using namespace simulator;
using namespace simulator::runtime;

extern "C" {

CUresult cuStreamBeginCapture_v2(CUstream stream, CUstreamCaptureMode mode) {
  return driver_call(
      [&](State&) { return cudaStreamBeginCapture(stream, cudaStreamCaptureMode(mode)); });
}

CUresult cuStreamEndCapture(CUstream stream, CUgraph* graph) {
  return driver_call([&](State&) { return cudaStreamEndCapture(stream, graph); });
}

CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode) {
  return driver_call_without_context([&](State&) {
    auto same = cudaStreamCaptureMode(result(mode));
    const cudaError_t error = cudaThreadExchangeStreamCaptureMode(&same);
    *mode = CUstreamCaptureMode(same);
    return error;
  });
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec* executable, CUgraph graph,
                                     unsigned long long flags) {
  return driver_call(
      [&](State&) { return cudaGraphInstantiateWithFlags(executable, graph, flags); });
}

CUresult cuGraphUpload(CUgraphExec executable, CUstream stream) {
  return driver_call([&](State&) { return cudaGraphUpload(executable, stream); });
}

CUresult cuGraphLaunch(CUgraphExec executable, CUstream stream) {
  return driver_call([&](State&) { return cudaGraphLaunch(executable, stream); });
}

CUresult cuGraphDestroy(CUgraph graph) {
  return driver_call_without_context([&](State&) { return cudaGraphDestroy(graph); });
}

CUresult cuGraphExecDestroy(CUgraphExec executable) {
  return driver_call_without_context([&](State&) { return cudaGraphExecDestroy(executable); });
}

CUresult cuGraphDebugDotPrint(CUgraph graph, const char* path, unsigned flags) {
  return driver_call_without_context(
      [&](State&) { return cudaGraphDebugDotPrint(graph, path, flags); });
}

}  // extern "C"
