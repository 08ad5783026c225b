// exit: 0
// prints: all products of fragments are right
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdio>
#include <random>
#include <vector>

// nvcuda::wmma in every type, shape and layout, from global and from shared memory, against a loop
// on the host.

using namespace nvcuda;
using Rows = wmma::row_major;
using Columns = wmma::col_major;

std::mt19937 generator;
int failures = 0;

template <class T>
struct Held {  // what memory holds of it
  using type = T;
};
template <>
struct Held<wmma::precision::tf32> {
  using type = float;
};

/// D = 2 (A × B + C), by way of shared memory if `shared`.
template <int m, int n, int k, class T, class Sum, class A, class B, bool by_rows, bool shared>
__global__ void multiply(const typename Held<T>::type* a, const typename Held<T>::type* b,
                         const Sum* c, Sum* d, int lda, int ldb, int ldc) {
  extern __shared__ __align__(32) char room[];
  using Value = typename Held<T>::type;
  const int a_size = lda * (std::is_same_v<A, Rows> ? m : k),
            b_size = ldb * (std::is_same_v<B, Rows> ? k : n);
  if (shared) {
    Value* const as = reinterpret_cast<Value*>(room);
    Value* const bs = as + (a_size + 31) / 32 * 32;
    for (int i = threadIdx.x; i < a_size; i += 32) as[i] = a[i];
    for (int i = threadIdx.x; i < b_size; i += 32) bs[i] = b[i];
    __syncwarp();
    a = as;
    b = bs;
  }
  wmma::fragment<wmma::matrix_a, m, n, k, T, A> fa;
  wmma::fragment<wmma::matrix_b, m, n, k, T, B> fb;
  wmma::fragment<wmma::accumulator, m, n, k, Sum> sum;
  const wmma::layout_t layout = by_rows ? wmma::mem_row_major : wmma::mem_col_major;
  wmma::load_matrix_sync(fa, a, lda);
  wmma::load_matrix_sync(fb, b, ldb);
  wmma::load_matrix_sync(sum, c, ldc, layout);
  wmma::mma_sync(sum, fa, fb, sum);
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = sum.x[i] + sum.x[i];
  wmma::store_matrix_sync(d, sum, ldc, layout);
}

template <class T>
T made(int v) {
  if constexpr (std::is_same_v<T, __half> || std::is_same_v<T, __nv_bfloat16>)
    return T(float(v));
  else
    return T(v);
}

template <int m, int n, int k, class T, class Sum, class A, class B, bool by_rows, bool shared>
void test() {
  using Value = typename Held<T>::type;
  const bool a_rows = std::is_same_v<A, Rows>, b_rows = std::is_same_v<B, Rows>;
  const int gap = 16;  // strides are multiples of 16 bytes
  const int lda = (a_rows ? k : m) + gap, ldb = (b_rows ? n : k) + gap,
            ldc = (by_rows ? n : m) + gap;
  const int low = std::is_unsigned_v<Value> ? 0 : -8, high = 8;
  std::uniform_int_distribution<int> some(low, high);
  std::vector<Value> a(lda * (a_rows ? m : k)), b(ldb * (b_rows ? k : n));
  std::vector<Sum> c(ldc * (by_rows ? m : n)), d(c.size());
  for (Value& v : a) v = made<Value>(some(generator));
  for (Value& v : b) v = made<Value>(some(generator));
  for (Sum& v : c) v = made<Sum>(some(generator));
  Value *da, *db;
  Sum *dc, *dd;
  cudaMalloc(&da, a.size() * sizeof *da);
  cudaMalloc(&db, b.size() * sizeof *db);
  cudaMalloc(&dc, c.size() * sizeof *dc);
  cudaMalloc(&dd, d.size() * sizeof *dd);
  cudaMemcpy(da, a.data(), a.size() * sizeof *da, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), b.size() * sizeof *db, cudaMemcpyHostToDevice);
  cudaMemcpy(dc, c.data(), c.size() * sizeof *dc, cudaMemcpyHostToDevice);
  cudaMemset(dd, 0, d.size() * sizeof *dd);
  multiply<m, n, k, T, Sum, A, B, by_rows, shared><<<1, 32, 16384>>>(da, db, dc, dd, lda, ldb, ldc);
  if (cudaMemcpy(d.data(), dd, d.size() * sizeof *dd, cudaMemcpyDeviceToHost) != cudaSuccess)
    ++failures;
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < n; ++column) {
      const int at_c = by_rows ? row * ldc + column : column * ldc + row;
      double sum = double(c[at_c]);
      for (int at = 0; at < k; ++at)
        sum += double(a[a_rows ? row * lda + at : at * lda + row]) *
               double(b[b_rows ? at * ldb + column : column * ldb + at]);
      if (double(d[at_c]) == 2 * sum) continue;
      if (++failures < 20)
        std::printf("m%dn%dk%d: row %d, column %d is %g, not %g\n", m, n, k, row, column,
                    double(d[at_c]), 2 * sum);
    }
  for (void* each : {(void*)da, (void*)db, (void*)dc, (void*)dd}) cudaFree(each);
}

