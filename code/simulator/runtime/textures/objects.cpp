#include <bit>
#include <map>
#include <string>

#include "simulator/instructions/textures/texture_map.hpp"
#include "simulator/runtime/devices/device_attributes.hpp"
#include "simulator/runtime/graphs/memory.hpp"
#include "simulator/runtime/runtime.hpp"
#include "simulator/runtime/textures/array.hpp"

// Texture and surface objects: each is the address of a TextureMap in the device's memory.

using namespace simulator;
using namespace simulator::runtime;

namespace {

struct Object {
  TextureMap::Use use;
  cudaResourceDesc resource;
  cudaTextureDesc texture;
};

std::map<std::uint64_t, Object>& objects() {
  static auto& all = *new std::map<std::uint64_t, Object>;
  return all;
}

void set_array(TextureMap& map, const cudaArray& array) {
  using Shape = TextureMap::Shape;
  const bool layered = array.flags & cudaArrayLayered, cube = array.flags & cudaArrayCubemap;
  map.address = array.address;
  map.row_bytes = array.row_bytes();
  map.slice_bytes = array.row_bytes() * array.rows();
  map.extents = {std::uint32_t(array.extent.width), std::uint32_t(array.rows()),
                 std::uint32_t(array.slices())};
  map.shape = cube                       ? layered ? Shape::cubes : Shape::cube
              : layered                  ? array.extent.height == 0 ? Shape::lines : Shape::planes
              : array.extent.depth != 0  ? Shape::volume
              : array.extent.height != 0 ? Shape::plane
                                         : Shape::line;
  set_format(map, array.format);
}

std::uint64_t limit(cudaDeviceAttr attribute) {
  return std::uint64_t(attribute_of(state().machine().device(), current_device(), attribute));
}

[[noreturn]] void refuse_alignment(const char* what, std::size_t bytes, std::uint64_t unit,
                                   const char* attribute) {
  throw ApiError{cudaErrorInvalidValue, std::string("a texture whose ") + what + ' ' +
                                            std::to_string(bytes) + " bytes, no multiple of the " +
                                            std::to_string(unit) +
                                            " that cudaDeviceProp::" + attribute + " asks for"};
}

/// Throws ApiError unless the memory is all there, and begins where a texture may.
void check_memory(const void* memory, std::size_t bytes) {
  const std::uint64_t address = address_of(memory);
  if (!memory || !device_memory().holds(address, bytes))
    throw ApiError{cudaErrorInvalidValue, "of a texture's " + std::to_string(bytes) +
                                              " bytes some are no memory of the device"};
  // What a call gives is aligned for textures; here its address need not show that.
  const Allocation& found = *device_memory().find(address);
  const std::uint64_t before =
      found.kind == AllocationKind::registered ? address : address - found.address;
  if (const std::uint64_t unit = limit(cudaDevAttrTextureAlignment); before % unit != 0)
    refuse_alignment("memory begins after", before, unit, "textureAlignment");
}

void check_pitch(std::size_t pitch) {
  if (const std::uint64_t unit = limit(cudaDevAttrTexturePitchAlignment); pitch % unit != 0)
    refuse_alignment("pitch is", pitch, unit, "texturePitchAlignment");
}

void set_resource(TextureMap& map, const cudaResourceDesc& resource) {
  switch (resource.resType) {
    case cudaResourceTypeArray:
      set_array(map, checked_array(resource.res.array.array));
      return;
    case cudaResourceTypeLinear: {
      const auto& linear = resource.res.linear;
      set_format(map, linear.desc);
      check_memory(linear.devPtr, linear.sizeInBytes);
      map.shape = TextureMap::Shape::fetched;
      map.address = address_of(linear.devPtr);
      map.extents = {std::uint32_t(linear.sizeInBytes / map.texel_bytes()), 1, 1};
      return;
    }
    case cudaResourceTypePitch2D: {
      const auto& plane = resource.res.pitch2D;
      set_format(map, plane.desc);
      const std::size_t row = plane.width * map.texel_bytes();
      if (plane.width == 0 || plane.height == 0 || row > plane.pitchInBytes)
        throw ApiError{cudaErrorInvalidValue};
      check_pitch(plane.pitchInBytes);
      check_memory(plane.devPtr, plane.pitchInBytes * (plane.height - 1) + row);
      map.address = address_of(plane.devPtr);
      map.row_bytes = plane.pitchInBytes;
      map.extents = {std::uint32_t(plane.width), std::uint32_t(plane.height), 1};
      return;
    }
    default:
      throw ApiError{unsupported("a texture of a mipmapped array")};
  }
}

void set_reading(TextureMap& map, const cudaTextureDesc& texture) {
  const bool is_integer = map.kind != TextureMap::Kind::floating;
  map.linear = texture.filterMode == cudaFilterModeLinear;
  map.normalized = texture.normalizedCoords != 0;
  map.to_float = is_integer && texture.readMode == cudaReadModeNormalizedFloat;
  if (map.to_float && map.channel_bits == 32) throw ApiError{cudaErrorInvalidNormSetting};
  if (map.linear && is_integer && !map.to_float && map.shape != TextureMap::Shape::fetched)
    throw ApiError{cudaErrorInvalidFilterSetting,
                   "integers that are read as such have nothing between them"};
  if (texture.sRGB) throw ApiError{unsupported("a texture with sRGB")};
  const bool on_cube =
      map.shape == TextureMap::Shape::cube || map.shape == TextureMap::Shape::cubes;
  if (on_cube && map.linear && texture.seamlessCubemap)
    throw ApiError{unsupported("a cubemap that is read across its edges")};
  for (unsigned axis = 0; axis < 3; ++axis) {
    map.beyond[axis] = TextureMap::Beyond(texture.addressMode[axis]);
    if (texture.addressMode[axis] > cudaAddressModeBorder) throw ApiError{cudaErrorInvalidValue};
  }
  // Where there is no more memory there are zeros.
  for (unsigned channel = 0; channel < 4 && map.shape != TextureMap::Shape::fetched; ++channel)
    map.border[channel] = std::bit_cast<std::uint32_t>(texture.borderColor[channel]);
}

/// Lays the map down in the device's memory.
std::uint64_t make(const TextureMap& map, const Object& object) {
  void* memory = nullptr;
  if (const cudaError_t error = cudaMalloc(&memory, sizeof map); error != cudaSuccess)
    throw ApiError{error};
  device_memory().copy_in(address_of(memory), &map, sizeof map);
  objects()[address_of(memory)] = object;
  return address_of(memory);
}

const Object& checked_object(std::uint64_t handle, TextureMap::Use use) {
  const auto found = objects().find(handle);
  if (found == objects().end() || found->second.use != use)
    throw ApiError{cudaErrorInvalidValue, "an object that was destroyed or never made"};
  return found->second;
}

cudaError_t destroy(std::uint64_t handle, TextureMap::Use use, const char* name,
                    const std::source_location& where) {
  return call(
      [&](State& s) {
        if (handle == 0) return cudaSuccess;
        checked_object(handle, use);
        // Nobody may use it after this call, nor does an H200 wait for those who do.
        s.work.by_host({.kind = Operation::Kind::release,
                        .name = name,
                        .uses = {{handle, handle + sizeof(TextureMap), true}},
                        .effect = {}});
        objects().erase(handle);
        if (device_memory().holds(handle, 1)) free_now(s, handle);  // no reset has taken it
        return s.sticky;
      },
      where);
}

}  // namespace

