// exit: 0
// prints: thread 3 of 4: 1.50 ok
// prints: [abc] [   ab] [ab ] [in a parameter] [constant]
#include <cstdio>

__global__ void speak() {
  if (threadIdx.x == 3) printf("thread %d of %u: %.2f %s\n", threadIdx.x, blockDim.x, 1.5, "ok");
}

struct Text {
  char letters[16];
};
__constant__ char constant[] = "constant";
__global__ void spell(Text parameter) {
  char local[5] = {};
  for (unsigned i = 0; i < 4; ++i) local[i] = 'a' + i * blockDim.x;
  printf("[%.3s] [%*.2s] [%-3.2s] ", local, 5, local, local);
  printf("[%s] [%s]\n", parameter.letters, constant);
}

int main() {
  speak<<<1, 4>>>();
  spell<<<1, 1>>>({"in a parameter"});
  return cudaDeviceSynchronize();
}
