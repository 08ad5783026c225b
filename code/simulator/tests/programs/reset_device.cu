// exit: 86
// reports: simulator: double free: cudaFree of 0 bytes into the 4 bytes at
// reports: , now freed by cudaDeviceReset
// reports: simulator: double free: cudaFreeHost of 0 bytes into the 4 bytes at
// reports: simulator: misuse of the runtime API: use of a stream that was destroyed
// reports: simulator: misuse of the runtime API: use of an event that was destroyed
// reports: simulator: use after free: cudaMemcpy: copy from 4 bytes that begin 0 bytes
// reports: a graph launches kernel add_one, whose node was made before cudaDeviceReset
// reports: reset_device.cu:15: simulator: use after free: kernel add_one, block (0,0,0), thread
// prints: invalid argument, invalid argument, invalid resource handle, invalid resource handle,
// prints: no error, an illegal memory access was encountered
#include <cstdio>

__global__ void add_one(int* x) {
  ++*x;
}

int main() {
  int *x, *pinned, value;
  cudaStream_t stream;
  cudaEvent_t event;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaMalloc(&x, 4);
  cudaMallocHost(&pinned, 4);
  cudaStreamCreate(&stream);
  cudaEventCreate(&event);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  add_one<<<1, 1, 0, stream>>>(x);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&executable, graph, 0);
  cudaDeviceReset();
  const cudaError_t errors[] = {cudaFree(x), cudaFreeHost(pinned), cudaStreamDestroy(stream),
                                cudaEventRecord(event),
                                cudaMemcpy(&value, x, 4, cudaMemcpyDeviceToHost)};
  for (const cudaError_t each : errors) std::printf("%s, ", cudaGetErrorString(each));
  cudaGraphLaunch(executable, nullptr);
  std::printf("\n%s, ", cudaGetErrorString(cudaDeviceSynchronize()));
  add_one<<<1, 1>>>(x);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
