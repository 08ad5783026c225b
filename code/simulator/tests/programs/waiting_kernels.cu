// exit: 0
// prints: all as it should be
// schedules: forward random:1
// streams: early late random:1
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cuda/atomic>
#include <thread>
#include <vector>

// Kernels that wait while they run for the host, for a copy, for a kernel of another stream.

#define CHECK(condition)                                  \
  do {                                                    \
    if (!(condition)) {                                   \
      std::printf("line %d: %s\n", __LINE__, #condition); \
      return 1;                                           \
    }                                                     \
  } while (0)
#define CALL(call) CHECK((call) == cudaSuccess)

template <class T>
using System = cuda::atomic_ref<T, cuda::thread_scope_system>;
template <class T>
using OnDevice = cuda::atomic_ref<T, cuda::thread_scope_device>;

__global__ void wait_for_host(volatile int* flag, volatile int* data, int* out) {
  if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
    __threadfence_system();
  }
  __syncthreads();
  if (blockIdx.x == 0) out[threadIdx.x] = data[0] + int(threadIdx.x);
}

__global__ void answer(int* turn, int* value, int rounds) {
  const System<int> t(*turn);
  for (int k = 0; k < rounds; ++k) {
    while (t.load(cuda::memory_order_acquire) != 2 * k + 1) {
    }
    *value += 10;
    t.store(2 * k + 2, cuda::memory_order_release);
  }
}

__global__ void count_until(volatile int* stop, volatile int* count) {
  while (*stop == 0) *count = *count + 1;
}

__global__ void produce(int* data, int* flag) {
  data[0] = 42;
  OnDevice<int>(*flag).store(1, cuda::memory_order_release);
}

__global__ void consume(const int* data, int* flag, int* out) {
  while (OnDevice<int>(*flag).load(cuda::memory_order_acquire) == 0) {
  }
  out[0] = data[0];
}

/// Two kernels by turns: `me` is 0 or 1.
__global__ void take_turns(int* turn, int* sum, int me, int rounds) {
  const OnDevice<int> t(*turn);
  for (int k = 0; k < rounds; ++k) {
    while (t.load(cuda::memory_order_acquire) != 2 * k + me) {
    }
    *sum = *sum * 3 + me;
    t.store(2 * k + me + 1, cuda::memory_order_release);
  }
}

__global__ void add_one(int* x) {
  *x += 1;
}

__global__ void work(int* x, int n) {
  for (int k = 0; k < n; ++k) x[threadIdx.x] = x[threadIdx.x] * 5 + k;
}

/// A persistent kernel: it takes tasks from a queue of the host until it is told to end.
__global__ void serve(volatile int* head, volatile int* tasks, volatile int* done, int* results) {
  __shared__ int task;
  for (int k = 0;; ++k) {
    if (threadIdx.x == 0) {
      while (*head <= k) {
      }
      __threadfence_system();
      task = tasks[k];
    }
    __syncthreads();
    if (task < 0) return;
    results[k * 32 + threadIdx.x] = task * int(threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence_system();
      *done = k + 1;
    }
  }
}

void set(int* flag, int value) {
  System<int>(*flag).store(value, cuda::memory_order_release);
}
int get(int* flag) {
  return System<int>(*flag).load(cuda::memory_order_acquire);
}

