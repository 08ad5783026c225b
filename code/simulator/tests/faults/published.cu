// The mistakes of published programs that the appendix "Checked against the hardware" tells of,
// each in a few lines of our own.
#include <climits>

#include "cases.hpp"

/// As a program that goes on with the results.
void look_at(const float* results, int n) {
  std::vector<float> found(n);
  cudaMemcpy(found.data(), results, n * sizeof(float), cudaMemcpyDeviceToHost);
}

// quote: reused
template <bool repaired>
__global__ void largest_then_sum(const float* x, float* largest_of_all, float* sum_of_all) {
  __shared__ float of_warp[2];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0) of_warp[warp] = x[warp];
  __syncthreads();
  const float largest = fmaxf(of_warp[0], of_warp[1]);
  if (repaired) __syncthreads();
  if (lane == 0) of_warp[warp] = x[warp] - largest;  // wrong: race in shared memory: writes
  __syncthreads();
  if (threadIdx.x == 0) *largest_of_all = largest, *sum_of_all = of_warp[0] + of_warp[1];
}
// end quote
CASE(result_overwritten_while_others_read_it) {
  Buffer<float> x(2, 0), largest(1), sum(1);
  largest_then_sum<repaired><<<1, 64>>>(x, largest, sum);
}

// quote: search
template <bool repaired>
__global__ void search_at_once(const int* sorted, int n, const int* keys, int* places) {
  __shared__ int tile[64];
  tile[threadIdx.x] = INT_MAX;
  __syncthreads();
  if (threadIdx.x < n) tile[threadIdx.x] = sorted[threadIdx.x];
  if (repaired) __syncthreads();
  int place = 0;
  for (int step = 32; step > 0; step /= 2) {
    if (tile[place + step - 1] < keys[threadIdx.x]) place += step;  // wrong: race in shared memory
  }
  places[threadIdx.x] = place;
}
// end quote
CASE(search_in_a_tile_that_is_being_loaded) {
  Buffer<int> sorted(64, 0), keys(64, 1), places(64);
  search_at_once<repaired><<<1, 64>>>(sorted, 50, keys, places);
}

// quote: off-by-one
template <bool repaired>
__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (repaired ? i >= n : i > n) return;
  c[i] = a[i] + b[i];  // wrong: access out of bounds
}
// end quote
CASE(guard_that_lets_one_thread_too_many_in) {
  const int n = 64;
  Buffer<float> a(n, 0), b(n, 0), c(n);
  add<repaired><<<1, 128>>>(a, b, c, n);
}

// quote: mask
/// The sum of n numbers, n at most 8, in four lanes.
template <bool repaired>
__global__ void sum_in_four_lanes(const float* x, float* sum, int n) {
  const int lane = threadIdx.x % 4;
  float total = 0;
  for (int i = lane; i < (repaired ? 8 : n); i += 4) {
    float value = i < n ? x[i] : 0;
    value += __shfl_down_sync(~0u, value, 2, 4);  // wrong: wrong mask of a warp instruction
    value += __shfl_down_sync(~0u, value, 1, 4);
    total += value;
  }
  if (threadIdx.x == 0) *sum = total;
}
// end quote
CASE(full_mask_in_a_loop_that_some_lanes_have_left) {
  Buffer<float> x(8, 0), sum(1);
  sum_in_four_lanes<repaired><<<1, 32>>>(x, sum, 1);
}

// quote: zero-times
template <bool repaired>
__global__ void update(float* mean, const float* x, int seen) {
  const int i = threadIdx.x;
  float old = 0;
  if (!repaired || seen > 0) old = mean[i];  // wrong: read of memory never written
  mean[i] = (old * seen + x[i]) / (seen + 1);
}
// end quote
CASE(what_was_there_before_times_zero) {
  Buffer<float> mean(32), x(32, 0);
  update<repaired><<<1, 32>>>(mean, x, 0);
  look_at(mean, 32);
}

// quote: past-the-tile
/// Launch with memory for `size` floats; the flag comes after them.
template <bool repaired>
__global__ void raise_flag(int* out, int size) {
  extern __shared__ float tile[];
  int* const flag = (int*)(tile + size);
  if (threadIdx.x == 0) *flag = 1;  // wrong: access out of bounds
  __syncthreads();
  out[threadIdx.x] = *flag;
}
// end quote
CASE(word_past_the_dynamic_shared_memory) {
  Buffer<int> out(32);
  const int size = 256;
  raise_flag<repaired><<<1, 32, (size + repaired) * sizeof(float)>>>(out, size);
}

// quote: once-per-row
template <bool repaired>
__global__ void sum_rows(const float* a, float* sums, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (repaired && threadIdx.y > 0) return;
  // wrong: race in global memory
  for (int column = 0; column < n; ++column) sums[row] += a[row * n + column];
}
// end quote
CASE(rows_summed_by_eight_threads_each) {
  const int n = 32;
  Buffer<float> a(n * n, 1), sums(n, 0);
  sum_rows<repaired><<<1, dim3(32, 8)>>>(a, sums, n);
}

// quote: last-step
template <bool repaired>
__global__ void eliminate(float* a, int n, int k) {
  const int row = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  for (int column = k; column < n; ++column) a[row * n + column] -= a[k * n + column];
}
CASE(empty_grid_in_the_last_step) {
  const int n = 8;
  Buffer<float> a(n * n, 0);
  for (int k = 0; k < (repaired ? n - 1 : n); ++k) {
    const int rows = n - 1 - k;
    // wrong: misuse of the runtime API: the grid has no blocks
    eliminate<repaired><<<(rows + 31) / 32, 32>>>(a, n, k);
  }
}
// end quote
