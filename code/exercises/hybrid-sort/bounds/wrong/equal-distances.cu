// hint: Bounds at equal distances are not enough
__global__ void divide(unsigned* bounds) {
  bounds[threadIdx.x] = (threadIdx.x + 1) << 28;
}

void choose_bounds(const unsigned*, int, unsigned* bounds) {
  divide<<<1, 15>>>(bounds);
}
