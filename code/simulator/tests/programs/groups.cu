// exit: 0
// schedules: forward random:4
// prints: 0 wrong
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

// Reductions and scans of cooperative groups. A kernel gives every thread the number of its group;
// the host computes what the members of each group should have, in the order of their ranks.

namespace cg = cooperative_groups;

constexpr int n = 128, operations = 8;

__host__ __device__ int number(int k) {
  return k * 37 % 101 - 20;
}
__host__ __device__ int label(int k) {
  return k * k % 5;
}
__host__ __device__ bool takes_part(int k) {
  return k % 3 != 1;
}

struct Results {
  int group[n], rank[n], size[n], of[operations][n];
};

template <class Group>
__device__ void note(Results* results, const Group& group, int number_of_group) {
  const int k = threadIdx.x, x = number(k);
  results->group[k] = number_of_group;
  results->rank[k] = group.thread_rank();
  results->size[k] = group.size();
  results->of[0][k] = cg::reduce(group, x, cg::plus<int>());
  results->of[1][k] = cg::reduce(group, x, cg::less<int>());
  results->of[2][k] = cg::reduce(group, x, cg::greater<int>());
  results->of[3][k] = cg::reduce(group, x, cg::bit_xor<int>());
  results->of[4][k] = int(cg::reduce(group, float(x), cg::plus<float>()));
  results->of[5][k] = cg::inclusive_scan(group, x);
  results->of[6][k] = cg::exclusive_scan(group, x, cg::plus<int>());
  results->of[7][k] = cg::inclusive_scan(group, x, [](int a, int b) { return a > b ? a : b; });
}

std::vector<int> expected(int operation, const std::vector<int>& x) {
  const int members = int(x.size());
  std::vector<int> result(members);
  int sum = 0, bits = 0, most = x[0];
  for (int k = 0; k < members; ++k) {
    result[k] = operation == 6 ? sum : 0;
    sum += x[k];
    bits ^= x[k];
    most = std::max(most, x[k]);
    if (operation == 5) result[k] = sum;
    if (operation == 7) result[k] = most;
  }
  const int least = *std::min_element(x.begin(), x.end());
  const int reduced[] = {sum, least, most, bits, sum};
  if (operation < 5) std::fill(result.begin(), result.end(), reduced[operation]);
  return result;
}

template <int size>
__global__ void tiles(Results* results) {
  const auto tile = cg::tiled_partition<size>(cg::this_thread_block());
  note(results, tile, tile.meta_group_rank());
}
__global__ void coalesced(Results* results) {
  if (takes_part(threadIdx.x)) note(results, cg::coalesced_threads(), threadIdx.x / 32);
}
__global__ void labeled(Results* results) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int mine = label(threadIdx.x);
  note(results, cg::labeled_partition(warp, mine), threadIdx.x / 32 * 100 + mine);
}
__global__ void labeled_of_coalesced(Results* results) {
  if (!takes_part(threadIdx.x)) return;
  const int mine = label(threadIdx.x);
  note(results, cg::labeled_partition(cg::coalesced_threads(), mine),
       threadIdx.x / 32 * 100 + mine);
}
__global__ void two_parts(Results* results) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const bool mine = label(threadIdx.x) > 1;
  note(results, cg::binary_partition(warp, mine), threadIdx.x / 32 * 2 + mine);
}
__global__ void tiles_of_coalesced(Results* results) {
  if (!takes_part(threadIdx.x)) return;
  const auto there = cg::coalesced_threads();
  const int first = there.thread_rank() / 4;
  note(results, cg::tiled_partition(there, 4), threadIdx.x / 32 * 100 + first);
}
__global__ void exchanges(Results* results) {
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const int k = threadIdx.x, x = number(k);
  results->of[0][k] = tile.shfl(x, 3);
  results->of[1][k] = tile.shfl_xor(x, 5);
  results->of[2][k] = tile.shfl_down(x, 2);
  results->of[3][k] = tile.any(x > 60);
  results->of[4][k] = tile.all(x < 60);
  results->of[5][k] = tile.ballot(x > 10);
  results->of[6][k] = tile.match_any(label(k));
  results->of[7][k] = cg::coalesced_threads().shfl_up(x, 1);
}

int wrong = 0;
Results* results;

const Results& copied() {
  static Results host;
  cudaMemcpy(&host, results, sizeof host, cudaMemcpyDeviceToHost);
  return host;
}

void check(const char* name, void (*kernel)(Results*)) {
  cudaMemset(results, 0xff, sizeof *results);
  kernel<<<1, n>>>(results);
  const Results& got = copied();
  int before = wrong, groups = 0;
  for (int first = 0; first < n; ++first) {
    if (got.group[first] < 0 || got.rank[first] != 0) continue;
    ++groups;
    std::vector<int> members, x;
    for (int k = first; k < n; ++k)
      if (got.group[k] == got.group[first]) members.push_back(k), x.push_back(number(k));
    for (std::size_t rank = 0; rank < members.size(); ++rank) {
      wrong += got.rank[members[rank]] != int(rank);
      wrong += got.size[members[rank]] != int(members.size());
      for (int o = 0; o < operations; ++o)
        wrong += got.of[o][members[rank]] != expected(o, x)[rank];
    }
  }
  if (groups == 0) ++wrong;
  if (wrong != before) std::printf("%s: %d wrong in %d groups\n", name, wrong - before, groups);
}

void check_exchanges() {
  exchanges<<<1, n>>>(results);
  const Results& got = copied();
  for (int k = 0; k < n; ++k) {
    const int start = k / 8 * 8;
    unsigned over_60 = 0, below_60 = 0, over_10 = 0, same = 0;
    for (int other = start; other < start + 8; ++other) {
      const unsigned bit = 1u << (other - start);
      over_60 |= number(other) > 60 ? bit : 0;
      below_60 |= number(other) < 60 ? bit : 0;
      over_10 |= number(other) > 10 ? bit : 0;
      same |= label(other) == label(k) ? bit : 0;
    }
    const int wanted[] = {number(start + 3),
                          number(start + ((k - start) ^ 5)),
                          number(k - start < 6 ? k + 2 : k),
                          over_60 != 0,
                          below_60 == 0xff,
                          int(over_10),
                          int(same),
                          number(k % 32 == 0 ? k : k - 1)};
    for (int o = 0; o < operations; ++o) wrong += got.of[o][k] != wanted[o];
  }
}

int main() {
  cudaMalloc(&results, sizeof *results);
  check("tiles of 1", tiles<1>);
  check("tiles of 4", tiles<4>);
  check("tiles of 16", tiles<16>);
  check("tiles of 32", tiles<32>);
  check("coalesced", coalesced);
  check("labeled", labeled);
  check("labeled of coalesced", labeled_of_coalesced);
  check("two parts", two_parts);
  check("tiles of coalesced", tiles_of_coalesced);
  check_exchanges();
  std::printf("%d wrong\n", wrong);
  return cudaDeviceSynchronize();
}
