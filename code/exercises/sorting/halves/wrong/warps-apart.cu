// hint: Each warp was split by itself
__global__ void split_piece(unsigned* x, int size, int bit) {
  __shared__ int zeros_of[32];
  int i = threadIdx.x, warp = i / 32, lane = i % 32;
  x += blockIdx.x * size;
  unsigned value = i < size ? x[i] : 0;
  bool zero = i < size && !(value >> bit & 1);
  unsigned zeros = __ballot_sync(0xffffffff, zero);
  if (lane == 0) zeros_of[warp] = __popc(zeros);
  __syncthreads();
  int before = __popc(zeros & ((1u << lane) - 1)), all = __popc(zeros), begin = warp * 32;
  if (i < size) x[begin + (zero ? before : all + (lane - before))] = value;
}

void split_pieces(unsigned* x, int pieces, int size, int bit) {
  split_piece<<<pieces, (size + 31) / 32 * 32>>>(x, size, bit);
}
