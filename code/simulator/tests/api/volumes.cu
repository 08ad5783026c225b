// Copies and fills in three dimensions.
#include "cases.hpp"

char host[1 << 20];

/// 100 bytes × 4 rows × 3 slices, of device memory.
cudaPitchedPtr volume() {
  cudaPitchedPtr memory{};
  cudaMalloc3D(&memory, make_cudaExtent(100, 4, 3));
  return memory;
}
cudaExtent extent(size_t width, size_t height, size_t depth) {
  return make_cudaExtent(width, height, depth);
}
cudaError_t copied(cudaPitchedPtr to, cudaPos at, cudaExtent size, cudaPitchedPtr from) {
  cudaMemcpy3DParms p = {};
  p.srcPtr = from;
  p.dstPtr = to;
  p.dstPos = at;
  p.extent = size;
  p.kind = cudaMemcpyDefault;
  return cudaMemcpy3D(&p);
}

CASE(malloc_3d_of) {
  cudaPitchedPtr memory{};
  SHOW(cudaMalloc3D(&memory, extent(100, 4, 3)));
  SHOW_VALUE(memory.pitch);
  SHOW_VALUE(memory.xsize);
  SHOW_VALUE(memory.ysize);
  SHOW(cudaMalloc3D(&memory, extent(0, 4, 3)));
  SHOW_VALUE(memory.ptr == nullptr);
  SHOW(cudaMalloc3D(&memory, extent(4, 0, 3)));
  SHOW(cudaMalloc3D(&memory, extent(4, 3, 0)));
  SHOW(cudaMalloc3D(nullptr, extent(4, 4, 4)));
}

CASE(fill_wider_than_a_row) {
  const cudaPitchedPtr memory = volume();
  SHOW(cudaMemset3D(memory, 1, extent(memory.pitch, 4, 3)));
  SHOW(cudaMemset3D(memory, 1, extent(memory.pitch + 1, 1, 1)));
  SHOW(cudaMemset3D(memory, 1, extent(memory.pitch + 1, 2, 1)));
  SHOW(cudaMemset3D(memory, 1, extent(memory.pitch + 1, 1, 2)));
  SHOW(cudaMemset3D(memory, 1, extent(4 * memory.pitch, 1, 1)));
  SHOW(cudaDeviceSynchronize());
}
CASE(fill_of_nothing) {
  const cudaPitchedPtr memory = volume();
  SHOW(cudaMemset3D(memory, 1, extent(0, 4, 3)));
  SHOW(cudaMemset3D(memory, 1, extent(4, 0, 3)));
  SHOW(cudaMemset3D(memory, 1, extent(4, 3, 0)));
  SHOW(cudaMemset3D({}, 1, extent(0, 0, 0)));
}
CASE(fill_of_more_rows) {
  const cudaPitchedPtr memory = volume();
  SHOW(cudaMemset3D(memory, 1, extent(4, 5, 1)));
  SHOW(cudaMemset3D(memory, 1, extent(4, 5, 2)));
  SHOW(cudaMemset3D(memory, 1, extent(4, 4, 4)));
  SHOW(cudaDeviceSynchronize());
}
CASE(fill_outside) {
  const cudaPitchedPtr memory = volume();
  SHOW(cudaMemset3D(memory, 1, extent(4, 4, size_t(1) << 20)));
  SHOW(cudaDeviceSynchronize());
}
CASE(fill_of_no_memory) {
  SHOW(cudaMemset3D(make_cudaPitchedPtr(nullptr, 512, 100, 4), 1, extent(4, 4, 3)));
  SHOW(cudaMemset3D(make_cudaPitchedPtr(host, 512, 100, 4), 1, extent(4, 4, 3)));
}

CASE(copy_of_nothing) {
  const cudaPitchedPtr to = volume(), from = volume();
  SHOW(copied(to, {}, extent(0, 4, 3), from));
  SHOW(copied(to, {}, extent(4, 0, 3), from));
  SHOW(copied(to, {}, extent(4, 3, 0), from));
  SHOW(cudaMemcpy3D(nullptr));
}
CASE(copy_wider_than_a_row) {
  const cudaPitchedPtr to = volume(), from = volume();
  SHOW(copied(to, {}, extent(to.pitch, 4, 3), from));
  SHOW(copied(to, {}, extent(to.pitch + 1, 1, 1), from));
  SHOW(copied(to, {}, extent(to.pitch + 1, 2, 1), from));
  SHOW(copied(to, {}, extent(to.pitch + 1, 1, 2), from));
}
CASE(copy_beside_a_row) {
  const cudaPitchedPtr to = volume(), from = volume();
  SHOW(copied(to, {8, 0, 0}, extent(100, 4, 3), from));
  SHOW(copied(to, {to.pitch - 4, 0, 0}, extent(8, 1, 1), from));
  SHOW(copied(to, {to.pitch - 4, 0, 0}, extent(8, 2, 1), from));
  SHOW(copied(to, {to.pitch, 0, 0}, extent(8, 1, 1), from));
  SHOW(copied(to, {0, 2, 0}, extent(8, 3, 1), from));
  SHOW(copied(to, {0, 2, 0}, extent(8, 3, 2), from));
  SHOW(cudaDeviceSynchronize());
}
CASE(copy_of_unlike_rows) {
  const cudaPitchedPtr to = volume();
  SHOW(copied(to, {}, extent(100, 4, 3), make_cudaPitchedPtr(host, 100, 100, 4)));
  SHOW(copied(to, {}, extent(101, 4, 3), make_cudaPitchedPtr(host, 100, 100, 4)));
  SHOW(copied(to, {}, extent(100, 4, 3), make_cudaPitchedPtr(host, 100, 100, 2)));
  SHOW(copied(to, {}, extent(100, 4, 3), make_cudaPitchedPtr(nullptr, 100, 100, 4)));
  SHOW(copied(to, {}, extent(100, 4, 3), make_cudaPitchedPtr(host, 100, 100, 0)));
}
