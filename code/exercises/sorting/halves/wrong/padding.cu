// hint: a thread past the end is no zero
__global__ void split_piece(unsigned* x, int size, int bit) {
  __shared__ int zeros_of[32];
  int i = threadIdx.x, warp = i / 32, lane = i % 32;
  x += blockIdx.x * size;
  unsigned value = i < size ? x[i] : 0;
  bool zero = !(value >> bit & 1);
  unsigned zeros = __ballot_sync(0xffffffff, zero);
  if (lane == 0) zeros_of[warp] = __popc(zeros);
  __syncthreads();
  int before = __popc(zeros & ((1u << lane) - 1)), all = 0;
  for (int w = 0; w < blockDim.x / 32; ++w) {
    if (w < warp) before += zeros_of[w];
    all += zeros_of[w];
  }
  if (i < size) x[zero ? before : all + (i - before)] = value;
}

void split_pieces(unsigned* x, int pieces, int size, int bit) {
  split_piece<<<pieces, (size + 31) / 32 * 32>>>(x, size, bit);
}
