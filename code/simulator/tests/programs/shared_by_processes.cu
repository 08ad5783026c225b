// exit: 0
// prints: all as it should be
// devices: 1 2
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

// Memory of one process that another uses: atomic additions of both at once, messages to and fro,
// copies, and what is wrong about a handle.

#define REQUIRE(...)                                               \
  if (!(__VA_ARGS__)) {                                            \
    std::printf("%s, line %d: %s\n", who, __LINE__, #__VA_ARGS__); \
    std::fflush(stdout);                                           \
    std::exit(1);                                                  \
  }

const char* who = "parent";
constexpr int blocks = 8, block = 64, times = 5, rounds = 20, large = 1 << 20;

__global__ void count(unsigned* counter) {
  for (int k = 0; k < times; ++k) atomicAdd_system(counter, 1);
}

__global__ void play(volatile unsigned* mine, volatile unsigned* others, bool serves) {
  for (unsigned round = 1; round <= rounds; ++round) {
    if (serves) *others = round;
    while (*mine != round) {
    }
    if (!serves) *others = round;
  }
}

int main() {
  int down[2], up[2];
  REQUIRE(pipe(down) == 0 && pipe(up) == 0);
  const pid_t child = fork();
  const int from = child ? up[0] : down[0], to = child ? down[1] : up[1];
  if (child == 0) who = "child";
  const auto tell = [&](const auto& value) {
    REQUIRE(write(to, &value, sizeof value) == sizeof value);
  };
  const auto hear = [&](auto& value) { REQUIRE(read(from, &value, sizeof value) == sizeof value); };
  int devices = 0, word = 0;
  cudaGetDeviceCount(&devices);
  cudaIpcMemHandle_t handle, of_large;
  unsigned *x, *much, *host = static_cast<unsigned*>(std::malloc(large));
  void* pointer;

  if (child > 0) {
    REQUIRE(cudaMalloc(&x, 3 * sizeof *x) == cudaSuccess);
    REQUIRE(cudaMalloc(&much, large) == cudaSuccess);
    REQUIRE(cudaMemset(x, 0, 3 * sizeof *x) == cudaSuccess);
    REQUIRE(cudaMemset(much, 1, large) == cudaSuccess);
    REQUIRE(cudaIpcGetMemHandle(&handle, x) == cudaSuccess);
    REQUIRE(cudaIpcGetMemHandle(&handle, x) == cudaSuccess);
    REQUIRE(cudaIpcGetMemHandle(&of_large, much) == cudaSuccess);
    REQUIRE(cudaIpcGetMemHandle(&of_large, host) == cudaErrorInvalidValue);
    REQUIRE(cudaIpcOpenMemHandle(&pointer, handle, cudaIpcMemLazyEnablePeerAccess) ==
            cudaErrorDeviceUninitialized);
    cudaGetLastError();
    tell(handle);
    tell(of_large);
    hear(word);
  } else {
    cudaSetDevice(devices - 1);
    hear(handle);
    hear(of_large);
    REQUIRE(cudaIpcOpenMemHandle(&pointer, handle, 0) == cudaErrorInvalidValue);
    cudaIpcMemHandle_t wrong = handle;
    std::memset(&wrong, 'x', sizeof wrong);
    REQUIRE(cudaIpcOpenMemHandle(&pointer, wrong, cudaIpcMemLazyEnablePeerAccess) ==
            cudaErrorInvalidValue);
    cudaGetLastError();
    REQUIRE(cudaIpcOpenMemHandle((void**)&x, handle, cudaIpcMemLazyEnablePeerAccess) ==
            cudaSuccess);
    REQUIRE(cudaIpcOpenMemHandle(&pointer, handle, cudaIpcMemLazyEnablePeerAccess) == cudaSuccess);
    REQUIRE(pointer == x && cudaIpcCloseMemHandle(pointer) == cudaSuccess);
    REQUIRE(cudaIpcOpenMemHandle((void**)&much, of_large, cudaIpcMemLazyEnablePeerAccess) ==
            cudaSuccess);
    REQUIRE(cudaMemcpy(host, much, large, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int i = 0; i < large / 4; ++i) REQUIRE(host[i] == 0x01010101);
    REQUIRE(cudaMemset(much, 0, large) == cudaSuccess);
    tell(word);
  }
  for (int launch = 0; launch < 4; ++launch) count<<<blocks, block>>>(x);
  play<<<1, 1>>>(x + (child ? 1 : 2), x + (child ? 2 : 1), child > 0);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  tell(word);
  hear(word);
  REQUIRE(cudaMemcpy(host, x, 3 * sizeof *x, cudaMemcpyDeviceToHost) == cudaSuccess);
  REQUIRE(host[0] == 2 * 4 * blocks * block * times && host[1] == rounds && host[2] == rounds);
  if (child == 0) {
    REQUIRE(cudaIpcCloseMemHandle(x) == cudaSuccess && cudaIpcCloseMemHandle(much) == cudaSuccess);
    REQUIRE(cudaIpcCloseMemHandle(much) == cudaErrorInvalidValue);
    cudaGetLastError();
    tell(word);
    return 0;
  }
  hear(word);
  REQUIRE(cudaMemcpy(host, much, large, cudaMemcpyDeviceToHost) == cudaSuccess);
  REQUIRE(host[0] == 0 && host[large / 4 - 1] == 0);
  REQUIRE(cudaFree(x) == cudaSuccess && cudaFree(much) == cudaSuccess);
  int status = 1;
  waitpid(child, &status, 0);
  REQUIRE(status == 0);
  std::printf("all as it should be\n");
}
