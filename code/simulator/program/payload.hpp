#pragma once

#include <cstddef>
#include <new>
#include <stdexcept>
#include <type_traits>

namespace simulator {

/// What a family of instructions keeps of each besides its registers: a value of a type that only
/// this family has to know.
class Payload {
 public:
  template <class T>
  Payload& operator=(const T& value) {
    static_assert(sizeof(T) <= sizeof bytes_ && alignof(T) <= alignof(Payload));
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    new (bytes_) T(value);
    type_ = &type_of<T>;
    return *this;
  }
  template <class T>
  bool holds() const {
    return type_ == &type_of<T>;
  }
  template <class T>
  const T& as() const {
    if (!holds<T>()) throw std::logic_error("an instruction's payload of another type");
    return *std::launder(reinterpret_cast<const T*>(bytes_));
  }

 private:
  template <class T>
  static constexpr char type_of = 0;

  const char* type_ = nullptr;
  alignas(8) std::byte bytes_[56] = {};
};

}  // namespace simulator
