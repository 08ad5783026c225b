#include <cstring>

#include "simulator/runtime/driver/driver_call.hpp"
#include "simulator/runtime/driver/undeclared.hpp"
#include "simulator/runtime/memory/volume.hpp"
#include "simulator/runtime/textures/array.hpp"

// Copies of boxes, from and to memory or arrays.

using namespace simulator;
using namespace simulator::runtime;

namespace {

/// One side of a copy, as the driver describes it. Positions are in bytes, also in arrays.
struct Side {
  CUmemorytype type;
  void* host;
  CUdeviceptr device;
  CUarray array;
  std::size_t x, y, z, pitch, height;
};

struct Box {
  Side from, to;
  std::size_t width, height, depth;
};

Box box_of(const CUDA_MEMCPY2D& c) {
  return {{c.srcMemoryType, const_cast<void*>(c.srcHost), c.srcDevice, c.srcArray, c.srcXInBytes,
           c.srcY, 0, c.srcPitch, c.srcY + c.Height},
          {c.dstMemoryType, c.dstHost, c.dstDevice, c.dstArray, c.dstXInBytes, c.dstY, 0,
           c.dstPitch, c.dstY + c.Height},
          c.WidthInBytes,
          c.Height,
          1};
}

Box box_of(const CUDA_MEMCPY3D& c) {
  return {{c.srcMemoryType, const_cast<void*>(c.srcHost), c.srcDevice, c.srcArray, c.srcXInBytes,
           c.srcY, c.srcZ, c.srcPitch, c.srcHeight},
          {c.dstMemoryType, c.dstHost, c.dstDevice, c.dstArray, c.dstXInBytes, c.dstY, c.dstZ,
           c.dstPitch, c.dstHeight},
          c.WidthInBytes,
          c.Height,
          c.Depth};
}

cudaArray_t array_of(CUarray array) {
  return reinterpret_cast<cudaArray_t>(array);
}

/// Bytes of a texel of the arrays of a copy; 1 where there are none. Throws ApiError.
std::size_t texel_of(const Box& box) {
  for (const Side* side : {&box.from, &box.to})
    if (side->type == CU_MEMORYTYPE_ARRAY) return checked_array(array_of(side->array)).texel_bytes;
  return 1;
}

/// The runtime counts positions in arrays in texels.
void describe_side(const Side& side, const Box& box, cudaArray_t& array, cudaPitchedPtr& memory,
                   cudaPos& position, std::size_t texel) {
  position = {side.x, side.y, side.z};
  if (side.type == CU_MEMORYTYPE_ARRAY) {
    if (side.x % texel != 0) throw ApiError{cudaErrorInvalidValue};
    array = array_of(side.array);
    position.x = side.x / texel;
    return;
  }
  void* const begin = side.type == CU_MEMORYTYPE_HOST ? side.host : pointer_to(side.device);
  const std::size_t row = side.x + box.width;
  memory = {begin, side.pitch == 0 ? row : side.pitch, row,
            side.height == 0 ? side.y + box.height : side.height};
}

cudaMemcpyKind kind_of(const Box& box) {
  const bool from_host = box.from.type == CU_MEMORYTYPE_HOST;
  const bool to_host = box.to.type == CU_MEMORYTYPE_HOST;
  if (box.from.type == CU_MEMORYTYPE_UNIFIED || box.to.type == CU_MEMORYTYPE_UNIFIED)
    return cudaMemcpyDefault;
  if (from_host) return to_host ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice;
  return to_host ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
}

template <class Copy>
CUresult copy_box(const Copy* wanted, CUstream stream, Transfer::Form form, const char* name,
                  const std::source_location& where) {
  return driver_call(
      [&](State&) {
        const Box box = box_of(result(wanted));
        const std::size_t texel = texel_of(box);
        cudaMemcpy3DParms same = {};
        describe_side(box.from, box, same.srcArray, same.srcPtr, same.srcPos, texel);
        describe_side(box.to, box, same.dstArray, same.dstPtr, same.dstPos, texel);
        same.extent = {box.width / texel, box.height, box.depth};
        same.kind = kind_of(box);
        return copy_volume(same, stream, form, name, where);
      },
      where);
}

constexpr auto synchronous = Transfer::Form::synchronous;
constexpr auto asynchronous = Transfer::Form::asynchronous;

}  // namespace

#define HERE std::source_location::current()
// The second is for sources that are compiled for a default stream per thread.
#define BOX(name, described, text)                                        \
  CUresult name(const described* copy) {                                  \
    return copy_box(copy, nullptr, synchronous, text, HERE);              \
  }                                                                       \
  CUresult name##_ptds(const described* copy) {                           \
    return copy_box(copy, CU_STREAM_PER_THREAD, synchronous, text, HERE); \
  }

extern "C" {

BOX(cuMemcpy2D_v2, CUDA_MEMCPY2D, "cuMemcpy2D")
BOX(cuMemcpy2DUnaligned_v2, CUDA_MEMCPY2D, "cuMemcpy2DUnaligned")
BOX(cuMemcpy3D_v2, CUDA_MEMCPY3D, "cuMemcpy3D")

CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D* copy, CUstream stream) {
  return copy_box(copy, stream, asynchronous, "cuMemcpy2DAsync", HERE);
}

CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D* copy, CUstream stream) {
  return copy_box(copy, stream, asynchronous, "cuMemcpy3DAsync", HERE);
}

}  // extern "C"
