// hint: right, but with
// hint: Put the tile in order in shared memory first
constexpr int buckets = 16, block = 256, tile = 8 * block;

__global__ void move(const unsigned* x, int n, int room, unsigned* ends, unsigned* y) {
  __shared__ unsigned next[buckets];
  int first = blockIdx.x * tile, m = min(tile, n - first), t = threadIdx.x;
  if (t < buckets) next[t] = 0;
  __syncthreads();
  for (int j = t; j < m; j += block) atomicAdd(&next[x[first + j] >> 28], 1);
  __syncthreads();
  if (t < buckets) next[t] = atomicAdd(&ends[t], next[t]);
  __syncthreads();
  for (int j = t; j < m; j += block) {
    unsigned key = x[first + j], bucket = key >> 28, index = atomicAdd(&next[bucket], 1);
    if (index < room) y[bucket * room + index] = key;
  }
}

void to_rooms(const unsigned* x, int n, int room, unsigned* ends, unsigned* y) {
  cudaMemset(ends, 0, buckets * sizeof(unsigned));
  move<<<(n - 1) / tile + 1, block>>>(x, n, room, ends, y);
}
