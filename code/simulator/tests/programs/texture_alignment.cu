// exit: 0
// prints: all as on an H200
#include <cstdio>

// Where memory may begin that textures read as it is, and how far apart its rows may be. What an
// H200 said.

struct Wanted {
  bool rows;
  int first, pitch;  // bytes
  cudaError_t error;
};
constexpr Wanted answers[] = {
    {true, 0, 64, cudaSuccess},
    {true, 0, 48, cudaErrorInvalidValue},
    {true, 0, 36, cudaErrorInvalidValue},
    {true, 4, 64, cudaErrorInvalidValue},
    {true, 32, 64, cudaErrorInvalidValue},
    {true, 256, 64, cudaErrorInvalidValue},
    {true, 512, 64, cudaSuccess},
    {false, 4, 0, cudaErrorInvalidValue},
    {false, 16, 0, cudaErrorInvalidValue},
    {false, 32, 0, cudaErrorInvalidValue},
    {false, 512, 0, cudaSuccess},
};

int main() {
  char* memory;
  cudaMalloc(&memory, 9999);
  int wrong = 0;
  for (const Wanted& each : answers) {
    cudaResourceDesc resource = {};
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    if (each.rows) {
      resource.resType = cudaResourceTypePitch2D;
      resource.res.pitch2D = {memory + each.first, format, 8, 4, std::size_t(each.pitch)};
    } else {
      resource.resType = cudaResourceTypeLinear;
      resource.res.linear = {memory + each.first, format, 64};
    }
    cudaTextureDesc reading = {};
    cudaTextureObject_t texture = 0;
    const cudaError_t error = cudaCreateTextureObject(&texture, &resource, &reading, nullptr);
    if (error != each.error) {
      std::printf("%d bytes in, pitch %d: %s\n", each.first, each.pitch, cudaGetErrorName(error));
      ++wrong;
    }
    if (texture != 0) cudaDestroyTextureObject(texture);
    cudaGetLastError();
  }
  if (wrong == 0) std::printf("all as on an H200\n");
  cudaFree(memory);
  return wrong != 0;
}
