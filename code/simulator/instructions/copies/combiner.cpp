#include "simulator/instructions/copies/combiner.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "simulator/instructions/atomic_operations.hpp"

namespace simulator {
namespace {

using atomic::Operation, atomic::operation_names;

template <class T, Operation operation>
void combine(std::byte* to, const std::byte* from, unsigned bytes) {
  for (unsigned k = 0; k + sizeof(T) <= bytes; k += sizeof(T)) {
    T old, value;
    std::memcpy(&old, to + k, sizeof old);
    std::memcpy(&value, from + k, sizeof value);
    value = apply(operation, old, value, T{}, true);
    std::memcpy(to + k, &value, sizeof value);
  }
}

template <class T>
AsyncCopy::Combine combiner_of(Operation operation) {
  switch (operation) {
    case Operation::add:
      return combine<T, Operation::add>;
    case Operation::inc:
      return combine<T, Operation::inc>;
    case Operation::dec:
      return combine<T, Operation::dec>;
    case Operation::min:
      return combine<T, Operation::min>;
    case Operation::max:
      return combine<T, Operation::max>;
    case Operation::and_:
      return combine<T, Operation::and_>;
    case Operation::or_:
      return combine<T, Operation::or_>;
    case Operation::xor_:
      return combine<T, Operation::xor_>;
    default:
      return nullptr;
  }
}

}  // namespace

AsyncCopy::Combine combiner(Type type, std::string_view operation) {
  const auto* const named =
      std::find(std::begin(operation_names), std::end(operation_names), operation);
  if (named == std::end(operation_names)) return nullptr;
  const auto which = Operation(named - operation_names);
  const bool add = which == Operation::add;
  switch (type) {
    case Type::b32:
    case Type::u32:
      return combiner_of<std::uint32_t>(which);
    case Type::s32:
      return combiner_of<std::int32_t>(which);
    case Type::b64:
    case Type::u64:
      return combiner_of<std::uint64_t>(which);
    case Type::s64:
      return combiner_of<std::int64_t>(which);
    case Type::f16:
      return add ? combine<Half, Operation::add> : nullptr;
    case Type::bf16:
      return add ? combine<Bfloat, Operation::add> : nullptr;
    case Type::f32:
      return add ? combine<float, Operation::add> : nullptr;
    case Type::f64:
      return add ? combine<double, Operation::add> : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace simulator
