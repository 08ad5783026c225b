// Where an access goes.
#include "cases.hpp"

template <bool repaired>
__global__ void write(int* x, unsigned n) {
  if (repaired && threadIdx.x >= n) return;
  x[threadIdx.x] = 1;  // wrong: access out of bounds
}
CASE(write_past_the_end) {
  Buffer<int> x(60);
  write<repaired><<<1, 64>>>(x, 60);
}

template <bool repaired>
__global__ void difference(const int* x, int* out) {
  const int i = threadIdx.x;
  const int before = repaired && i == 0 ? 0 : x[i - 1];  // wrong: access out of bounds
  out[i] = x[i] - before;
}
CASE(read_before_the_start) {
  Buffer<int> x(32, 0), out(32);
  difference<repaired><<<1, 32>>>(x, out);
}

template <bool repaired>
__global__ void sums_of_four(const float4* x, float* out, int n) {
  const int i = threadIdx.x;
  if (4 * i + (repaired ? 3 : 0) >= n) return;
  const float4 v = x[i];  // wrong: access out of bounds: reads 16 bytes
  out[i] = v.x + v.y + v.z + v.w;
}
CASE(wide_read_across_the_end) {
  Buffer<float> x(62, 0), out(16);
  sums_of_four<repaired><<<1, 16>>>(reinterpret_cast<float4*>((float*)x), out, 62);
}

template <bool repaired>
__global__ void count_up(unsigned* bins, unsigned n) {
  atomicAdd(bins + (repaired ? threadIdx.x % n : threadIdx.x), 1);  // wrong: access out of bounds
}
CASE(atomic_past_the_end) {
  Buffer<unsigned> bins(10, 0);
  count_up<repaired><<<1, 32>>>(bins, 10);
}

template <bool repaired>
__global__ void store_if(int* x) {
  if (repaired && !x) return;
  x[threadIdx.x] = 1;  // wrong: access through a null pointer
}
CASE(null_pointer) {
  store_if<repaired><<<1, 32>>>(nullptr);
}

template <bool repaired>
__global__ void shift(int* out) {
  __shared__ int values[repaired ? 33 : 32];
  values[threadIdx.x + 1] = threadIdx.x;  // wrong: access out of bounds: at shared address
  __syncwarp();
  if (threadIdx.x > 0) out[threadIdx.x] = values[threadIdx.x];
}
CASE(shared_past_the_end) {
  Buffer<int> out(32);
  shift<repaired><<<1, 32>>>(out);
}

template <bool repaired>
__global__ void stage(int* out) {
  extern __shared__ int staged[];
  staged[threadIdx.x] = threadIdx.x;  // wrong: access out of bounds: at shared address
  out[threadIdx.x] = staged[threadIdx.x];
}
CASE(dynamic_shared_too_small) {
  Buffer<int> out(32);
  stage<repaired><<<1, 32, 32 * (repaired ? sizeof(int) : 1)>>>(out);
}

template <bool repaired>
__global__ void remember(int* out, int n) {
  int mine[8];
  for (int k = 0; k < 8; ++k) mine[k] = out[k];
  const int k = repaired ? n % 8 : n;
  mine[k] = 7;  // wrong: access out of bounds: at local address
  for (int j = 0; j < 8; ++j) out[j] = mine[(j + n) % 8];
}
CASE(local_past_the_end) {
  Buffer<int> out(8, 0);
  remember<repaired><<<1, 1>>>(out, 1000);
}

template <bool repaired>
__global__ void read_constant(int* out, int n) {
  static __constant__ int table[4] = {1, 2, 3, 4};
  // wrong: access out of bounds: just past the end of the 16 bytes of table
  out[threadIdx.x] = table[repaired ? threadIdx.x % n : threadIdx.x];
}
CASE(constant_past_the_end) {
  Buffer<int> out(32);
  read_constant<repaired><<<1, 32>>>(out, 4);
}

template <bool repaired>
__global__ void set_four(float* x) {
  *reinterpret_cast<float4*>(x + (repaired ? 4 : 1)) = float4();  // wrong: misaligned access
}
CASE(misaligned_vector) {
  Buffer<float> x(8);
  set_four<repaired><<<1, 1>>>(x);
}

template <bool repaired>
__global__ void keep_double(double* out) {
  __shared__ alignas(8) char bytes[64];
  double* at = reinterpret_cast<double*>(bytes + (repaired ? 8 : 4) * threadIdx.x);
  *at = 1.5;  // wrong: misaligned access: at shared address
  out[threadIdx.x] = *at;
}
CASE(misaligned_in_shared_memory) {
  Buffer<double> out(2);
  keep_double<repaired><<<1, 2>>>(out);
}

