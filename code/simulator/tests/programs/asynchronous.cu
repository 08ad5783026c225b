// exit: 0
// schedules: forward reverse random:7 starve
// prints: barrier 0 wrong
// prints: group 0 wrong
// prints: pipeline 0 wrong
// prints: producer 0 wrong
// prints: reduce 0 wrong
// prints: phases 0 wrong
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>

// Asynchronous copies as the libraries of the toolkit make them.

namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;
#pragma nv_diag_suppress static_var_with_dynamic_init

constexpr int threads = 128, batches = 6, elements = threads * batches;

__global__ void by_barrier(const int* in, int* out) {
  __shared__ alignas(16) int tile[threads];
  __shared__ barrier ready;
  if (threadIdx.x == 0) init(&ready, threads);
  __syncthreads();
  for (int batch = 0; batch < batches; ++batch) {
    if (threadIdx.x == 0)
      cuda::memcpy_async(tile, in + batch * threads, cuda::aligned_size_t<16>(sizeof tile), ready);
    ready.arrive_and_wait();
    out[batch * threads + threadIdx.x] = tile[threads - 1 - threadIdx.x];
    __syncthreads();
  }
}

__global__ void by_group(const int* in, int* out) {
  __shared__ alignas(16) int tile[threads];
  const auto block = cg::this_thread_block();
  for (int batch = 0; batch < batches; ++batch) {
    cg::memcpy_async(block, tile, in + batch * threads, cuda::aligned_size_t<16>(sizeof tile));
    cg::wait(block);
    out[batch * threads + threadIdx.x] = tile[threads - 1 - threadIdx.x];
    block.sync();
  }
}

__global__ void by_pipeline(const int* in, int* out) {
  constexpr int stages = 2;
  __shared__ alignas(16) int tile[stages][threads];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  const auto block = cg::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  for (int batch = 0, fetched = 0; batch < batches; ++batch) {
    for (; fetched < batches && fetched < batch + stages; ++fetched) {
      pipeline.producer_acquire();
      cuda::memcpy_async(block, tile[fetched % stages], in + fetched * threads,
                         cuda::aligned_size_t<16>(sizeof tile[0]), pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    out[batch * threads + threadIdx.x] = tile[batch % stages][threads - 1 - threadIdx.x];
    pipeline.consumer_release();
  }
}

/// One warp fetches, the others use: no barrier of the whole block after the first.
__global__ void by_producer(const int* in, int* out) {
  constexpr int stages = 2, consumers = threads;
  __shared__ alignas(16) int tile[stages][consumers];
  __shared__ barrier full[stages], empty[stages];
  if (threadIdx.x == 0)
    for (int k = 0; k < stages; ++k) init(full + k, 1 + consumers), init(empty + k, 1 + consumers);
  __syncthreads();
  if (threadIdx.x >= consumers) {
    if (threadIdx.x > consumers) return;
    for (int batch = 0; batch < batches; ++batch) {
      const int stage = batch % stages;
      if (batch >= stages) empty[stage].arrive_and_wait();
      cuda::memcpy_async(tile[stage], in + batch * consumers,
                         cuda::aligned_size_t<16>(sizeof tile[0]), full[stage]);
      (void)full[stage].arrive();
    }
  } else {
    for (int batch = 0; batch < batches; ++batch) {
      const int stage = batch % stages;
      full[stage].arrive_and_wait();
      out[batch * consumers + threadIdx.x] = tile[stage][consumers - 1 - threadIdx.x];
      if (batch + stages < batches) (void)empty[stage].arrive();
    }
  }
}

/// Sums of many blocks, added in bulk.
__global__ void by_reduction(const int* in, int* out) {
  __shared__ alignas(16) int tile[threads];
  tile[threads - 1 - threadIdx.x] = in[blockIdx.x * threads + threadIdx.x];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x != 0) return;
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], %2;" ::"l"(
                   out + blockIdx.x % 2 * threads),
               "r"(unsigned(__cvta_generic_to_shared(tile))), "r"(unsigned(sizeof tile))
               : "memory");
  asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0;" ::: "memory");
}

/// Half of the block hands over to the other half, again and again.
__global__ void by_phases(const int* in, int* out) {
  __shared__ int box[threads / 2];
  __shared__ barrier there, taken;
  if (threadIdx.x == 0) init(&there, threads), init(&taken, threads);
  __syncthreads();
  for (int batch = 0; batch < 2 * batches; ++batch) {
    if (threadIdx.x < threads / 2) {
      box[threadIdx.x] = in[batch * (threads / 2) + threadIdx.x];
      (void)there.arrive();
      taken.arrive_and_wait();
    } else {
      there.arrive_and_wait();
      out[batch * (threads / 2) + threadIdx.x - threads / 2] = box[threads - 1 - threadIdx.x];
      (void)taken.arrive();
    }
  }
}

template <class Launch>
void run(const char* name, int width, Launch launch) {
  int *in, *out, host[elements], got[elements];
  for (int k = 0; k < elements; ++k) host[k] = k * k;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof host);
  launch(in, out);
  cudaMemcpy(got, out, sizeof host, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int k = 0; k < elements; ++k) {
    int expected = host[k / width * width + width - 1 - k % width];
    if (launch.sums) {
      expected = 0;
      for (int batch = k / threads; k < 2 * threads && batch < batches; batch += 2)
        expected += host[batch * threads + threads - 1 - k % threads];
    }
    wrong += got[k] != expected;
  }
  printf("%s %d wrong\n", name, wrong);
  cudaFree(in);
  cudaFree(out);
}

struct Launch {
  void (*kernel)(const int*, int*);
  int blocks = 1, size = threads;
  bool sums = false;
  void operator()(const int* in, int* out) const { kernel<<<blocks, size>>>(in, out); }
};

int main() {
  run("barrier", threads, Launch{by_barrier});
  run("group", threads, Launch{by_group});
  run("pipeline", threads, Launch{by_pipeline});
  run("producer", threads, Launch{by_producer, 1, threads + 32});
  run("reduce", threads, Launch{by_reduction, batches, threads, true});
  run("phases", threads / 2, Launch{by_phases});
  return cudaDeviceSynchronize();
}
