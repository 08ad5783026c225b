// hint: Something in this array repeats as regularly
constexpr int block = 256, each = 4, samples = each * block, buckets = 16;

__global__ void sample(const unsigned* x, int n, unsigned* bounds) {
  __shared__ unsigned keys[samples];
  const int part = n / samples;
  for (int s = threadIdx.x; s < samples; s += block) {
    keys[s] = x[s * part];
  }
  __syncthreads();
  for (int s = threadIdx.x; s < samples; s += block) {
    const unsigned key = keys[s];
    int rank = 0;
    for (int i = 0; i < samples; ++i) rank += keys[i] < key || (keys[i] == key && i < s);
    if (rank > 0 && rank % (samples / buckets) == 0) bounds[rank / (samples / buckets) - 1] = key;
  }
}

void choose_bounds(const unsigned* x, int n, unsigned* bounds) {
  sample<<<1, block>>>(x, n, bounds);
}
