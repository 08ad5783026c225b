#pragma once

#include <cuda_fp16.h>

#include <cstddef>
#include <cstdio>
#include <random>
#include <vector>

/// Random whole numbers in A (m × k) and B (k × n), on the device too, so small that their product
/// is exact in float whatever the order of its sums. Memory for C (m × n) there.
struct HalfProduct {
  HalfProduct(int m, int n, int k) : m(m), n(n), k(k), a(m * k), b(k * n) {
    const unsigned seed = std::random_device{}();
    std::printf("seed %u\n", seed);
    std::mt19937 generator(seed);
    std::uniform_int_distribution<int> some(-8, 8);
    for (__half& v : a) v = __float2half(float(some(generator)));
    for (__half& v : b) v = __float2half(float(some(generator)));
    device_a = upload(a);
    device_b = upload(b);
    cudaMalloc(&device_c, std::size_t(m) * n * sizeof *device_c);
  }

  /// Is what the device has in C the product? Says so, or where it is not.
  bool is_right() const {
    std::vector<float> c(std::size_t(m) * n);
    if (cudaMemcpy(c.data(), device_c, c.size() * sizeof c[0], cudaMemcpyDeviceToHost) !=
        cudaSuccess)
      return false;
    for (int row = 0; row < m; ++row)
      for (int column = 0; column < n; ++column) {
        float sum = 0;
        for (int at = 0; at < k; ++at)
          sum += __half2float(a[row * k + at]) * __half2float(b[at * n + column]);
        if (c[row * n + column] == sum) continue;
        std::printf("row %d, column %d is %g, not %g\n", row, column, c[row * n + column], sum);
        return false;
      }
    std::printf("the product is right\n");
    return true;
  }

  const int m, n, k;
  std::vector<__half> a, b;
  __half *device_a = nullptr, *device_b = nullptr;
  float* device_c = nullptr;

 private:
  static __half* upload(const std::vector<__half>& values) {
    __half* copy = nullptr;
    cudaMalloc(&copy, values.size() * sizeof *copy);
    cudaMemcpy(copy, values.data(), values.size() * sizeof *copy, cudaMemcpyHostToDevice);
    return copy;
  }
};
