// hint: race in shared memory
// hint: Each round of exchanges has to end
constexpr int most = 1024, block = most / 2;

__global__ void sort_bucket(const unsigned* x, int room, const int* sizes, unsigned* y) {
  __shared__ unsigned keys[most];
  __shared__ int begin;
  int t = threadIdx.x, bucket = blockIdx.x, size = sizes[bucket], before = 0;
  if (t == 0) begin = 0;
  for (int j = t; j < most; j += block) keys[j] = j < size ? x[bucket * room + j] : ~0u;
  __syncthreads();
  for (int b = t; b < bucket; b += block) before += sizes[b];
  if (before > 0) atomicAdd(&begin, before);
  for (int width = 2; width < 2 * size; width *= 2) {  // sorts groups of so many keys
    for (int d = width / 2; d > 0; d /= 2) {
      int i = t / d * (2 * d) + t % d, other = d == width / 2 ? i ^ (width - 1) : i + d;
      unsigned a = keys[i], b = keys[other];
      if (a > b) keys[i] = b, keys[other] = a;
    }
    __syncthreads();
  }
  __syncthreads();
  for (int j = t; j < size; j += block) y[begin + j] = keys[j];
}

void finish(const unsigned* x, int buckets, int room, const int* sizes, unsigned* y) {
  sort_bucket<<<buckets, block>>>(x, room, sizes, y);
}