template <class T, class Sum>
void test_shapes() {
  test<16, 16, 16, T, Sum, Rows, Columns, true, false>();
  test<16, 16, 16, T, Sum, Columns, Rows, false, true>();
  test<32, 8, 16, T, Sum, Rows, Rows, false, true>();
  test<8, 32, 16, T, Sum, Columns, Columns, true, false>();
}

__global__ void multiply_small(const void* a, const void* b, int* d, bool bits) {
  using namespace wmma::experimental;
  if (bits) {
    wmma::fragment<wmma::matrix_a, 8, 8, 128, precision::b1, Rows> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 128, precision::b1, Columns> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 128, int> sum;
    wmma::fill_fragment(sum, 1);
    wmma::load_matrix_sync(fa, a, 128);
    wmma::load_matrix_sync(fb, b, 128);
    wmma::bmma_sync(sum, fa, fb, sum);  // of bits that differ
    wmma::store_matrix_sync(d, sum, 8, wmma::mem_row_major);
  } else {
    wmma::fragment<wmma::matrix_a, 8, 8, 32, precision::u4, Rows> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 32, precision::u4, Columns> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 32, int> sum;
    wmma::fill_fragment(sum, 1);
    wmma::load_matrix_sync(fa, a, 32);
    wmma::load_matrix_sync(fb, b, 32);
    wmma::mma_sync(sum, fa, fb, sum);
    wmma::store_matrix_sync(d, sum, 8, wmma::mem_row_major);
  }
}

void test_small(bool bits) {
  constexpr int words = 4;  // in a line
  std::vector<unsigned> a(8 * words), b(8 * words);
  std::vector<int> d(64);
  for (unsigned& v : a) v = generator();
  for (unsigned& v : b) v = generator();
  unsigned *da, *db;
  int* dd;
  cudaMalloc(&da, a.size() * 4);
  cudaMalloc(&db, b.size() * 4);
  cudaMalloc(&dd, d.size() * 4);
  cudaMemcpy(da, a.data(), a.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), b.size() * 4, cudaMemcpyHostToDevice);
  multiply_small<<<1, 32>>>(da, db, dd, bits);
  cudaMemcpy(d.data(), dd, d.size() * 4, cudaMemcpyDeviceToHost);
  for (int row = 0; row < 8; ++row)
    for (int column = 0; column < 8; ++column) {
      int sum = 1;
      for (int at = 0; at < words; ++at) {
        const unsigned x = a[row * words + at], y = b[column * words + at];
        if (bits) sum += __builtin_popcount(x ^ y);
        for (int shift = 0; shift < 32 && !bits; shift += 4)
          sum += int(x >> shift & 15) * int(y >> shift & 15);
      }
      if (d[row * 8 + column] != sum && ++failures < 20)
        std::printf("%s: row %d, column %d is %d, not %d\n", bits ? "b1" : "u4", row, column,
                    d[row * 8 + column], sum);
    }
  cudaFree(da);
  cudaFree(db);
  cudaFree(dd);
}

int main() {
  const unsigned seed = std::random_device{}();
  std::printf("seed %u\n", seed);
  generator.seed(seed);
  test_shapes<__half, float>();
  test_shapes<__half, __half>();
  test_shapes<__nv_bfloat16, float>();
  test_shapes<signed char, int>();
  test_shapes<unsigned char, int>();
  test<16, 16, 8, wmma::precision::tf32, float, Rows, Columns, true, true>();
  test<16, 16, 8, wmma::precision::tf32, float, Columns, Rows, false, false>();
  test<8, 8, 4, double, double, Rows, Columns, true, false>();
  test<8, 8, 4, double, double, Columns, Rows, false, true>();
  test_small(false);
  test_small(true);
  if (failures == 0) std::printf("all products of fragments are right\n");
  return failures != 0;
}
