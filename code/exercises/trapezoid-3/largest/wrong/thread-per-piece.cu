// hint: right, but with
// hint: How many threads look at a piece, and which
__global__ void best_of_piece(const int* x, int n, int piece, int* indices) {
  int b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b * piece >= n) return;
  int best = b * piece, value = x[best];
  for (int i = best + 1; i < n && i < (b + 1) * piece; ++i) {
    if (x[i] > value) {
      best = i;
      value = x[i];
    }
  }
  indices[b] = best;
}

void find_largest(const int* x, int n, int piece, int* indices) {
  int pieces = (n + piece - 1) / piece;
  best_of_piece<<<(pieces + 255) / 256, 256>>>(x, n, piece, indices);
}
