#include "simulator/runtime/textures/array.hpp"

#include <algorithm>
#include <string>

#include "simulator/runtime/handles.hpp"
#include "simulator/runtime/runtime.hpp"

using namespace simulator;
using namespace simulator::runtime;

namespace {

Handles<cudaArray>& arrays() {
  static auto& all = *new Handles<cudaArray>;
  return all;
}

void check_shape(const cudaExtent& extent, unsigned flags) {
  constexpr unsigned known =
      cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap | cudaArrayTextureGather;
  if ((flags & ~known) != 0) throw ApiError{unsupported("an array with these flags")};
  if (extent.width == 0 || (extent.height == 0 && extent.depth != 0 && !(flags & cudaArrayLayered)))
    throw ApiError{cudaErrorInvalidValue};
  if ((flags & cudaArrayLayered) && extent.depth == 0) throw ApiError{cudaErrorInvalidValue};
  if ((flags & cudaArrayCubemap) &&
      (extent.width != extent.height || extent.depth == 0 || extent.depth % 6 != 0 ||
       (extent.depth != 6 && !(flags & cudaArrayLayered))))
    throw ApiError{cudaErrorInvalidValue, "a cubemap whose faces are no six squares"};
}

cudaError_t allocate(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                     unsigned flags, const std::source_location& where) {
  return call(
      [&](State&) {
        if (!array || !format) return cudaErrorInvalidValue;
        check_shape(extent, flags);
        TextureMap texels;
        set_format(texels, *format);
        cudaArray made = {0, *format, extent, flags, texels.texel_bytes()};
        void* memory = nullptr;
        if (const cudaError_t error = cudaMalloc(&memory, made.bytes()); error != cudaSuccess)
          return error;
        made.address = address_of(memory);
        *array = arrays().make(made);
        return cudaSuccess;
      },
      where);
}

}  // namespace

const cudaArray& simulator::runtime::checked_array(cudaArray_const_t array) {
  if (!arrays().contains(const_cast<cudaArray*>(array)))
    throw ApiError{cudaErrorInvalidValue, "an array that was freed or never made"};
  return *array;
}

void simulator::runtime::set_format(TextureMap& map, const cudaChannelFormatDesc& format) {
  const int bits[] = {format.x, format.y, format.z, format.w};
  const auto count = std::find(bits, bits + 4, 0) - bits;
  const bool alike = count > 0 &&
                     std::all_of(bits, bits + count, [&](int each) { return each == bits[0]; }) &&
                     std::all_of(bits + count, bits + 4, [](int each) { return each == 0; });
  const bool has_size = bits[0] == 8 || bits[0] == 16 || bits[0] == 32;
  if (!alike || !has_size || count == 3)
    throw ApiError{
        cudaErrorInvalidChannelDescriptor,
        "texels of " + std::to_string(count) + " channels of " + std::to_string(bits[0]) + " bits"};
  switch (format.f) {
    case cudaChannelFormatKindSigned:
      map.kind = TextureMap::Kind::signed_integer;
      break;
    case cudaChannelFormatKindUnsigned:
      map.kind = TextureMap::Kind::unsigned_integer;
      break;
    case cudaChannelFormatKindFloat:
      if (bits[0] == 8) throw ApiError{cudaErrorInvalidChannelDescriptor};
      map.kind = TextureMap::Kind::floating;
      break;
    default:
      throw ApiError{unsupported("an array of this kind of texels")};
  }
  map.channels = std::uint8_t(count);
  map.channel_bits = std::uint8_t(bits[0]);
}

cudaMemcpy3DParms simulator::runtime::without_arrays(const cudaMemcpy3DParms& parameters) {
  cudaMemcpy3DParms p = parameters;
  std::size_t texel = 0;
  const auto replace = [&](cudaArray_t& array, cudaPitchedPtr& memory, cudaPos& position) {
    if (!array) return;
    const cudaArray& checked = checked_array(array);
    if (memory.ptr || (texel != 0 && texel != checked.texel_bytes))
      throw ApiError{cudaErrorInvalidValue};
    texel = checked.texel_bytes;
    memory = checked.memory();
    position.x *= texel;
    array = nullptr;
  };
  replace(p.srcArray, p.srcPtr, p.srcPos);
  replace(p.dstArray, p.dstPtr, p.dstPos);
  if (texel != 0) p.extent.width *= texel;
  return p;
}

#define HERE std::source_location::current()

extern "C" {

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                            std::size_t width, std::size_t height, unsigned flags) {
  return allocate(array, format, {width, height, 0}, flags, HERE);
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                              cudaExtent extent, unsigned flags) {
  return allocate(array, format, extent, flags, HERE);
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  return call([&](State&) {
    if (!array) return cudaSuccess;
    void* const memory = checked_array(array).memory().ptr;
    arrays().destroy(array);
    return living_at(memory) ? cudaFree(memory) : cudaSuccess;  // no reset has taken it
  });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags,
                             cudaArray_t array) {
  return call([&](State&) {
    const cudaArray& found = checked_array(array);
    if (format) *format = found.format;
    if (extent) *extent = found.extent;
    if (flags) *flags = found.flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
  return call([&](State&) {
    result(format) = checked_array(array).format;
    return cudaSuccess;
  });
}

}  // extern "C"
