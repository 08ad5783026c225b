// exit: 0
// prints: histogram right
// prints: sum right
// prints: ring right
// prints: ranks right
// prints: release by cluster right
// prints: own address right
// prints: bytes right
// schedules: forward reverse random:1 random:2 starve
#include <cooperative_groups.h>

#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

constexpr int cluster_blocks = 4, threads = 64;

/// Each block keeps a part of the bins in its shared memory; all of the cluster add to them there.
__global__ void __cluster_dims__(cluster_blocks, 1, 1)
    histogram(const int* x, int n, int bins, int* counts) {
  extern __shared__ int part[];
  const cg::cluster_group cluster = cg::this_cluster();
  const int share = bins / cluster.num_blocks();
  for (int k = threadIdx.x; k < share; k += blockDim.x) part[k] = 0;
  cluster.sync();
  for (int k = cluster.thread_rank(); k < n; k += cluster.num_threads())
    atomicAdd(cluster.map_shared_rank(part, x[k] / share) + x[k] % share, 1);
  cluster.sync();
  for (int k = threadIdx.x; k < share; k += blockDim.x)
    counts[cluster.block_rank() * share + k] = part[k];
}

/// Block 0 of a cluster adds up what all blocks have added up.
__global__ void sum(const int* x, int* sums) {
  __shared__ int total;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  atomicAdd(&total, x[blockIdx.x * blockDim.x + threadIdx.x]);
  cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x == 0) {
    int all = 0;
    for (unsigned rank = 0; rank < cluster.num_blocks(); ++rank)
      all += *cluster.map_shared_rank(&total, rank);
    sums[blockIdx.x / cluster.num_blocks()] = all;
  }
  cluster.sync();
}

/// Every block hands its tile to the next, as often as there are blocks: then each has its own.
__global__ void __cluster_dims__(cluster_blocks, 1, 1) ring(int* out) {
  __shared__ int tile[2][threads];
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
  tile[0][threadIdx.x] = blockIdx.x * threads + threadIdx.x;
  cluster.sync();
  for (unsigned step = 0; step < cluster.num_blocks(); ++step) {
    int* const there = cluster.map_shared_rank(tile[(step + 1) % 2], next);
    there[threadIdx.x] = tile[step % 2][threadIdx.x];
    cluster.sync();
  }
  out[blockIdx.x * threads + threadIdx.x] = tile[cluster.num_blocks() % 2][threadIdx.x];
}

/// What every block knows of its place.
__global__ void ranks(int* blocks_that_are_right) {
  const cg::cluster_group cluster = cg::this_cluster();
  const dim3 inside = cluster.block_index(), extent = cluster.dim_blocks();
  const unsigned rank = cluster.block_rank(), blocks = cluster.num_blocks();
  __shared__ int mine;
  const int* const last = cluster.map_shared_rank(&mine, blocks - 1);
  unsigned id[3], of[3], is_explicit;
  asm("mov.u32 %0, %%clusterid.x; mov.u32 %1, %%clusterid.y; mov.u32 %2, %%clusterid.z;"
      : "=r"(id[0]), "=r"(id[1]), "=r"(id[2]));
  asm("mov.u32 %0, %%nclusterid.x; mov.u32 %1, %%nclusterid.y; mov.u32 %2, %%nclusterid.z;"
      : "=r"(of[0]), "=r"(of[1]), "=r"(of[2]));
  asm("{.reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p;}"
      : "=r"(is_explicit));
  const bool right =
      rank == inside.x + extent.x * (inside.y + extent.y * inside.z) &&
      id[0] * extent.x + inside.x == blockIdx.x && id[1] * extent.y + inside.y == blockIdx.y &&
      id[2] * extent.z + inside.z == blockIdx.z && of[0] * extent.x == gridDim.x &&
      of[1] * extent.y == gridDim.y && of[2] * extent.z == gridDim.z &&
      blocks == extent.x * extent.y * extent.z && is_explicit &&
      cluster.query_shared_rank(last) == blocks - 1 && cluster.query_shared_rank(&mine) == rank &&
      __isShared(&mine) && __isClusterShared(last) && __isShared(last) == (rank == blocks - 1);
  if (threadIdx.x == 0 && right) atomicAdd(blocks_that_are_right, 1);
}

