// Launches a warp that reads `width` bytes a lane, for every choice of the aid, and prints each
// choice; the simulator, asked to count, prints what each launch did.
#include <cstdio>
#include <cstdlib>

template <class Access>
__global__ void read(const char* array, int size, int stride, int offset, int part, unsigned* out) {
  const char* element = array + (offset + stride * int(threadIdx.x)) * size;
  Access words = reinterpret_cast<const Access*>(element)[part];
  out[threadIdx.x] = reinterpret_cast<const unsigned char&>(words);
}

template <class Access>
void read_all(const char* array, unsigned* out, int most_stride, int most_offset) {
  constexpr int width = sizeof(Access);
  for (int size : {1, 2, 4, 8, 12, 16}) {
    const int parts = size < width ? 1 : size / width;
    for (int part = 0; part < parts; ++part) {
      for (int stride = 0; stride <= most_stride; ++stride) {
        for (int offset = 0; offset <= most_offset; ++offset) {
          // A misaligned access would end the program.
          bool aligned = true;
          for (int lane = 0; lane < 32; ++lane) {
            aligned = aligned && (offset + stride * lane) * size % width == 0;
          }
          std::printf("%d %d %d %d %d %d\n", size, width, stride, offset, part, int(aligned));
          if (aligned) read<Access><<<1, 32>>>(array, size, stride, offset, part, out);
        }
      }
    }
  }
}

int main(int, char** argv) {
  const int most_stride = std::atoi(argv[1]), most_offset = std::atoi(argv[2]);
  const int bytes = (most_offset + 31 * most_stride + 2) * 16;
  char* array;
  unsigned* out;
  cudaMalloc(&array, bytes);
  cudaMalloc(&out, 32 * sizeof(unsigned));
  cudaMemset(array, 0, bytes);
  read_all<char>(array, out, most_stride, most_offset);
  read_all<short>(array, out, most_stride, most_offset);
  read_all<float>(array, out, most_stride, most_offset);
  read_all<float2>(array, out, most_stride, most_offset);
  read_all<float4>(array, out, most_stride, most_offset);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
