// hint: right, but with
// hint: by lanes that read side by side
__global__ void split(unsigned* x, int pieces, int size, int bit) {
  int piece = blockIdx.x * blockDim.x + threadIdx.x;
  if (piece >= pieces) return;
  x += piece * size;
  unsigned ones[1024];
  int zero = 0, one = 0;
  for (int i = 0; i < size; ++i) {
    unsigned value = x[i];
    if (value >> bit & 1)
      ones[one++] = value;
    else
      x[zero++] = value;
  }
  for (int i = 0; i < one; ++i) x[zero + i] = ones[i];
}

void split_pieces(unsigned* x, int pieces, int size, int bit) {
  split<<<(pieces + 255) / 256, 256>>>(x, pieces, size, bit);
}
