// exit: 0
// prints: the graph is what it was
#include <cstdio>

// An executable graph that cannot be updated stays what it was, and can be launched: so an H200
// does.

__global__ void add(int* x, int n) {
  *x += n;
}

int main() {
  int* x;
  cudaMallocManaged(&x, sizeof *x);
  *x = 0;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t one, two;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  add<<<1, 1, 0, stream>>>(x, 1);
  cudaStreamEndCapture(stream, &one);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  add<<<1, 1, 0, stream>>>(x, 100);
  add<<<1, 1, 0, stream>>>(x, 100);
  cudaStreamEndCapture(stream, &two);
  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, one, 0);
  cudaGraphExecUpdateResultInfo info = {};
  const cudaError_t error = cudaGraphExecUpdate(executable, two, &info);
  const bool launched = cudaGraphLaunch(executable, stream) == cudaSuccess &&
                        cudaStreamSynchronize(stream) == cudaSuccess;
  const bool remembered = cudaGetLastError() == cudaErrorGraphExecUpdateFailure;
  const bool right = error == cudaErrorGraphExecUpdateFailure &&
                     info.result == cudaGraphExecUpdateErrorTopologyChanged && launched &&
                     remembered && *x == 1;
  if (right) std::printf("the graph is what it was\n");
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(one);
  cudaGraphDestroy(two);
  cudaStreamDestroy(stream);
  cudaFree(x);
  return !right;
}
