// exit: 0
// schedules: forward random:3
// prints: virtual 0 wrong
// prints: pointers 0 wrong
// prints: passed 0 wrong
// prints: recursion 0 wrong
// prints: switch 0 wrong
#include <cstdio>
#include <new>

// Calls whose target is known only when they are made, and calls of a function by itself. The host
// computes what the device should have.

constexpr int n = 96;

struct Shape {
  __device__ virtual int area(int side) const = 0;
  __device__ virtual int corners() const { return 0; }
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  __device__ int area(int side) const override { return side * side; }
  __device__ int corners() const override { return 4; }
};
struct Slab : Shape {
  __device__ explicit Slab(int height) : height(height) {}
  __device__ int area(int side) const override { return side * height; }
  int height;
};
struct Raised final : Slab {
  __device__ explicit Raised(int height) : Slab(height) {}
  __device__ int area(int side) const override { return Slab::area(side) + height; }
  __device__ int corners() const override { return 8; }
};

__global__ void make_shapes(Shape** shapes) {
  const int i = threadIdx.x;
  if (i % 3 == 0)
    shapes[i] = new Square;
  else if (i % 3 == 1)
    shapes[i] = new Slab(i);
  else
    shapes[i] = new Raised(i);
}
__global__ void ask_shapes(Shape** shapes, int* out) {
  const Shape* shape = shapes[n - 1 - threadIdx.x];
  out[threadIdx.x] = shape->area(threadIdx.x) * 10 + shape->corners();
}
__global__ void remove_shapes(Shape** shapes) {
  delete shapes[threadIdx.x];
}
int shape_of(int k) {
  const int i = n - 1 - k;
  if (i % 3 == 0) return k * k * 10 + 4;
  return i % 3 == 1 ? k * i * 10 : (k * i + i) * 10 + 8;
}

using Binary = int (*)(int, int);
__host__ __device__ int sum(int a, int b) {
  return a + b;
}
__host__ __device__ int difference(int a, int b) {
  return a - b;
}
__host__ __device__ int product(int a, int b) {
  return a * b;
}
__device__ Binary table[] = {sum, difference, product};
__device__ Binary pointer_to_product = product;

__global__ void call_by_table(int* out) {
  const int k = threadIdx.x;
  out[k] = table[k % 3](k, 7) + table[(k + 1) % 3](k, 5);
}
int called_by_table(int k) {
  constexpr Binary all[] = {sum, difference, product};
  return all[k % 3](k, 7) + all[(k + 1) % 3](k, 5);
}
__global__ void call_passed(Binary function, int* out) {
  out[threadIdx.x] = function(threadIdx.x, 3);
}

__host__ __device__ int fibonacci(int i) {
  return i < 2 ? i : fibonacci(i - 1) + fibonacci(i - 2);
}
__host__ __device__ bool odd(int i);
__host__ __device__ bool even(int i) {
  return i == 0 || odd(i - 1);
}
__host__ __device__ bool odd(int i) {
  return i != 0 && even(i - 1);
}
/// Each call has an array of its own, which those it makes must leave alone.
__host__ __device__ int deep(int i) {
  int values[4];
  for (int k = 0; k < 4; ++k) values[k] = i * k;
  const int below = i == 0 ? 1 : deep(i - 1);
  return (below + values[i % 4]) % 1009;
}
__host__ __device__ int recursions(int k) {
  return fibonacci(k % 10) * 4 + even(k) * 2 + odd(k / 2) + 1000 * deep(k);
}
__global__ void recurse(int* out) {
  out[threadIdx.x] = recursions(threadIdx.x);
}

/// Cases that follow one another, one that falls through, and a rest.
__host__ __device__ __noinline__ int choose(int k, int x) {
  switch (k % 13) {
    case 0:
      return x * 3;
    case 1:
      return x ^ 21;
    case 2:
      return x << 2;
    case 3:
      return x / 7;
    case 4:
      return x % 9;
    case 5:
      return -x;
    case 6:
      return ~x;
    case 7:
      return x * x;
    case 8:
      x += 4;
      [[fallthrough]];
    case 9:
      return x - 100;
    case 10:
      return x | 64;
    case 11:
      return x & 38;
    default:
      return 5;
  }
}
__global__ void choose_each(int* out) {
  out[threadIdx.x] = choose(threadIdx.x, 3 * threadIdx.x);
}
int chosen(int k) {
  return choose(k, 3 * k);
}

template <class Launch, class Expected>
void compare(const char* name, Launch launch, Expected expected) {
  int *out, host[n], wrong = 0;
  cudaMalloc(&out, sizeof host);
  launch(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int k = 0; k < n; ++k) wrong += host[k] != expected(k);
  std::printf("%s %d wrong\n", name, wrong);
  cudaFree(out);
}

int main() {
  cudaDeviceSetLimit(cudaLimitStackSize, 16384);  // for deep(): 96 frames do not fit in 1024 bytes
  Shape** shapes;
  cudaMalloc(&shapes, n * sizeof *shapes);
  const auto ask = [&](int* out) {
    make_shapes<<<1, n>>>(shapes);
    ask_shapes<<<1, n>>>(shapes, out);
    remove_shapes<<<1, n>>>(shapes);
  };
  compare("virtual", ask, shape_of);
  cudaFree(shapes);
  compare(
      "pointers", [](int* out) { call_by_table<<<1, n>>>(out); }, called_by_table);
  const auto pass = [](int* out) {
    Binary function;
    cudaMemcpyFromSymbol(&function, pointer_to_product, sizeof function);
    call_passed<<<1, n>>>(function, out);
  };
  compare("passed", pass, [](int k) { return product(k, 3); });
  compare(
      "recursion", [](int* out) { recurse<<<1, n>>>(out); }, recursions);
  compare(
      "switch", [](int* out) { choose_each<<<1, n>>>(out); }, chosen);
  return cudaDeviceSynchronize();
}
