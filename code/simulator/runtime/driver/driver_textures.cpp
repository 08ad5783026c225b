#include <cstring>

#include "simulator/runtime/driver/driver_call.hpp"
#include "simulator/runtime/textures/array.hpp"

// Arrays and texture objects, which are the runtime's, described in the driver's words.

using namespace simulator;
using namespace simulator::runtime;

namespace {

cudaArray_t array_of_driver(CUarray array) {
  return reinterpret_cast<cudaArray_t>(array);
}

struct FormatWords {
  CUarray_format format;
  int bits;
  cudaChannelFormatKind kind;
};

constexpr FormatWords formats[] = {
    {CU_AD_FORMAT_UNSIGNED_INT8, 8, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_UNSIGNED_INT16, 16, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_UNSIGNED_INT32, 32, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_SIGNED_INT8, 8, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_SIGNED_INT16, 16, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_SIGNED_INT32, 32, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_HALF, 16, cudaChannelFormatKindFloat},
    {CU_AD_FORMAT_FLOAT, 32, cudaChannelFormatKindFloat},
};

/// Throws ApiError.
cudaChannelFormatDesc channels_of(CUarray_format format, unsigned channels) {
  for (const FormatWords& each : formats) {
    if (each.format != format) continue;
    const auto bits = [&](unsigned channel) { return channel < channels ? each.bits : 0; };
    return {bits(0), bits(1), bits(2), bits(3), each.kind};
  }
  throw ApiError{unsupported("an array or texture of this format")};
}

CUarray_format format_of(const cudaChannelFormatDesc& channels) {
  for (const FormatWords& each : formats)
    if (each.bits == channels.x && each.kind == channels.f) return each.format;
  throw ApiError{cudaErrorInvalidValue};
}

unsigned count_of(const cudaChannelFormatDesc& channels) {
  return unsigned(channels.x > 0) + unsigned(channels.y > 0) + unsigned(channels.z > 0) +
         unsigned(channels.w > 0);
}

/// The flags are the same, but for one of the driver's alone.
cudaError_t create_array(CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR& wanted) {
  const cudaChannelFormatDesc channels = channels_of(wanted.Format, wanted.NumChannels);
  return cudaMalloc3DArray(reinterpret_cast<cudaArray_t*>(array), &channels,
                           {wanted.Width, wanted.Height, wanted.Depth}, wanted.Flags);
}

/// Throws ApiError.
cudaResourceDesc resource_of(const CUDA_RESOURCE_DESC& wanted) {
  cudaResourceDesc same = {};
  switch (wanted.resType) {
    case CU_RESOURCE_TYPE_ARRAY:
      same.resType = cudaResourceTypeArray;
      same.res.array.array = array_of_driver(wanted.res.array.hArray);
      return same;
    case CU_RESOURCE_TYPE_LINEAR: {
      const auto& linear = wanted.res.linear;
      same.resType = cudaResourceTypeLinear;
      same.res.linear = {pointer_to(linear.devPtr), channels_of(linear.format, linear.numChannels),
                         linear.sizeInBytes};
      return same;
    }
    case CU_RESOURCE_TYPE_PITCH2D: {
      const auto& plane = wanted.res.pitch2D;
      same.resType = cudaResourceTypePitch2D;
      same.res.pitch2D = {pointer_to(plane.devPtr), channels_of(plane.format, plane.numChannels),
                          plane.width, plane.height, plane.pitchInBytes};
      return same;
    }
    default:
      throw ApiError{unsupported("a texture of a mipmapped array")};
  }
}

/// The channels of what a texture reads.
cudaChannelFormatDesc channels_of(const cudaResourceDesc& resource) {
  switch (resource.resType) {
    case cudaResourceTypeArray:
      return checked_array(resource.res.array.array).format;
    case cudaResourceTypeLinear:
      return resource.res.linear.desc;
    default:
      return resource.res.pitch2D.desc;
  }
}

/// Integers of up to 16 bits are read as fractions unless the program says otherwise.
cudaTextureDesc reading_of(const CUDA_TEXTURE_DESC& wanted, const cudaResourceDesc& resource) {
  cudaTextureDesc same = {};
  for (unsigned axis = 0; axis < 3; ++axis)
    same.addressMode[axis] = cudaTextureAddressMode(wanted.addressMode[axis]);
  same.filterMode = cudaTextureFilterMode(wanted.filterMode);
  const cudaChannelFormatDesc channels = channels_of(resource);
  const bool as_fractions = channels.f != cudaChannelFormatKindFloat && channels.x < 32 &&
                            (wanted.flags & CU_TRSF_READ_AS_INTEGER) == 0;
  same.readMode = as_fractions ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  same.sRGB = (wanted.flags & CU_TRSF_SRGB) != 0;
  same.normalizedCoords = (wanted.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
  same.seamlessCubemap = (wanted.flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0;
  std::memcpy(same.borderColor, wanted.borderColor, sizeof same.borderColor);
  return same;
}

}  // namespace

extern "C" {

CUresult cuArrayCreate_v2(CUarray* array, const CUDA_ARRAY_DESCRIPTOR* wanted) {
  return driver_call([&](State&) {
    if (!wanted) return cudaErrorInvalidValue;
    return create_array(array,
                        {wanted->Width, wanted->Height, 0, wanted->Format, wanted->NumChannels, 0});
  });
}

CUresult cuArray3DCreate_v2(CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR* wanted) {
  return driver_call(
      [&](State&) { return wanted ? create_array(array, *wanted) : cudaErrorInvalidValue; });
}

CUresult cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR* description, CUarray array) {
  return driver_call([&](State&) {
    const cudaArray& found = checked_array(array_of_driver(array));
    result(description) = {found.extent.width, found.extent.height, format_of(found.format),
                           count_of(found.format)};
    return cudaSuccess;
  });
}

CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR* description, CUarray array) {
  return driver_call([&](State&) {
    const cudaArray& found = checked_array(array_of_driver(array));
    result(description) = {found.extent.width,      found.extent.height,    found.extent.depth,
                           format_of(found.format), count_of(found.format), found.flags};
    return cudaSuccess;
  });
}

CUresult cuArrayDestroy(CUarray array) {
  return driver_call([&](State&) { return cudaFreeArray(array_of_driver(array)); });
}

CUresult cuTexObjectCreate(CUtexObject* object, const CUDA_RESOURCE_DESC* resource,
                           const CUDA_TEXTURE_DESC* texture, const CUDA_RESOURCE_VIEW_DESC* view) {
  return driver_call([&](State&) {
    if (!resource || !texture) return cudaErrorInvalidValue;
    if (view) return unsupported("a texture with a resource view");
    const cudaResourceDesc same = resource_of(*resource);
    const cudaTextureDesc reading = reading_of(*texture, same);
    return cudaCreateTextureObject(object, &same, &reading, nullptr);
  });
}

CUresult cuTexObjectDestroy(CUtexObject object) {
  return driver_call([&](State&) { return cudaDestroyTextureObject(object); });
}

CUresult cuSurfObjectCreate(CUsurfObject* object, const CUDA_RESOURCE_DESC* resource) {
  return driver_call([&](State&) {
    if (!resource) return cudaErrorInvalidValue;
    const cudaResourceDesc same = resource_of(*resource);
    return cudaCreateSurfaceObject(object, &same);
  });
}

CUresult cuSurfObjectDestroy(CUsurfObject object) {
  return driver_call([&](State&) { return cudaDestroySurfaceObject(object); });
}

}  // extern "C"
