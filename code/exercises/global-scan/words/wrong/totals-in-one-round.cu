// hint: How many totals can your scan of the totals take
constexpr int threads = 256, per_thread = 4, tile = threads * per_thread;

/// The sum of the values of the threads up to this one; `total` becomes that of all.
__device__ int sum_in_block(int value, int& total) {
  __shared__ int totals[threads / 32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int distance = 1; distance < 32; distance *= 2) {
    int left = __shfl_up_sync(0xffffffff, value, distance);
    if (lane >= distance) value += left;
  }
  __syncthreads();  // all have read the totals of the round before
  if (lane == 31) totals[warp] = value;
  __syncthreads();
  total = 0;
  for (int w = 0; w < threads / 32; ++w) {
    if (w < warp) value += totals[w];
    total += totals[w];
  }
  return value;
}

__device__ bool begins(const char* text, int i) {
  return text[i] != ' ' && (i == 0 || text[i - 1] == ' ');
}

/// Counts the words that begin in each tile.
__global__ void count(const char* text, int n, int* totals) {
  int begun = 0, total;
  for (int i = blockIdx.x * tile + threadIdx.x; i < min(n, (blockIdx.x + 1) * tile); i += threads) {
    begun += begins(text, i);
  }
  sum_in_block(begun, total);
  if (threadIdx.x == 0) totals[blockIdx.x] = total;
}

/// Puts what comes before each tile in the place of its total.
__global__ void scan_totals(int* totals, int tiles) {
  int before = 0;
  for (int first = 0; first == 0; first += threads) {
    int i = first + threadIdx.x, value = i < tiles ? totals[i] : 0, total;
    int sum = sum_in_block(value, total);
    if (i < tiles) totals[i] = before + sum - value;
    before += total;
  }
}

__global__ void number(const char* text, int n, const int* totals, int* words) {
  int before = totals[blockIdx.x];
  for (int k = 0; k < per_thread; ++k) {
    int i = blockIdx.x * tile + k * threads + threadIdx.x, total;
    int sum = sum_in_block(i < n && begins(text, i), total);
    if (i < n) words[i] = before + sum;
    before += total;
  }
}

void number_words(const char* text, int n, int* words, int* totals) {
  int tiles = (n - 1) / tile + 1;
  count<<<tiles, threads>>>(text, n, totals);
  scan_totals<<<1, threads>>>(totals, tiles);
  number<<<tiles, threads>>>(text, n, totals, words);
}