template <bool repaired>
__global__ void touch(int* x) {
  *x = 1;  // wrong: use after free: now freed by cudaFree (
}
CASE(use_after_free) {
  int* x;
  cudaMalloc(&x, 64);
  if (!repaired) cudaFree(x);
  touch<repaired><<<1, 1>>>(x);
  if (repaired) cudaFree(x);
}

CASE(copy_after_free) {
  int *x, host[4] = {};
  cudaMalloc(&x, sizeof host);
  if (!repaired) cudaFree(x);
  // wrong: use after free: cudaMemcpy: copy to 16 bytes that begin 0 bytes into the 16 bytes at
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  if (repaired) cudaFree(x);
}

CASE(copy_past_the_end) {
  int host[8] = {};
  Buffer<int> x(7);
  const int n = repaired ? 7 : 8;
  cudaMemcpy(x, host, n * sizeof(int), cudaMemcpyHostToDevice);  // wrong: access out of bounds
}

CASE(copy_out_too_much_for_pinned_memory) {
  Buffer<int> x(60, 0);
  int* host;
  cudaMallocHost(&host, repaired ? 60 * sizeof(int) : 40 * sizeof(int));
  // wrong: access out of bounds
  cudaMemcpyAsync(host, x, 60 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  cudaFreeHost(host);
}

CASE(copy_in_more_than_managed_memory_has) {
  Buffer<int> x(60);
  int* managed;
  cudaMallocManaged(&managed, repaired ? 60 * sizeof(int) : 59 * sizeof(int));
  cudaMemset(managed, 0, 59 * sizeof(int));
  cudaMemcpy(x, managed, 60 * sizeof(int), cudaMemcpyDefault);  // wrong: access out of bounds
  cudaFree(managed);
}

CASE(fill_past_the_end) {
  Buffer<int> x(7);
  cudaMemset(x, 0, repaired ? 28 : 32);  // wrong: access out of bounds
}

CASE(double_free) {
  int* x;
  cudaMalloc(&x, 64);
  cudaFree(x);
  if (!repaired) cudaFree(x);  // wrong: double free: now freed by cudaFree (
}

CASE(double_free_in_a_stream) {
  int* x;
  cudaMalloc(&x, 64);
  cudaFreeAsync(x, nullptr);
  // wrong: double free: freed by cudaFreeAsync (
  if (!repaired) cudaFreeAsync(x, nullptr);
  cudaDeviceSynchronize();
}

CASE(double_free_of_pinned_memory) {
  int* x;
  cudaMallocHost(&x, 64);
  cudaFreeHost(x);
  if (!repaired) cudaFreeHost(x);  // wrong: double free: now freed by cudaFreeHost (
}

__managed__ int managed_variable;

CASE(free_of_a_managed_variable) {
  managed_variable = 1;
  int* x;
  cudaMallocManaged(&x, 64);
  cudaFree(repaired ? x : &managed_variable);  // wrong: free of what was never allocated
  if (!repaired) cudaFree(x);
}

CASE(free_of_the_middle) {
  int* x;
  cudaMalloc(&x, 64);
  if (!repaired) cudaFree(x + 4);  // wrong: free of what was never allocated
  cudaFree(x);
}

CASE(free_of_host_memory) {
  static int host[4];
  int* x;
  cudaMalloc(&x, 64);
  // wrong: free of what was never allocated: , outside all device memory, in memory of the host
  if (!repaired) cudaFree(host);
  cudaFree(x);
}

CASE(leak) {
  int* x;
  cudaMalloc(&x, 64);  // wrong: leak: from cudaMalloc were never freed
  if (repaired) cudaFree(x);
}

CASE(leak_of_managed_memory) {
  int* x;
  cudaMallocManaged(&x, 64);  // wrong: leak: from cudaMallocManaged were never freed
  if (repaired) cudaFree(x);
}

CASE(leak_of_memory_of_a_pool) {
  int* x;
  cudaMallocAsync(&x, 64, nullptr);  // wrong: leak: from cudaMallocAsync were never freed
  if (repaired) cudaFreeAsync(x, nullptr);
}

template <bool repaired>
__global__ void touch_pinned(int* x) {
  *x = 1;  // wrong: use after free: now freed by cudaFreeHost (
}
CASE(pinned_memory_used_after_it_was_freed) {
  int* x;
  cudaMallocHost(&x, 64);
  if (!repaired) cudaFreeHost(x);
  touch_pinned<repaired><<<1, 1>>>(x);
  cudaDeviceSynchronize();
  if (repaired) cudaFreeHost(x);
}

template <bool repaired>
__global__ void touch_registered(int* x) {
  x[16] = 1;  // wrong: access out of bounds: memory, just past the end of the 64 bytes at
}
CASE(memory_behind_what_is_registered) {
  static int x[32];
  cudaHostRegister(x, (repaired ? 32 : 16) * sizeof(int), cudaHostRegisterDefault);
  touch_registered<repaired><<<1, 1>>>(x);
  cudaDeviceSynchronize();
  cudaHostUnregister(x);
}

/// As a program that goes on with the results.
void look_at(const int* results, int n) {
  std::vector<int> found(n);
  cudaMemcpy(found.data(), results, n * sizeof(int), cudaMemcpyDeviceToHost);
}

template <bool repaired>
__global__ void twice(int* x) {
  x[threadIdx.x] *= 2;  // wrong: read of memory never written
}
CASE(read_of_fresh_memory) {
  Buffer<int> x(32);
  cudaMemset(x, 0, (repaired ? 32 : 31) * sizeof(int));
  twice<repaired><<<1, 32>>>(x);
  look_at(x, 32);
}

template <bool repaired>
__global__ void add_to(int* total) {
  atomicAdd(total, 1);  // wrong: read of memory never written
}
CASE(atomic_on_fresh_memory) {
  Buffer<int> total(1);
  if (repaired) cudaMemset(total, 0, sizeof(int));
  add_to<repaired><<<1, 32>>>(total);
  look_at(total, 1);
}

template <bool repaired>
__global__ void count_in_vain() {
  __shared__ int counts[32];
  if (repaired) counts[threadIdx.x] = 0;
  atomicAdd(&counts[threadIdx.x], 1);  // noted: read of memory never written: no branch
}
CASE(atomic_on_fresh_memory_in_vain) {
  count_in_vain<repaired><<<1, 32>>>();
}

template <bool repaired>
__global__ void decide_by_count(int* out) {
  __shared__ int count;
  if (repaired && threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1);  // wrong: read of memory never written: stores what came of it; a branch
  __syncthreads();
  if (count == 64 && threadIdx.x == 0) *out = 1;
}
CASE(branch_on_what_an_atomic_made_of_fresh_memory) {
  Buffer<int> out(1);
  decide_by_count<repaired><<<1, 64>>>(out);
}

template <bool repaired>
__global__ void take_places(int* out) {
  __shared__ int next;
  if (repaired && threadIdx.x == 0) next = 0;
  __syncthreads();
  // wrong: read of memory never written: the address of
  out[atomicAdd(&next, 1) & 31] = threadIdx.x;
}
CASE(place_from_an_atomic_on_fresh_memory) {
  Buffer<int> out(32);
  take_places<repaired><<<1, 32>>>(out);
}

template <bool repaired>
__global__ void print_sum(const int* x, int* out) {
  *out = x[0] + x[1];  // wrong: read of memory never written
}
CASE(copy_of_fresh_memory) {
  Buffer<int> x(2), y(2), out(1);
  cudaMemset(x, 0, repaired ? 8 : 4);
  cudaMemcpy(y, x, 8, cudaMemcpyDeviceToDevice);
  print_sum<repaired><<<1, 1>>>(y, out);
  look_at(out, 1);
}

template <bool repaired>
__global__ void read_tile(int* out) {
  __shared__ int tile[64];
  if (repaired || threadIdx.x < 40) tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];  // wrong: read of memory never written: shared
}
CASE(read_of_fresh_shared_memory) {
  Buffer<int> out(64);
  read_tile<repaired><<<1, 64>>>(out);
  look_at(out, 64);
}