int run() {
  int *flag, *data, *out;
  CALL(cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped));
  CALL(cudaMallocHost(&data, sizeof *data));
  CALL(cudaMallocManaged(&out, 32 * sizeof *out));

  // The host tells it after the launch, and then waits.
  *flag = 0;
  wait_for_host<<<1, 32>>>(flag, data, out);
  CALL(cudaGetLastError());
  *data = 7;
  set(flag, 1);
  CALL(cudaDeviceSynchronize());
  CHECK(out[0] == 7 && out[31] == 38);

  // Another thread tells it while this one waits.
  *flag = 0;
  wait_for_host<<<3, 32>>>(flag, data, out);
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    *data = 9;
    set(flag, 1);
  });
  CALL(cudaDeviceSynchronize());
  other.join();
  CHECK(out[31] == 40);

  // Question and answer, with no call of the API.
  int *turn, *value;
  CALL(cudaMallocHost(&turn, sizeof *turn));
  CALL(cudaMallocHost(&value, sizeof *value));
  *turn = *value = 0;
  answer<<<1, 1>>>(turn, value, 20);
  for (int k = 0; k < 20; ++k) {
    *value += 1;
    set(turn, 2 * k + 1);
    while (get(turn) != 2 * k + 2) {
    }
  }
  CALL(cudaDeviceSynchronize());
  CHECK(*value == 220);

  // It works on for as long as the host lets it.
  int* count;
  CALL(cudaMallocHost(&count, sizeof *count));
  *flag = *count = 0;
  count_until<<<1, 1>>>(flag, count);
  while (get(count) < 10) {
  }
  set(flag, 1);
  CALL(cudaDeviceSynchronize());

  cudaStream_t first, second;
  CALL(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  CALL(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  int *box, *there, *sum;
  CALL(cudaMalloc(&box, 2 * sizeof *box));
  CALL(cudaMalloc(&there, sizeof *there));
  CALL(cudaMalloc(&sum, 64 * sizeof *sum));
  for (const bool consumer_first : {false, true}) {
    CALL(cudaMemset(there, 0, sizeof *there));
    CALL(cudaDeviceSynchronize());
    if (!consumer_first) produce<<<1, 1, 0, first>>>(box, there);
    consume<<<1, 1, 0, second>>>(box, there, box + 1);
    add_one<<<1, 1, 0, second>>>(box + 1);
    if (consumer_first) produce<<<1, 1, 0, first>>>(box, there);
    CALL(cudaStreamSynchronize(second));
    CALL(cudaMemcpy(data, box + 1, sizeof *data, cudaMemcpyDeviceToHost));
    CALL(cudaDeviceSynchronize());
    CHECK(*data == 43);
  }

  // By turns; whoever of the two ends last, what follows in either stream comes after both.
  for (const int before : {0, 1}) {
    CALL(cudaMemset(there, 0, sizeof *there));
    CALL(cudaMemset(sum, 0, 64 * sizeof *sum));
    CALL(cudaDeviceSynchronize());
    for (const int me : {before, 1 - before})
      take_turns<<<1, 1, 0, me == 0 ? first : second>>>(there, sum, me, 5);
    add_one<<<1, 1, 0, second>>>(sum);
    CALL(cudaDeviceSynchronize());
    CALL(cudaMemcpy(data, sum, sizeof *data, cudaMemcpyDeviceToHost));
    int wanted = 0;
    for (int k = 0; k < 10; ++k) wanted = wanted * 3 + k % 2;
    CHECK(*data == wanted + 1);
  }

  // A copy tells it, in another stream than its own.
  CALL(cudaMemset(there, 0, sizeof *there));
  CALL(cudaDeviceSynchronize());
  wait_for_host<<<1, 32, 0, first>>>(there, box, out);
  const int one = 1;
  CALL(cudaMemcpyAsync(there, &one, sizeof one, cudaMemcpyHostToDevice, second));
  CALL(cudaDeviceSynchronize());
  CHECK(out[1] == 43);

  // While it waits, others come and go, and memory is asked for and given back in their order.
  *flag = 0;
  wait_for_host<<<1, 32, 0, first>>>(flag, data, out);
  int *more, *pooled;
  CALL(cudaMalloc(&more, 64 * sizeof *more));
  CALL(cudaMemsetAsync(more, 0, 64 * sizeof *more, second));
  CALL(cudaMallocAsync(&pooled, 64 * sizeof *pooled, second));
  CALL(cudaMemsetAsync(pooled, 0, 64 * sizeof *pooled, second));
  work<<<1, 64, 0, second>>>(more, 100);
  work<<<1, 64, 0, second>>>(pooled, 100);
  CALL(cudaFreeAsync(pooled, second));
  CALL(cudaStreamSynchronize(second));
  CHECK(cudaStreamQuery(first) == cudaErrorNotReady);
  set(flag, 1);
  CALL(cudaDeviceSynchronize());
  CALL(cudaStreamQuery(first));

  // Tasks for a kernel that stays. Results are read when it says that they are there.
  int *head, *tasks, *done, *results;
  CALL(cudaMallocHost(&head, sizeof *head));
  CALL(cudaMallocHost(&tasks, 8 * sizeof *tasks));
  CALL(cudaMallocHost(&done, sizeof *done));
  CALL(cudaMalloc(&results, 8 * 32 * sizeof *results));
  *head = *done = 0;
  serve<<<1, 32, 0, first>>>(head, tasks, done, results);
  for (int k = 0; k < 7; ++k) {
    tasks[k] = k + 1;
    set(head, k + 1);
    while (get(done) <= k) {
    }
    std::vector<int> seen(32);
    CALL(cudaMemcpyAsync(seen.data(), results + k * 32, 32 * sizeof(int), cudaMemcpyDeviceToHost,
                         second));
    CALL(cudaStreamSynchronize(second));
    CHECK(seen[3] == (k + 1) * 3);
  }
  tasks[7] = -1;
  set(head, 8);
  CALL(cudaDeviceSynchronize());
  std::puts("all as it should be");
  return 0;
}

int main() {
  // A GPU that loads a kernel at its first launch waits with that for those that wait.
  setenv("CUDA_MODULE_LOADING", "EAGER", 1);
  return run();
}
