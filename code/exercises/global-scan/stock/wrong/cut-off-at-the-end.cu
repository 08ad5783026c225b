// hint: These are sums that are cut off at the end
constexpr int threads = 256;
constexpr unsigned all_lanes = 0xffffffff;

/// Adds so much to the stock, but leaves at least so much.
struct Change {
  int add, least;
};

/// First f, then g.
__device__ Change joined(Change f, Change g) {
  return {f.add + g.add, 0};
}

__device__ int after(int stock, Change change) {
  return max(change.least, stock + change.add);
}

__device__ Change from_the_left(Change change, int distance) {
  return {__shfl_up_sync(all_lanes, change.add, distance),
          __shfl_up_sync(all_lanes, change.least, distance)};
}

/// What the threads before this one change; `total` becomes what all of them do.
__device__ Change change_before(Change change, Change& total) {
  __shared__ Change totals[threads / 32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int distance = 1; distance < 32; distance *= 2) {
    Change left = from_the_left(change, distance);
    if (lane >= distance) change = joined(left, change);
  }
  __syncthreads();  // all have read the totals of the round before
  if (lane == 31) totals[warp] = change;
  __syncthreads();
  Change before = {0, 0}, left = from_the_left(change, 1);
  total = {0, 0};
  for (int w = 0; w < threads / 32; ++w) {
    if (w == warp) before = total;
    total = joined(total, totals[w]);
  }
  return lane > 0 ? joined(before, left) : before;
}

__global__ void join_tiles(const int* x, int n, Change* tiles) {
  int i = blockIdx.x * threads + threadIdx.x;
  Change total;
  change_before({i < n ? x[i] : 0, 0}, total);
  if (threadIdx.x == 0) tiles[blockIdx.x] = total;
}

/// Puts the stock before each tile into its `add`.
__global__ void scan_tiles(Change* tiles, int count) {
  int stock = 0;
  for (int first = 0; first < count; first += threads) {
    int i = first + threadIdx.x;
    Change total, before = change_before(i < count ? tiles[i] : Change{0, 0}, total);
    if (i < count) tiles[i].add = after(stock, before);
    stock = after(stock, total);
  }
}

__global__ void replace(int* x, int n, const Change* tiles) {
  int i = blockIdx.x * threads + threadIdx.x;
  Change total, before = change_before({i < n ? x[i] : 0, 0}, total);
  if (i < n) x[i] = after(tiles[blockIdx.x].add, before);
}

void stock_before(int* x, int n, int* room) {
  int blocks = (n - 1) / threads + 1;
  Change* tiles = reinterpret_cast<Change*>(room);
  join_tiles<<<blocks, threads>>>(x, n, tiles);
  scan_tiles<<<1, threads>>>(tiles, blocks);
  replace<<<blocks, threads>>>(x, n, tiles);
}