/// A release and an acquire between blocks, by the scope that they need.
__global__ void __cluster_dims__(2, 1, 1) tell(int* out) {
  __shared__ int word, ready;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) word = ready = 0;
  cluster.sync();
  if (threadIdx.x == 0 && cluster.block_rank() == 1) {
    *cluster.map_shared_rank(&word, 0) = 41;
    asm volatile("st.release.cluster.u32 [%0], 1;" ::"l"(cluster.map_shared_rank(&ready, 0))
                 : "memory");
  }
  if (threadIdx.x == 0 && cluster.block_rank() == 0) {
    int seen;
    do asm volatile("ld.acquire.cluster.u32 %0, [%1];" : "=r"(seen) : "l"(&ready) : "memory");
    while (!seen);
    *out = word + 1;
  }
}

/// An address of one's own may be handed over: it means the same in all blocks of the cluster.
__global__ void __cluster_dims__(2, 1, 1) hand_over(int* out) {
  __shared__ int value;
  __shared__ int* where;
  const cg::cluster_group cluster = cg::this_cluster();
  value = 100 + cluster.block_rank();
  where = &value;
  cluster.sync();
  out[blockIdx.x] = **cluster.map_shared_rank(&where, cluster.block_rank() ^ 1);
  cluster.sync();
}

/// Bytes of one word by blocks of their own, and a barrier in two halves, relaxed, with a fence.
__global__ void __cluster_dims__(4, 1, 1) bytes(int* out) {
  __shared__ alignas(4) unsigned char packed[4];
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  cluster.map_shared_rank(packed, 0)[cluster.block_rank()] = 10 + cluster.block_rank();
  asm volatile("fence.acq_rel.cluster; barrier.cluster.arrive.relaxed; barrier.cluster.wait;" ::
                   : "memory");
  if (cluster.block_rank() == 0) *out = *reinterpret_cast<volatile int*>(packed);
}

template <class... Parameters>
void launch(void (*kernel)(Parameters...), dim3 grid, int block, dim3 cluster,
            Parameters... arguments) {
  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = block;
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = cluster.x;
  attribute.val.clusterDim.y = cluster.y;
  attribute.val.clusterDim.z = cluster.z;
  config.attrs = &attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, kernel, arguments...);
}

void say(const char* what, bool right) {
  std::printf("%s %s\n", what, right ? "right" : "wrong");
}

int main() {
  constexpr int n = 5000, bins = 64, blocks = 3 * cluster_blocks;
  std::vector<int> x(n), wanted(bins), got(n);
  for (int k = 0; k < n; ++k) ++wanted[x[k] = (k * 7919 + k / 3) % bins];
  int *device_x, *out;
  cudaMalloc(&device_x, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(device_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, n * sizeof(int));
  const auto download = [&](int count) {
    cudaMemcpy(got.data(), out, count * sizeof(int), cudaMemcpyDeviceToHost);
  };

  histogram<<<cluster_blocks, threads, bins / cluster_blocks * sizeof(int)>>>(device_x, n, bins,
                                                                              out);
  download(bins);
  bool right = true;
  for (int k = 0; k < bins; ++k) right = right && got[k] == wanted[k];
  say("histogram", right);

  right = true;
  for (const unsigned size : {1u, 2u, 3u, 6u}) {
    launch(sum, 12, threads, size, static_cast<const int*>(device_x), out);
    download(12 / size);
    for (unsigned k = 0; k < 12 / size; ++k) {
      int all = 0;
      for (unsigned i = 0; i < size * threads; ++i) all += x[k * size * threads + i];
      right = right && got[k] == all;
    }
  }
  say("sum", right);

  ring<<<blocks, threads>>>(out);
  download(blocks * threads);
  right = true;
  for (int k = 0; k < blocks * threads; ++k) right = right && got[k] == k;
  say("ring", right);

  cudaMemset(out, 0, sizeof(int));
  launch(ranks, dim3(4, 6, 2), 32, dim3(2, 3, 1), out);
  launch(ranks, dim3(2, 2, 2), 33, dim3(1, 2, 2), out);
  download(1);
  say("ranks", got[0] == 4 * 6 * 2 + 2 * 2 * 2);

  tell<<<2, 32>>>(out);
  download(1);
  say("release by cluster", got[0] == 42);

  hand_over<<<2, 1>>>(out);
  download(2);
  say("own address", got[0] == 101 && got[1] == 100);

  bytes<<<4, 1>>>(out);
  download(1);
  say("bytes", got[0] == 0x0d0c0b0a);

  if (const cudaError_t error = cudaDeviceSynchronize())
    std::printf("%s\n", cudaGetErrorString(error));
  cudaFree(device_x);
  cudaFree(out);
}
