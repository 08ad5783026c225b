// hint: It has to say how many wanted it
__global__ void move(const unsigned* x, int n, int room, unsigned* ends, unsigned* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned bucket = x[i] >> 28, index = atomicAdd(&ends[bucket], 1);
  if (index < room)
    y[bucket * room + index] = x[i];
  else
    atomicSub(&ends[bucket], 1);
}

void to_rooms(const unsigned* x, int n, int room, unsigned* ends, unsigned* y) {
  cudaMemset(ends, 0, 16 * sizeof(unsigned));
  move<<<(n - 1) / 256 + 1, 256>>>(x, n, room, ends, y);
}
