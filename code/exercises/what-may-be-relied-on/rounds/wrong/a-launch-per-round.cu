// hint: The end of a launch is a barrier for all blocks, too.
__global__ void add_neighbours(const unsigned* from, unsigned* to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i == 0 ? n - 1 : i - 1] + from[i == n - 1 ? 0 : i + 1];
}

void go_round(unsigned* x, unsigned* room, int n, int rounds, unsigned* state) {
  for (int round = 0; round < rounds; round += 2) {
    add_neighbours<<<(n - 1) / 256 + 1, 256>>>(x, room, n);
    add_neighbours<<<(n - 1) / 256 + 1, 256>>>(room, x, n);
  }
}
