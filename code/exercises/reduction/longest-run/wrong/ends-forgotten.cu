// hint: if the right one has no zero?
/// Of a piece of the array: its length, the runs that begin it and end it, and its longest.
struct Piece {
  int length, left, right, longest;
};

__device__ Piece joined(Piece a, Piece b) {
  return {a.length + b.length, a.left == a.length ? a.length + b.left : a.left, b.right,
          max(max(a.longest, b.longest), a.right + b.left)};
}

constexpr int threads = 256, most_blocks = 256;
__device__ Piece pieces[most_blocks];

/// Of the threads' pieces, in their order; in thread 0.
__device__ Piece joined_in_block(Piece piece) {
  __shared__ Piece shared[threads];
  shared[threadIdx.x] = piece;
  __syncthreads();
  for (int distance = 1; distance < threads; distance *= 2) {
    if (threadIdx.x % (2 * distance) == 0)
      shared[threadIdx.x] = joined(shared[threadIdx.x], shared[threadIdx.x + distance]);
    __syncthreads();
  }
  return shared[0];
}

/// A block has `rounds` times 256 elements, side by side.
__global__ void find(const int* x, int n, int rounds) {
  Piece whole = {};
  for (int round = 0; round < rounds; ++round) {
    long long i = (blockIdx.x * (long long)rounds + round) * threads + threadIdx.x;
    int one = i < n && x[i] != 0;
    Piece piece = joined_in_block(i < n ? Piece{1, one, one, one} : Piece{});
    if (threadIdx.x == 0) whole = joined(whole, piece);
    __syncthreads();
  }
  if (threadIdx.x == 0) pieces[blockIdx.x] = whole;
}

__global__ void finish(int blocks, int* longest) {
  Piece piece = joined_in_block(threadIdx.x < blocks ? pieces[threadIdx.x] : Piece{});
  if (threadIdx.x == 0) *longest = piece.longest;
}

void longest_run(const int* x, int n, int* longest) {
  int rows = (n - 1) / threads + 1, rounds = (rows - 1) / most_blocks + 1;
  int blocks = (rows - 1) / rounds + 1;
  find<<<blocks, threads>>>(x, n, rounds);
  finish<<<1, threads>>>(blocks, longest);
}
