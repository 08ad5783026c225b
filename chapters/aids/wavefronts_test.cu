// Has a warp write to shared memory and read from it, once for each line of the input: how many
// bytes a lane accesses, "at" and an address for each lane, or "tile" and how these follow from a
// tile. The simulator, asked to count, prints what each launch did.
#include <iostream>
#include <string>
#include <vector>

constexpr int lanes = 32, most_bytes = 48 * 1024;

template <class Access>
__global__ void access(const int* addresses, void* out) {
  __shared__ __align__(128) char memory[most_bytes];
  Access* place = reinterpret_cast<Access*>(memory + addresses[threadIdx.x]);
  *place = Access{};
  __syncwarp();
  static_cast<Access*>(out)[threadIdx.x] = *place;
}

/// Which element of a tile each lane takes, found by counting, and where it stands.
std::vector<int> in_tile(int size) {
  int columns, padding, stride, share, down, swizzled;
  std::cin >> columns >> padding >> stride >> share >> down >> swizzled;
  std::vector<int> addresses;
  for (int row = 0, column = 0; addresses.size() < lanes;) {
    const int place = swizzled ? column ^ row % columns : column;
    for (int lane = 0; lane < share; ++lane)
      addresses.push_back((row * (columns + padding) + place) * size);
    if (down) {
      ++row;
    } else {
      for (column += stride; column >= columns; column -= columns) ++row;
    }
  }
  return addresses;
}

std::vector<int> as_given() {
  std::vector<int> addresses(lanes);
  for (int& address : addresses) std::cin >> address;
  return addresses;
}

int main() {
  int* addresses;
  void* out;
  cudaMalloc(&addresses, lanes * sizeof(int));
  cudaMalloc(&out, lanes * 16);
  std::string kind;
  for (int size; std::cin >> size >> kind;) {
    const auto chosen = kind == "tile" ? in_tile(size) : as_given();
    cudaMemcpy(addresses, chosen.data(), lanes * sizeof(int), cudaMemcpyHostToDevice);
    const auto kernel = size == 1   ? access<char>
                        : size == 2 ? access<short>
                        : size == 4 ? access<float>
                        : size == 8 ? access<float2>
                                    : access<float4>;
    kernel<<<1, lanes>>>(addresses, out);
  }
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
