// exit: 86
// reports: kernel nothing was not launched: cudaErrorInvalidValue: a block has at most
// reports: (grid (1,1,1), block (2048,1,1)
__global__ void nothing() {}

int main() {
  nothing<<<1, 2048>>>();
}
