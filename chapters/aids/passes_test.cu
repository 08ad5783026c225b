// Has a warp run what the aid lets readers choose, once for each line of the input: "CODE CONDITION
// K MASK TURNS A B". The instructions of a region are stores, which the simulator counts and
// traces; the last of a launch stores -1.
#include <iostream>
#include <string>

struct Choice {
  char condition;
  int k;
  unsigned mask;
  int rounds, a, b;
};

__device__ bool holds(const Choice& c, int lane) {
  return c.condition == 'b'   ? lane < c.k
         : c.condition == 'e' ? lane % c.k == 0
                              : c.mask >> lane & 1;
}

__device__ void body(volatile int* marks, int instructions) {
#pragma unroll 1
  for (int i = 0; i < instructions; ++i) marks[threadIdx.x] = i;
}

__global__ void either(Choice c, volatile int* marks) {
  if (holds(c, threadIdx.x)) {
    body(marks, c.a);
  } else {
    body(marks + 32, c.b);
  }
  marks[threadIdx.x + 96] = -1;
}

__global__ void nested(Choice c, volatile int* marks) {
  if (holds(c, threadIdx.x)) {
    if (threadIdx.x % 2 == 0) {
      body(marks, c.a);
    } else {
      body(marks + 32, c.b);
    }
  } else {
    body(marks + 64, c.b);
  }
  marks[threadIdx.x + 96] = -1;
}

__global__ void longer(Choice c, volatile int* marks) {
  const int rounds = holds(c, threadIdx.x) ? c.rounds : 1;
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) body(marks, c.a);
  marks[threadIdx.x + 96] = -1;
}

__global__ void each(Choice c, volatile int* marks) {
#pragma unroll 1
  for (int i = 0; i <= threadIdx.x % c.k; ++i) body(marks, c.a);
  marks[threadIdx.x + 96] = -1;
}

int main() {
  int* marks;
  cudaMalloc(&marks, 128 * sizeof(int));
  std::string code, condition;
  for (Choice c; std::cin >> code >> condition >> c.k >> c.mask >> c.rounds >> c.a >> c.b;) {
    c.condition = condition[0];
    const auto kernel = code == "either"   ? either
                        : code == "nested" ? nested
                        : code == "longer" ? longer
                                           : each;
    kernel<<<1, 32>>>(c, marks);
  }
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
