#include <cuda.h>

#include <string>

#include "simulator/instructions/copies/tensor_map.hpp"
#include "simulator/runtime/runtime.hpp"

// Describes tensors to cp.async.bulk.tensor.

using namespace simulator;
using namespace simulator::runtime;

namespace {

unsigned element_bytes(CUtensorMapDataType type) {
  switch (type) {
    case CU_TENSOR_MAP_DATA_TYPE_UINT8:
      return 1;
    case CU_TENSOR_MAP_DATA_TYPE_UINT16:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT16:
    case CU_TENSOR_MAP_DATA_TYPE_BFLOAT16:
      return 2;
    case CU_TENSOR_MAP_DATA_TYPE_UINT32:
    case CU_TENSOR_MAP_DATA_TYPE_INT32:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT32:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ:
    case CU_TENSOR_MAP_DATA_TYPE_TFLOAT32:
    case CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ:
      return 4;
    case CU_TENSOR_MAP_DATA_TYPE_UINT64:
    case CU_TENSOR_MAP_DATA_TYPE_INT64:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT64:
      return 8;
    default:
      return 0;
  }
}

/// log2 of the bytes that a swizzle spreads, over 16; −1 for those that are not known.
int swizzle_bits(CUtensorMapSwizzle swizzle) {
  switch (swizzle) {
    case CU_TENSOR_MAP_SWIZZLE_NONE:
      return 0;
    case CU_TENSOR_MAP_SWIZZLE_32B:
      return 1;
    case CU_TENSOR_MAP_SWIZZLE_64B:
      return 2;
    case CU_TENSOR_MAP_SWIZZLE_128B:
      return 3;
    default:
      return -1;
  }
}

CUresult refuse(const char* what) {
  report_misuse(fault::unsupported, std::string("cuTensorMapEncodeTiled with ") + what +
                                        " is not part of the simulator");
  return CUDA_ERROR_NOT_SUPPORTED;
}

}  // namespace

extern "C" {

CUresult cuTensorMapEncodeTiled(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank,
                                void* address, const cuuint64_t* extents, const cuuint64_t* strides,
                                const cuuint32_t* box, const cuuint32_t* steps,
                                CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion, CUtensorMapFloatOOBfill fill) {
  constexpr std::uint64_t most_extent = std::uint64_t{1} << 32,
                          most_stride = std::uint64_t{1} << 40;
  constexpr unsigned most_box = 256, most_step = 8, unit = 16;
  if (interleave != CU_TENSOR_MAP_INTERLEAVE_NONE) return refuse("interleaving");
  if (fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) return refuse("a filling of NaN");
  TensorMap result;
  result.element = std::uint8_t(element_bytes(type));
  if (result.element == 0) return refuse("elements of less than a byte");
  if (swizzle_bits(swizzle) < 0) return refuse("swizzling of other than 16 bytes");
  const bool right = map != nullptr && extents != nullptr && box != nullptr && steps != nullptr &&
                     rank >= 1 && rank <= TensorMap::most_dimensions &&
                     (rank == 1 || strides != nullptr) && address_of(map) % 64 == 0 &&
                     address_of(address) % unit == 0;
  if (!right) return CUDA_ERROR_INVALID_VALUE;
  result.type = std::uint8_t(type);
  result.rank = std::uint8_t(rank);
  result.swizzle = std::uint8_t(swizzle_bits(swizzle));
  result.address = address_of(address);
  for (unsigned k = 0; k < rank; ++k) {
    if (extents[k] == 0 || extents[k] > most_extent || box[k] == 0 || box[k] > most_box ||
        steps[k] == 0 || steps[k] > most_step)
      return CUDA_ERROR_INVALID_VALUE;
    result.extents[k] = std::uint32_t(extents[k] - 1);
    result.box[k] = std::uint16_t(box[k]);
    result.steps[k] = std::uint8_t(k == 0 ? 1 : steps[k]);  // dimension 0 has none
    if (k == 0) continue;
    if (strides[k - 1] % unit != 0 || strides[k - 1] >= most_stride)
      return CUDA_ERROR_INVALID_VALUE;
    result.strides[k - 1] = strides[k - 1];
  }
  const unsigned row = box[0] * result.element;
  if (row % unit != 0) return CUDA_ERROR_INVALID_VALUE;
  if (result.swizzle > 0 && row > unit << result.swizzle) return CUDA_ERROR_INVALID_VALUE;
  // An H200 lays such boxes out in another way, which is not documented.
  if (result.swizzle > 0 && row < unit << result.swizzle)
    return refuse("a swizzled box that is narrower than its pattern");
  result.write(reinterpret_cast<std::byte*>(map));
  return CUDA_SUCCESS;
}

}  // extern "C"
