#include "simulator/nccl/reduction.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "simulator/arithmetic/small_float.hpp"

namespace simulator::nccl {
namespace {

template <class T>
constexpr bool is_small = std::is_same_v<T, Half> || std::is_same_v<T, Bfloat>;

/// What is computed with: exact for a sum or product of two, before it is rounded.
template <class T>
auto widened(T value) {
  if constexpr (is_small<T>)
    return double(float(value));
  else if constexpr (std::integral<T>)
    return std::uint64_t(value);  // wraps around
  else
    return value;
}

template <class T, class Wide>
T narrowed(Wide value) {
  if constexpr (is_small<T>)
    return T::from(value);
  else
    return T(value);
}

template <class T>
T combined(ncclRedOp_t op, T a, T b) {
  switch (op) {
    case ncclProd:
      return narrowed<T>(widened(a) * widened(b));
    case ncclMax:
      if constexpr (std::integral<T>)
        return std::max(a, b);
      else
        return narrowed<T>(std::fmax(widened(a), widened(b)));
    case ncclMin:
      if constexpr (std::integral<T>)
        return std::min(a, b);
      else
        return narrowed<T>(std::fmin(widened(a), widened(b)));
    default:
      return narrowed<T>(widened(a) + widened(b));
  }
}

template <class T>
T element(const std::byte* from, std::size_t i) {
  T value;
  std::memcpy(&value, from + i * sizeof value, sizeof value);
  return value;
}

template <class T>
void reduce_as(ncclRedOp_t op, const std::vector<const std::byte*>& from, std::size_t count,
               std::byte* to) {
  const auto share = [&](std::size_t rank, std::size_t i) {
    const T value = element<T>(from[rank], i);
    if constexpr (!std::integral<T>)
      if (op == ncclAvg) return narrowed<T>(widened(value) / from.size());
    return value;
  };
  for (std::size_t i = 0; i < count; ++i) {
    T result = share(0, i);
    for (std::size_t rank = 1; rank < from.size(); ++rank)
      result = combined(op, result, share(rank, i));
    if constexpr (std::integral<T>)
      if (op == ncclAvg) result = T(result / T(from.size()));
    std::memcpy(to + i * sizeof result, &result, sizeof result);
  }
}

}  // namespace

std::size_t size_of(ncclDataType_t type) {
  switch (type) {
    case ncclFloat16:
    case ncclBfloat16:
      return 2;
    case ncclInt32:
    case ncclUint32:
    case ncclFloat32:
      return 4;
    case ncclInt64:
    case ncclUint64:
    case ncclFloat64:
      return 8;
    default:
      return 1;
  }
}

bool is_reducible(ncclDataType_t type) {
  return type != ncclFloat8e4m3 && type != ncclFloat8e5m2;
}

void reduce(ncclRedOp_t op, ncclDataType_t type, const std::vector<const std::byte*>& from,
            std::size_t count, std::byte* to) {
  switch (type) {
    case ncclInt8:
      return reduce_as<std::int8_t>(op, from, count, to);
    case ncclUint8:
      return reduce_as<std::uint8_t>(op, from, count, to);
    case ncclInt32:
      return reduce_as<std::int32_t>(op, from, count, to);
    case ncclUint32:
      return reduce_as<std::uint32_t>(op, from, count, to);
    case ncclInt64:
      return reduce_as<std::int64_t>(op, from, count, to);
    case ncclUint64:
      return reduce_as<std::uint64_t>(op, from, count, to);
    case ncclFloat16:
      return reduce_as<Half>(op, from, count, to);
    case ncclBfloat16:
      return reduce_as<Bfloat>(op, from, count, to);
    case ncclFloat32:
      return reduce_as<float>(op, from, count, to);
    case ncclFloat64:
      return reduce_as<double>(op, from, count, to);
    default:
      return;
  }
}

}  // namespace simulator::nccl
