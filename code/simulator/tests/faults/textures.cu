// Textures and surfaces: objects that are not there, places beyond the edge, and the cache that
// does not see what a kernel writes.
#include "cases.hpp"

/// An array of 16 x 8 floats and an object for it.
struct Plane {
  static constexpr int width = 16, height = 8, row = width * sizeof(float);

  explicit Plane(bool filled = true) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &format, width, height, cudaArraySurfaceLoadStore);
    if (filled) fill(nullptr);
    cudaDeviceSynchronize();
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc reading = {};
    cudaCreateTextureObject(&texture, &resource, &reading, nullptr);
    cudaCreateSurfaceObject(&surface, &resource);
  }
  ~Plane() {
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(texture);
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(array);
  }
  Plane(const Plane&) = delete;
  Plane& operator=(const Plane&) = delete;

  void fill(cudaStream_t stream) {
    cudaMemcpy2DToArrayAsync(array, 0, 0, zeros, row, row, height, cudaMemcpyDeviceToDevice,
                             stream);
  }

  Buffer<float> zeros{width * height, 0};
  cudaArray_t array = nullptr;
  cudaResourceDesc resource = {};
  cudaTextureObject_t texture = 0;
  cudaSurfaceObject_t surface = 0;
};

template <bool repaired>
__global__ void read(cudaTextureObject_t texture, float* y) {
  // wrong: use after free: as a texture object, which was destroyed
  y[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 2.5f);
}
CASE(texture_that_was_destroyed) {
  Plane plane;
  Buffer<float> y(16);
  cudaTextureDesc reading = {};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &plane.resource, &reading, nullptr);
  cudaDestroyTextureObject(texture);
  read<repaired><<<1, 16>>>(repaired ? plane.texture : texture, y);
}

template <bool repaired>
__global__ void read_through_nothing(cudaTextureObject_t texture, float* y) {
  // wrong: access out of bounds: as a texture object, which no call has made
  y[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 2.5f);
}
CASE(texture_that_was_never_made) {
  Plane plane;
  Buffer<float> y(16);
  read_through_nothing<repaired><<<1, 16>>>(repaired ? plane.texture : 0, y);
}

template <bool repaired>
__global__ void read_freed(cudaTextureObject_t texture, float* y) {
  y[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 2.5f);  // wrong: use after free
}
CASE(array_freed_below_its_texture) {
  Plane plane;
  Buffer<float> y(16);
  if (!repaired) {
    cudaFreeArray(plane.array);
    plane.array = nullptr;
  }
  read_freed<repaired><<<1, 16>>>(plane.texture, y);
}

template <bool repaired>
__global__ void read_unwritten(cudaTextureObject_t texture, float* y) {
  // wrong: read of memory never written
  if (tex2D<float>(texture, threadIdx.x + 0.5f, 2.5f) > 0) y[threadIdx.x] = 1;
}
CASE(texture_of_an_array_never_written) {
  Plane plane(repaired);
  Buffer<float> y(16, 0);
  read_unwritten<repaired><<<1, 16>>>(plane.texture, y);
}

template <bool repaired>
__global__ void shift(cudaSurfaceObject_t surface, float* y) {
  const int x = threadIdx.x + (repaired ? 0 : 1);
  // wrong: access out of bounds: at byte 64 of a surface
  surf2Dread(y + threadIdx.x, surface, x * int(sizeof(float)), 3);
}
CASE(surface_read_beyond_its_row) {
  Plane plane;
  Buffer<float> y(16);
  shift<repaired><<<1, 16>>>(plane.surface, y);
}

template <bool repaired>
__global__ void write_in_elements(cudaSurfaceObject_t surface) {
  const int x = threadIdx.x * (repaired ? sizeof(float) : 5);
  surf2Dwrite(1.0f, surface, x, 3);  // wrong: misaligned access
}
CASE(surface_written_at_odd_bytes) {
  Plane plane;
  write_in_elements<repaired><<<1, 12>>>(plane.surface);
}

template <bool repaired>
__global__ void write_one_row(cudaSurfaceObject_t surface) {
  // wrong: race in global memory
  surf2Dwrite(float(blockIdx.x), surface, threadIdx.x * int(sizeof(float)),
              repaired ? blockIdx.x : 0);
}
CASE(blocks_write_one_row_of_a_surface) {
  Plane plane;
  write_one_row<repaired><<<2, 16>>>(plane.surface);
}