template <bool repaired>
__global__ void read_tile_in_vain(int* out) {
  __shared__ int tile[64];
  if (repaired || threadIdx.x < 40) tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];  // noted: read of memory never written: nothing
}
CASE(read_of_fresh_memory_in_vain) {
  Buffer<int> out(64);
  read_tile_in_vain<repaired><<<1, 64>>>(out);
}

template <bool repaired>
__global__ void jump(const int* x, int* out) {
  const int taken = x[threadIdx.x];  // wrong: read of memory never written: a branch
  if (taken == 7) out[threadIdx.x] = 1;
}
CASE(branch_on_fresh_memory) {
  Buffer<int> x(32), out(32);
  cudaMemset(x, 0, (repaired ? 32 : 31) * sizeof(int));
  jump<repaired><<<1, 32>>>(x, out);
}

template <bool repaired>
__global__ void gather(const int* places, int* out) {
  const int place = places[threadIdx.x] & 31;  // wrong: read of memory never written: address
  out[place] = threadIdx.x;
}
CASE(address_from_fresh_memory) {
  Buffer<int> places(1), out(32);
  if (repaired) cudaMemset(places, 0, sizeof(int));
  gather<repaired><<<1, 1>>>(places, out);
}

__global__ void shift(const int* x, int* y) {
  y[threadIdx.x] = x[threadIdx.x] + 1;
}
template <bool repaired>
__global__ void start(const int* x, int* y) {
  y[threadIdx.x] = x[threadIdx.x] + 1;  // wrong: read of memory never written: stores
}
__global__ void decide(const int* y, int* out) {
  if (y[threadIdx.x] > 5) out[threadIdx.x] = 1;
}
CASE(fresh_memory_through_kernels) {
  Buffer<int> x(32), y(32), z(32), out(32);
  if (repaired) cudaMemset(x, 0, 32 * sizeof(int));
  start<repaired><<<1, 32>>>(x, y);
  shift<<<1, 32>>>(y, z);
  decide<<<1, 32>>>(z, out);
}

