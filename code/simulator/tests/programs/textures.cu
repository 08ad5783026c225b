// exit: 0
// prints: all right
// reports: note: read of memory never written: kernel left_half,
// reports: note: read of memory never written: kernel left_half_of_surface,
// schedules: forward reverse random:1
// streams: early late random:1
// Arrays that come and go in streams and graphs, and texels that nobody wrote and nobody needs.
#include <cstdio>
#include <vector>

constexpr int width = 24, height = 10;

__global__ void left_half(cudaTextureObject_t texture, int* y) {
  const int x = threadIdx.x, row = blockIdx.x;
  const int value = tex2D<int>(texture, x + 0.5f, row + 0.5f);
  y[row * width + x] = x < width / 2 ? value : -1;
}

__global__ void left_half_of_surface(cudaSurfaceObject_t surface, int* y) {
  const int x = threadIdx.x, row = blockIdx.x;
  int value;
  surf2Dread(&value, surface, x * 4, row);
  y[row * width + x] = x < width / 2 ? value : -1;
}

__global__ void turn(cudaSurfaceObject_t from, cudaSurfaceObject_t to) {
  const int x = threadIdx.x, row = blockIdx.x;
  int value;
  surf2Dread(&value, from, x * 4, row);
  surf2Dwrite(value, to, (width - 1 - x) * 4, row);
}

__global__ void add_layers(cudaTextureObject_t texture, int layers, int* y) {
  int sum = 0;
  for (int layer = 0; layer < layers; ++layer)
    sum += tex1DLayered<int>(texture, threadIdx.x + 0.5f, layer);
  y[threadIdx.x] = sum;
}

struct Array {
  Array(cudaExtent extent, unsigned flags) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaMalloc3DArray(&array, &format, extent, flags | cudaArraySurfaceLoadStore);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc reading = {};
    cudaCreateTextureObject(&texture, &resource, &reading, nullptr);
    cudaCreateSurfaceObject(&surface, &resource);
  }
  ~Array() {
    cudaDestroyTextureObject(texture);
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(array);
  }

  cudaArray_t array = nullptr;
  cudaTextureObject_t texture = 0;
  cudaSurfaceObject_t surface = 0;
};

int main() {
  const int row = width * sizeof(int);
  std::vector<int> values(width * height), found(width * height);
  for (int i = 0; i < width * height; ++i) values[i] = 7 * i + 1;
  bool right = true;

  {  // of an array whose right half nobody has written
    Array array({width, height, 0}, 0);
    int* y = nullptr;
    cudaMalloc(&y, height * row);
    cudaMemcpy2DToArray(array.array, 0, 0, values.data(), row, row / 2, height,
                        cudaMemcpyHostToDevice);
    for (bool by_surface : {false, true}) {
      if (by_surface)
        left_half_of_surface<<<height, width>>>(array.surface, y);
      else
        left_half<<<height, width>>>(array.texture, y);
      cudaMemcpy(found.data(), y, height * row, cudaMemcpyDeviceToHost);
      for (int i = 0; i < width * height; ++i)
        right &= found[i] == (i % width < width / 2 ? values[i] : -1);
    }
    cudaFree(y);
  }
  {  // from one to another in a stream, and that again and again in a graph
    Array one({width, height, 0}, 0), other({width, height, 0}, 0);
    int* pinned = nullptr;
    cudaMallocHost(&pinned, height * row);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaGraph_t graph;
    cudaGraphExec_t again;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemcpy2DToArrayAsync(one.array, 0, 0, pinned, row, row, height, cudaMemcpyHostToDevice,
                             stream);
    turn<<<height, width, 0, stream>>>(one.surface, other.surface);
    cudaMemcpy2DFromArrayAsync(pinned, row, other.array, 0, 0, row, height, cudaMemcpyDeviceToHost,
                               stream);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&again, graph, 0);
    for (int i = 0; i < width * height; ++i) pinned[i] = values[i];
    for (int turns = 1; turns <= 3; ++turns) {
      cudaGraphLaunch(again, stream);
      cudaStreamSynchronize(stream);
      for (int i = 0; i < width * height; ++i)
        right &= pinned[i] == values[turns % 2 == 0 ? i : i - i % width + width - 1 - i % width];
    }
    cudaMemcpy2DArrayToArray(one.array, 4, 1, other.array, 0, 0, row - 4, height - 1,
                             cudaMemcpyDeviceToDevice);
    cudaMemcpy2DFromArray(found.data(), row, one.array, 4, 1, row - 4, height - 1,
                          cudaMemcpyDeviceToHost);
    for (int i = 0; i < width * (height - 1); ++i)
      right &= i % width == width - 1 || found[i] == pinned[i];
    cudaGraphExecDestroy(again);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFreeHost(pinned);
  }
  {  // layers
    Array array({width, 0, height}, cudaArrayLayered);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(values.data(), row, width, 1);
    copy.dstArray = array.array;
    copy.extent = make_cudaExtent(width, 1, height);
    copy.kind = cudaMemcpyHostToDevice;
    right &= cudaMemcpy3D(&copy) == cudaSuccess;
    int* y = nullptr;
    cudaMalloc(&y, row);
    add_layers<<<1, width>>>(array.texture, height, y);
    cudaMemcpy(found.data(), y, row, cudaMemcpyDeviceToHost);
    for (int x = 0; x < width; ++x) {
      int sum = 0;
      for (int layer = 0; layer < height; ++layer) sum += values[layer * width + x];
      right &= found[x] == sum;
    }
    cudaFree(y);
  }
  {  // what is wrong is refused
    Array array({width, height, 0}, 0);
    right &= cudaMemcpy2DToArray(array.array, 8, 0, values.data(), row, row, 1,
                                 cudaMemcpyHostToDevice) != cudaSuccess;
    right &= cudaMemcpy2DToArray(array.array, 0, 1, values.data(), row, row, height,
                                 cudaMemcpyHostToDevice) != cudaSuccess;
    cudaArray_t none = nullptr;
    const cudaChannelFormatDesc three =
        cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindSigned);
    right &= cudaMallocArray(&none, &three, 8) == cudaErrorInvalidChannelDescriptor;
    cudaGetLastError();
  }
  std::puts(right ? "all right" : "wrong");
}