template <bool repaired>
__global__ void write_and_read(cudaSurfaceObject_t surface, cudaTextureObject_t texture, float* y) {
  surf2Dwrite(1.0f, surface, threadIdx.x * int(sizeof(float)), 0);
  __syncthreads();
  const int row = repaired ? 1 : 0;
  // wrong: read-only load of what the kernel writes: through a texture
  y[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, row + 0.5f);
}
CASE(texture_of_what_the_kernel_writes) {
  Plane plane;
  Buffer<float> y(16);
  write_and_read<repaired><<<1, 16>>>(plane.surface, plane.texture, y);
}

template <bool repaired>
__global__ void read_in_a_stream(cudaTextureObject_t texture, float* y) {
  y[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 2.5f);
}
CASE(array_filled_in_another_stream) {
  Plane plane;
  Buffer<float> y(16);
  cudaStream_t one, other;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  plane.fill(one);
  // wrong: race between operations
  read_in_a_stream<repaired><<<1, 16, 0, repaired ? one : other>>>(plane.texture, y);
  cudaDeviceSynchronize();
  cudaStreamDestroy(one);
  cudaStreamDestroy(other);
}

template <bool repaired>
__global__ void read_while_destroyed(cudaTextureObject_t texture, float* y) {
  y[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 2.5f);
}
CASE(texture_destroyed_under_a_kernel) {
  Plane plane;
  Buffer<float> y(16);
  read_while_destroyed<repaired><<<1, 16>>>(plane.texture, y);
  if (repaired) cudaDeviceSynchronize();
  // wrong: race between operations: cudaDestroyTextureObject frees
  cudaDestroyTextureObject(plane.texture);
  plane.texture = 0;
  cudaDeviceSynchronize();
}

template <bool repaired>
__global__ void write_while_destroyed(cudaSurfaceObject_t surface) {
  surf2Dwrite(1.0f, surface, threadIdx.x * int(sizeof(float)), 3);
}
CASE(surface_destroyed_under_a_kernel) {
  Plane plane;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  write_while_destroyed<repaired><<<1, 16, 0, stream>>>(plane.surface);
  if (repaired) cudaStreamSynchronize(stream);
  // wrong: race between operations: cudaDestroySurfaceObject frees
  cudaDestroySurfaceObject(plane.surface);
  plane.surface = 0;
  cudaStreamDestroy(stream);
}

template <bool repaired>
__global__ void write_wider(cudaSurfaceObject_t surface) {
  const int x = threadIdx.x * int(sizeof(float));
  if (repaired)
    surf2Dwrite(1.0f, surface, x, 3);
  else if (threadIdx.x % 2 == 0)
    // noted: access of another type than the texels: accesses 8 bytes of a surface
    surf2Dwrite(make_float2(1, 1), surface, x, 3);
}
CASE(surface_written_in_wider_elements) {
  Plane plane;
  write_wider<repaired><<<1, 16>>>(plane.surface);
}

template <bool repaired>
__global__ void read_as_integers(cudaTextureObject_t texture, float* y) {
  const float x = threadIdx.x + 0.5f;
  // noted: access of another type than the texels: takes texels of floats of 32 bits for integers
  y[threadIdx.x] = repaired ? tex2D<float>(texture, x, 2.5f) : float(tex2D<int>(texture, x, 2.5f));
}
CASE(texture_of_floats_read_as_integers) {
  Plane plane;
  Buffer<float> y(16);
  read_as_integers<repaired><<<1, 16>>>(plane.texture, y);
}

template <bool repaired>
__global__ void read_as_floats(cudaTextureObject_t texture, float* y) {
  // noted: access of another type than the texels: takes texels of unsigned integers of 8 bits
  y[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);
}
CASE(texture_of_bytes_read_as_floats) {
  Buffer<unsigned char> bytes(16, 1);
  Buffer<float> y(16);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {bytes, cudaCreateChannelDesc<unsigned char>(), 16};
  cudaTextureDesc reading = {};
  reading.readMode = repaired ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &reading, nullptr);
  read_as_floats<repaired><<<1, 16>>>(texture, y);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
}