template <bool repaired>
__global__ void number(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}
CASE(rest_that_has_no_block) {
  const int n = 250;
  Buffer<int> x(n);
  std::vector<int> host(n);
  number<repaired><<<repaired ? (n + 63) / 64 : n / 64, 64>>>(x, n);
  // noted: read of memory never written: nobody wrote what lies 768 bytes into the 1000 bytes
  cudaMemcpy(host.data(), x, n * sizeof(int), cudaMemcpyDeviceToHost);
}

template <bool repaired>
__global__ void sum_of_array(int n, int* out) {
  int values[16];
  for (int i = 0; i < n; ++i) values[(i * 5) & 15] = i;
  int sum = 0;
  // wrong: read of memory never written: local
  for (int i = 0; i < 16; ++i) sum += values[(i * n) & 15];
  if (sum != 3) out[threadIdx.x] = sum;
}
CASE(fresh_local_array) {
  Buffer<int> out(32);
  sum_of_array<repaired><<<1, 32>>>(repaired ? 16 : 15, out);
}

__constant__ int setting = 1;
template <bool repaired>
__global__ void change(int* x) {
  *x = 2;  // wrong: write to read-only memory
}
CASE(write_to_a_constant) {
  void* constant;
  cudaGetSymbolAddress(&constant, setting);
  Buffer<int> x(1);
  change<repaired><<<1, 1>>>(repaired ? x : static_cast<int*>(constant));
}

// What printf() reads of a string is loaded like anything else.
template <bool repaired>
__global__ void print_to_the_end(const char* text) {
  printf("%s", text);  // wrong: access out of bounds: reads 1 bytes
}
CASE(print_without_an_end) {
  Buffer<char> text(4, repaired ? 0 : 'x');
  print_to_the_end<repaired><<<1, 1>>>(text);
}

template <bool repaired>
__global__ void print_from_the_host(const char* text) {
  // It is read up to its end, however little of it is to be printed.
  printf("%.0s", text);  // wrong: access out of bounds: outside all device memory
}
CASE(print_a_string_of_the_host) {
  Buffer<char> copy(5, 0);
  print_from_the_host<repaired><<<1, 1>>>(repaired ? static_cast<char*>(copy) : "text");
}

template <bool repaired>
__global__ void print_unwritten(const char* text) {
  printf("%s", text);  // wrong: read of memory never written
}
CASE(print_what_nobody_wrote) {
  Buffer<char> text(4);
  if (repaired) cudaMemset(text, 0, 4);
  print_unwritten<repaired><<<1, 1>>>(text);
}

template <bool repaired>
__global__ void print_freed(const char* text) {
  printf("%s", text);  // wrong: use after free
}
CASE(print_what_was_freed) {
  char* text;
  cudaMalloc(&text, 4);
  cudaMemset(text, 0, 4);
  if (!repaired) cudaFree(text);
  print_freed<repaired><<<1, 1>>>(text);
  if (repaired) cudaFree(text);
}

template <bool repaired>
__global__ void print_shared() {
  __shared__ char text[4];
  if (repaired) text[0] = 0;
  printf("%s", text);  // wrong: read of memory never written: shared
}
CASE(print_of_shared_memory) {
  print_shared<repaired><<<1, 1>>>();
}

template <bool repaired>
__global__ void print_local(int n) {
  char text[8];
  for (int i = 0; i < n; ++i) text[i * 3 & 7] = 0;
  printf("%s", text + 3);  // wrong: read of memory never written: local
}
CASE(print_of_local_memory) {
  print_local<repaired><<<1, 1>>>(repaired ? 2 : 1);
}

__device__ __noinline__ int descend(int n) {
  volatile int room[16];
  room[n & 15] = n;
  // wrong: access out of bounds: calling descend (cudaDeviceSetLimit, cudaLimitStackSize)
  return n == 0 ? 0 : descend(n - 1) + room[n & 15];
}
template <bool repaired>
__global__ void recurse(int n, int* out) {
  *out = descend(n);
}
CASE(stack_that_is_too_small) {
  Buffer<int> out(1);
  recurse<repaired><<<1, 1>>>(repaired ? 3 : 1000, out);
}
