// exit: 0
// prints: shuffles right
// prints: votes right
// prints: matches right
// prints: sums right
// prints: tiles right
// prints: undefined values right
// reports: note: read of memory never written: kernel pass_undefined
// schedules: forward reverse random:1
#include <cooperative_groups.h>

#include <cstdio>

// Lanes of a warp that come to a collective at instructions of their own, in the branches of an if:
// they execute it together, as on an H200, whose results stand here.

namespace cg = cooperative_groups;

constexpr unsigned everyone = 0xffffffff;

__global__ void shuffle(int* out) {
  const int lane = threadIdx.x;
  int v = lane;
  if (lane & 1) {
    v = v * 3;
    v = __shfl_xor_sync(everyone, v, 1) + 1;
  } else {
    v = v + 100;
    v = __shfl_xor_sync(everyone, v, 1) + 2;
  }
  out[lane] = v;
}

/// Operands that are one register here, and two there.
__global__ void shuffle_aliased(int* out) {
  const int lane = threadIdx.x;
  int v = 31 - lane;
  if (lane < 10)
    v = __shfl_sync(everyone, v, v);
  else
    v = __shfl_sync(everyone, 5 * v, lane ^ 16);
  out[lane] = v;
}

__global__ void vote(int* out) {
  const int lane = threadIdx.x;
  int v;
  if (lane & 1)
    v = __ballot_sync(everyone, lane > 3) + 1;
  else
    v = __ballot_sync(everyone, !(lane > 8)) * 3;
  out[lane] = v;
}

__global__ void match(int* out) {
  const int lane = threadIdx.x;
  unsigned same;
  if (lane < 8)
    same = __match_any_sync(everyone, (unsigned long long)(lane / 4));
  else
    same = __match_any_sync(everyone, (unsigned long long)(lane % 3));
  out[lane] = int(same);
}

__global__ void add(int* out) {
  const int lane = threadIdx.x;
  int sum;
  if (lane < 5)
    sum = __reduce_add_sync(everyone, lane) + 1;
  else
    sum = __reduce_add_sync(everyone, 2 * lane) + 2;
  out[lane] = sum;
}

__global__ void tile(int* out) {
  const int lane = threadIdx.x;
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  out[lane] = lane < 10 ? warp.shfl(lane * 2, 31) : warp.shfl(lane * 3, 30);
}

__global__ void pass_undefined(int* out, const int* nothing) {
  const int lane = threadIdx.x;
  int v;
  if (lane < 16)
    v = __shfl_xor_sync(everyone, lane == 3 ? nothing[0] : lane, 16);
  else
    v = __shfl_xor_sync(everyone, lane, 16);
  if (lane != 19) out[lane] = v;
}

template <class Right>
bool is_right(void (*kernel)(int*), Right&& right) {
  int *out, found[32];
  cudaMalloc(&out, sizeof found);
  kernel<<<1, 32>>>(out);
  cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost);
  cudaFree(out);
  for (int lane = 0; lane < 32; ++lane)
    if (found[lane] != right(lane)) return std::printf("lane %d: %d\n", lane, found[lane]), false;
  return true;
}

int main() {
  const bool shuffles =
      is_right(shuffle,
               [](int lane) { return lane & 1 ? lane - 1 + 100 + 1 : 3 * (lane + 1) + 2; }) &&
      is_right(shuffle_aliased, [](int lane) {
        const int from = lane < 10 ? 31 - lane : lane ^ 16;
        return (from < 10 ? 1 : 5) * (31 - from);
      });
  std::printf("shuffles %s\n", shuffles ? "right" : "wrong");
  unsigned set = 0;
  for (int lane = 0; lane < 32; ++lane) set |= unsigned(lane & 1 ? lane > 3 : lane <= 8) << lane;
  const bool votes =
      is_right(vote, [=](int lane) { return lane & 1 ? int(set) + 1 : int(set * 3); });
  std::printf("votes %s\n", votes ? "right" : "wrong");
  const auto value = [](int lane) { return lane < 8 ? lane / 4 : lane % 3; };
  const bool matches = is_right(match, [=](int lane) {
    unsigned same = 0;
    for (int other = 0; other < 32; ++other) same |= unsigned(value(other) == value(lane)) << other;
    return int(same);
  });
  std::printf("matches %s\n", matches ? "right" : "wrong");
  const int sum = 10 + 2 * (31 * 32 / 2 - 10);
  const bool sums = is_right(add, [=](int lane) { return sum + (lane < 5 ? 1 : 2); });
  std::printf("sums %s\n", sums ? "right" : "wrong");
  const bool tiles = is_right(tile, [](int lane) { return 3 * (lane < 10 ? 31 : 30); });
  std::printf("tiles %s\n", tiles ? "right" : "wrong");
  int *out, *nothing, found[32];
  cudaMalloc(&out, sizeof found);
  cudaMemset(out, 0, sizeof found);
  cudaMalloc(&nothing, sizeof(int));
  pass_undefined<<<1, 32>>>(out, nothing);
  cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost);
  bool right = true;
  for (int lane = 0; lane < 32; ++lane) right = right && (lane == 19 || found[lane] == (lane ^ 16));
  std::printf("undefined values %s\n", right ? "right" : "wrong");
}
