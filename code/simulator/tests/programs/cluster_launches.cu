// exit: 0
// prints: all as an H200 says it
#include <cstdio>

// What an H200 answered, under CUDA 13.0, to launches in clusters and to questions about them.

__global__ void plain(int*) {}
__global__ void __cluster_dims__(2, 1, 1) pairs(int*) {}
__global__ void __cluster_dims__(16, 1, 1) sixteen(int*) {}

struct Wish {
  void (*kernel)(int*);
  unsigned grid;
  dim3 cluster;
  bool said;  // by the launch
  unsigned threads, shared;
  cudaError_t launch;
  int clusters, blocks;  // −1: the question has the same error
};

bool same(const Wish& wish, const char* when) {
  cudaLaunchConfig_t config = {};
  config.gridDim = wish.grid;
  config.blockDim = wish.threads;
  config.dynamicSmemBytes = wish.shared;
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = wish.cluster.x;
  attribute.val.clusterDim.y = wish.cluster.y;
  attribute.val.clusterDim.z = wish.cluster.z;
  config.attrs = &attribute;
  config.numAttrs = wish.said;
  const cudaError_t launched = cudaLaunchKernelEx(&config, wish.kernel, static_cast<int*>(nullptr));
  int clusters = -1, blocks = -1;
  const cudaError_t asked = cudaOccupancyMaxActiveClusters(&clusters, wish.kernel, &config);
  const cudaError_t asked_size =
      cudaOccupancyMaxPotentialClusterSize(&blocks, wish.kernel, &config);
  cudaGetLastError();
  const cudaError_t wanted = wish.clusters < 0 ? wish.launch : cudaSuccess;
  if (launched == wish.launch && asked == wanted && asked_size == wanted &&
      clusters == wish.clusters && blocks == wish.blocks)
    return true;
  std::printf("%s: %u blocks in clusters of (%u,%u,%u): %s, %d clusters (%s), of %d (%s)\n", when,
              wish.grid, wish.cluster.x, wish.cluster.y, wish.cluster.z, cudaGetErrorName(launched),
              clusters, cudaGetErrorName(asked), blocks, cudaGetErrorName(asked_size));
  return false;
}

int main() {
  constexpr cudaError_t size = cudaErrorInvalidClusterSize;
  bool right = true;
  for (const Wish& wish : {Wish{plain, 3, 2, true, 32, 0, size, -1, -1},
                           {plain, 4, 2, true, 32, 0, cudaSuccess, 528, 8},
                           {plain, 16, 16, true, 32, 0, size, -1, -1},
                           {plain, 9, 9, true, 32, 0, size, -1, -1},
                           {plain, 12, dim3(0, 1, 1), true, 32, 0, size, -1, -1},
                           {plain, 12, 1, true, 32, 0, cudaSuccess, 1056, 8},
                           {plain, 8, dim3(2, 2, 1), true, 32, 0, size, -1, -1},
                           {plain, 8, 2, true, 32, 100000, cudaErrorInvalidValue, 0, 0},
                           {plain, 8, 2, true, 2000, 0, cudaErrorInvalidValue, 0, 0},
                           {pairs, 4, 2, true, 32, 0, cudaSuccess, 528, 8},
                           {pairs, 4, 4, true, 32, 0, size, -1, -1},
                           {pairs, 4, 1, true, 32, 0, size, -1, -1},
                           {pairs, 4, 1, false, 32, 0, cudaSuccess, 528, 8},
                           {pairs, 3, 1, false, 32, 0, size, -1, -1},
                           {sixteen, 16, 16, true, 32, 0, size, -1, -1},
                           {sixteen, 16, 1, false, 32, 0, size, -1, -1}})
    right = same(wish, "at first") && right;
  cudaFuncSetAttribute(plain, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 << 10);
  for (void (*kernel)(int*) : {plain, sixteen})
    cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  const int clusters[] = {132, 66, 39, 30, 22, 17, 15, 15, 9, 7, 7, 7, 7, 7, 7, 7};
  for (unsigned blocks = 1; blocks <= 16; ++blocks)
    right = same({plain, blocks * 9, blocks, true, 1024, 227 << 10, cudaSuccess,
                  clusters[blocks - 1], 16},
                 "one block on a multiprocessor") &&
            right;
  for (const Wish& wish : {Wish{plain, 16, 16, true, 32, 0, cudaSuccess, 58, 16},
                           {plain, 9, 9, true, 32, 0, cudaSuccess, 102, 16},
                           {plain, 32, 4, true, 256, 100 << 10, cudaSuccess, 62, 16},
                           {plain, 32, 16, true, 256, 100 << 10, cudaSuccess, 14, 16},
                           {plain, 8, 2, true, 32, 100000, cudaSuccess, 132, 16},
                           {plain, 8, 2, true, 32, 300000, cudaErrorInvalidValue, 0, 0},
                           {sixteen, 16, 1, false, 32, 0, cudaSuccess, 58, 16},
                           {pairs, 4, 2, true, 32, 0, cudaSuccess, 528, 8}})
    right = same(wish, "with large clusters") && right;
  pairs<<<3, 32>>>(nullptr);
  right = cudaGetLastError() == size && right;
  int has = 0;
  right =
      cudaDeviceGetAttribute(&has, cudaDevAttrClusterLaunch, 0) == cudaSuccess && has == 1 && right;
  if (right) std::printf("all as an H200 says it\n");
  cudaDeviceSynchronize();
}
