// hint: What has each of the two to add for it?
/// Of some numbers: how many, their mean, and the sum of the squared distances from it.
struct Piece {
  float count, mean, squares;
};

__device__ Piece joined(Piece a, Piece b) {
  float count = a.count + b.count;
  if (count == 0) return a;
  float distance = b.mean - a.mean, share = b.count / count;
  return {count, a.mean + distance * share, a.squares + b.squares};
}

constexpr int threads = 256, blocks = 256;
__device__ Piece pieces[blocks];

/// Of all threads' pieces; in thread 0.
__device__ Piece joined_in_block(Piece piece) {
  __shared__ Piece shared[threads];
  shared[threadIdx.x] = piece;
  __syncthreads();
  for (int distance = threads / 2; distance > 0; distance /= 2) {
    if (threadIdx.x < distance) {
      shared[threadIdx.x] = joined(shared[threadIdx.x], shared[threadIdx.x + distance]);
    }
    __syncthreads();
  }
  return shared[0];
}

__global__ void find(const float* x, int n) {
  Piece piece = {};
  for (int i = blockIdx.x * threads + threadIdx.x; i < n; i += blocks * threads) {
    piece = joined(piece, {1, x[i], 0});
  }
  piece = joined_in_block(piece);
  if (threadIdx.x == 0) pieces[blockIdx.x] = piece;
}

__global__ void finish(float* mean, float* variance) {
  Piece all = joined_in_block(pieces[threadIdx.x]);
  if (threadIdx.x == 0) {
    *mean = all.mean;
    *variance = all.squares / all.count;
  }
}

void spread(const float* x, int n, float* mean, float* variance) {
  find<<<blocks, threads>>>(x, n);
  finish<<<1, blocks>>>(mean, variance);
}
