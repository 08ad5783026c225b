// exit: 0
// prints: 6 20 1024
// prints: parts 0 wrong
#include <cstdio>

__constant__ int factors[4];
static __device__ int total;
static __device__ int preset = 2;

__global__ void accumulate() {
  atomicAdd(&total, factors[threadIdx.x % 4] * preset);
}

__global__ void reverse(int* out) {
  extern __shared__ int values[];
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
}

struct Setting {
  double scale;
  char name[5];
  short shift;
};
__constant__ Setting settings[3] = {{0.5, "half", 1}, {2, "two", -2}, {}};
__constant__ const Setting* chosen = &settings[1];
__device__ double answers[3];
__device__ const char text[] = "text";

__global__ void answer() {
  const Setting& each = settings[threadIdx.x];
  answers[threadIdx.x] = each.scale * 100 + each.shift + each.name[0] + chosen->scale + text[1];
}

/// Parts of variables, written and read at offsets; the pointer is one that the compiler sets.
int try_parts() {
  Setting host[3] = {{0.5, "half", 1}, {2, "two", -2}, {7, "new", 9}}, got[3];
  cudaMemcpyToSymbol(settings, host + 2, sizeof *host, 2 * sizeof *host);
  const short shift = host[0].shift = 40;
  cudaMemcpyToSymbolAsync(settings, &shift, sizeof shift, offsetof(Setting, shift));
  cudaMemcpyFromSymbol(got, settings, sizeof got);
  int wrong = 0;
  for (int k = 0; k < 3; ++k)
    wrong += got[k].scale != host[k].scale || got[k].shift != host[k].shift ||
             got[k].name[0] != host[k].name[0];
  answer<<<1, 3>>>();
  for (int k = 0; k < 3; ++k) {
    double found = 0;
    cudaMemcpyFromSymbolAsync(&found, answers, sizeof found, k * sizeof found);
    wrong += found != host[k].scale * 100 + host[k].shift + host[k].name[0] + 2 + 'e';
  }
  void *first, *second;
  cudaGetSymbolAddress(&first, settings);
  cudaGetSymbolAddress(&second, answers);
  cudaMemcpy(second, first, sizeof(double), cudaMemcpyDeviceToDevice);
  double copied = 0;
  cudaMemcpyFromSymbol(&copied, answers, sizeof copied);
  std::size_t bytes = 0;
  cudaGetSymbolSize(&bytes, settings);
  return wrong + (copied != 0.5) + (bytes != sizeof host);
}

int main() {
  const int host[4] = {1, 2, 3, 4};
  cudaMemcpyToSymbol(factors, host, sizeof host);
  accumulate<<<1, 4>>>();
  int sum = 0;
  cudaMemcpyFromSymbol(&sum, total, sizeof sum);

  int* out;
  cudaMalloc(&out, 1024 * sizeof(int));
  reverse<<<1, 7, 7 * sizeof(int)>>>(out);
  int first = 0;
  cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);

  void* address = nullptr;
  cudaGetSymbolAddress(&address, total);
  cudaMemset(address, 0, sizeof(int));
  accumulate<<<64, 4>>>();
  accumulate<<<64, 4>>>();
  int more = 0;
  cudaMemcpy(&more, address, sizeof more, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", first, sum, more - 1536);
  printf("parts %d wrong\n", try_parts());
  return cudaDeviceSynchronize();
}
