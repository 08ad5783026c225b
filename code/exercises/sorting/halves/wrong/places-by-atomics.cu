// hint: An atomic hands out places to whoever comes first
__global__ void split_piece(unsigned* x, int size, int bit) {
  __shared__ int zeros, ones;
  int i = threadIdx.x;
  x += blockIdx.x * size;
  unsigned value = i < size ? x[i] : 0;
  bool zero = i < size && !(value >> bit & 1);
  int all = __syncthreads_count(zero);
  if (i == 0) zeros = 0, ones = all;
  __syncthreads();
  if (i < size) x[atomicAdd(zero ? &zeros : &ones, 1)] = value;
}

void split_pieces(unsigned* x, int pieces, int size, int bit) {
  split_piece<<<pieces, (size + 31) / 32 * 32>>>(x, size, bit);
}