#define HERE std::source_location::current()

extern "C" {

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* texture,
                                    const cudaResourceViewDesc* view) {
  return call([&](State&) {
    if (!object || !resource || !texture) return cudaErrorInvalidValue;
    if (view) return unsupported("a texture with a resource view");
    TextureMap map;
    set_resource(map, *resource);
    set_reading(map, *texture);
    *object = make(map, {map.use, *resource, *texture});
    return cudaSuccess;
  });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
  return destroy(object, TextureMap::Use::texture, "cudaDestroyTextureObject", HERE);
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaTextureObject_t object) {
  return call([&](State&) {
    result(resource) = checked_object(object, TextureMap::Use::texture).resource;
    return cudaSuccess;
  });
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* texture, cudaTextureObject_t object) {
  return call([&](State&) {
    result(texture) = checked_object(object, TextureMap::Use::texture).texture;
    return cudaSuccess;
  });
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource) {
  return call([&](State&) {
    if (!object || !resource) return cudaErrorInvalidValue;
    if (resource->resType != cudaResourceTypeArray) return cudaErrorInvalidValue;
    const cudaArray& array = checked_array(resource->res.array.array);
    if (!(array.flags & cudaArraySurfaceLoadStore))
      throw ApiError{cudaErrorInvalidValue, "an array without cudaArraySurfaceLoadStore"};
    TextureMap map;
    set_array(map, array);
    map.use = TextureMap::Use::surface;
    *object = make(map, {map.use, *resource, {}});
    return cudaSuccess;
  });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
  return destroy(object, TextureMap::Use::surface, "cudaDestroySurfaceObject", HERE);
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaSurfaceObject_t object) {
  return call([&](State&) {
    result(resource) = checked_object(object, TextureMap::Use::surface).resource;
    return cudaSuccess;
  });
}

}  // extern "C"
