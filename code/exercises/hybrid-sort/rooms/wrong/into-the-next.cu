// hint: must not be written into the next
constexpr int buckets = 16, block = 256, tile = 8 * block;

__global__ void move(const unsigned* x, int n, int room, unsigned* ends, unsigned* y) {
  __shared__ unsigned next[buckets], base[buckets], ordered[tile];
  int first = blockIdx.x * tile, m = min(tile, n - first), t = threadIdx.x;
  if (t < buckets) next[t] = 0;
  __syncthreads();
  for (int j = t; j < m; j += block) atomicAdd(&next[x[first + j] >> 28], 1);
  __syncthreads();
  unsigned start = 0;  // where bucket t begins in the ordered tile
  if (t < buckets) {
    for (int b = 0; b < t; ++b) start += next[b];
    base[t] = t * room + atomicAdd(&ends[t], next[t]) - start;
  }
  __syncthreads();
  if (t < buckets) next[t] = start;
  __syncthreads();
  for (int j = t; j < m; j += block) {
    unsigned key = x[first + j];
    ordered[atomicAdd(&next[key >> 28], 1)] = key;
  }
  __syncthreads();
  for (int j = t; j < m; j += block) {
    unsigned key = ordered[j], to = base[key >> 28] + j;
    if (to < buckets * room) y[to] = key;
  }
}

void to_rooms(const unsigned* x, int n, int room, unsigned* ends, unsigned* y) {
  cudaMemset(ends, 0, buckets * sizeof(unsigned));
  move<<<(n - 1) / tile + 1, block>>>(x, n, room, ends, y);
}
