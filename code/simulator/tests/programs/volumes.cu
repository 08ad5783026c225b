// exit: 0
// prints: all as it should be
// streams: early late
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

// cudaMalloc3D, cudaMemcpy3D and cudaMemset3D against loops.

#define CHECK(condition)                                                            \
  do {                                                                              \
    if (!(condition)) return std::printf("line %d: %s\n", __LINE__, #condition), 1; \
  } while (0)
#define CALL(call) CHECK((call) == cudaSuccess)

__global__ void increment(cudaPitchedPtr memory, cudaExtent extent) {
  for (std::size_t z = 0; z < extent.depth; ++z)
    for (std::size_t y = 0; y < extent.height; ++y) {
      char* const row = static_cast<char*>(memory.ptr) + (z * memory.ysize + y) * memory.pitch;
      for (std::size_t x = threadIdx.x; x < extent.width; x += blockDim.x) row[x] += 1;
    }
}

int main() {
  const unsigned seed = std::random_device{}();
  std::mt19937 random(seed);
  const auto below = [&](unsigned n) { return std::size_t(random() % n); };
  for (int round = 0; round < 20; ++round) {
    const cudaExtent all = make_cudaExtent(1 + below(70), 1 + below(9), 1 + below(5));
    cudaPitchedPtr device;
    CALL(cudaMalloc3D(&device, all));
    CHECK(device.pitch % 512 == 0 && device.pitch >= all.width && device.xsize == all.width &&
          device.ysize == all.height);
    const int byte = int(below(256));
    CALL(cudaMemset3D(device, byte, all));
    // The host's memory has rows and slices of another size.
    const std::size_t pitch = all.width + below(3), rows = all.height + below(3);
    std::vector<unsigned char> host(pitch * rows * (all.depth + 1)), back(host.size(), 7);
    for (auto& each : host) each = (unsigned char)random();
    const cudaPos from = make_cudaPos(below(unsigned(all.width)), below(unsigned(all.height)),
                                      below(unsigned(all.depth))),
                  to = make_cudaPos(below(unsigned(all.width)), below(unsigned(all.height)),
                                    below(unsigned(all.depth)));
    const auto smaller = [](std::size_t a, std::size_t b) { return a < b ? a : b; };
    const cudaExtent part =
        make_cudaExtent(1 + below(unsigned(smaller(all.width - from.x, all.width - to.x))),
                        1 + below(unsigned(smaller(all.height - from.y, all.height - to.y))),
                        1 + below(unsigned(smaller(all.depth - from.z, all.depth - to.z))));
    cudaMemcpy3DParms in = {};
    in.srcPtr = make_cudaPitchedPtr(host.data(), pitch, all.width, rows);
    in.srcPos = from;
    in.dstPtr = device;
    in.dstPos = to;
    in.extent = part;
    in.kind = cudaMemcpyHostToDevice;
    if (round % 2 == 0)
      CALL(cudaMemcpy3D(&in));
    else
      CALL(cudaMemcpy3DAsync(&in, nullptr));
    increment<<<1, 32>>>(device, all);
    cudaMemcpy3DParms out = {};
    out.srcPtr = device;
    out.dstPtr = make_cudaPitchedPtr(back.data(), pitch, all.width, rows);
    out.extent = all;
    out.kind = cudaMemcpyDeviceToHost;
    CALL(cudaMemcpy3D(&out));
    std::vector<unsigned char> wanted(host.size(), 7);
    for (std::size_t z = 0; z < all.depth; ++z)
      for (std::size_t y = 0; y < all.height; ++y)
        for (std::size_t x = 0; x < all.width; ++x) {
          const bool inside =
              x - to.x < part.width && y - to.y < part.height && z - to.z < part.depth;
          const std::size_t source =
              ((z - to.z + from.z) * rows + y - to.y + from.y) * pitch + x - to.x + from.x;
          wanted[(z * rows + y) * pitch + x] = (unsigned char)((inside ? host[source] : byte) + 1);
        }
    if (back != wanted) return std::printf("seed %u: round %d\n", seed, round), 1;
    CALL(cudaFree(device.ptr));
  }

  cudaPitchedPtr memory;
  const cudaExtent extent = make_cudaExtent(16, 4, 2);
  CALL(cudaMalloc3D(&memory, extent));
  cudaMemcpy3DPeerParms peer = {};
  cudaPitchedPtr other;
  CALL(cudaMalloc3D(&other, extent));
  CALL(cudaMemset3DAsync(other, 3, extent, nullptr));
  peer.srcPtr = other;
  peer.dstPtr = memory;
  peer.extent = extent;
  CALL(cudaMemcpy3DPeer(&peer));
  unsigned char last;
  CALL(cudaMemcpy(&last, static_cast<char*>(memory.ptr) + 7 * memory.pitch + 15, 1,
                  cudaMemcpyDeviceToHost));
  CHECK(last == 3);
  CALL(cudaFree(other.ptr));

  // What is wrong with it.
  cudaMemcpy3DParms wrong = {};
  wrong.srcPtr = wrong.dstPtr = memory;
  wrong.extent = make_cudaExtent(memory.pitch + 1, 2, 1);
  wrong.kind = cudaMemcpyDeviceToDevice;
  CHECK(cudaMemcpy3D(&wrong) != cudaSuccess && cudaGetLastError() != cudaSuccess);
  CHECK(cudaMemset3D(memory, 0, wrong.extent) != cudaSuccess && cudaGetLastError() != cudaSuccess);
  CHECK(cudaMemcpy3D(nullptr) != cudaSuccess && cudaGetLastError() != cudaSuccess);
  wrong.extent = make_cudaExtent(0, 1, 1);
  CALL(cudaMemcpy3D(&wrong));
  CALL(cudaFree(memory.ptr));
  std::puts("all as it should be");
}
