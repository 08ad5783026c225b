#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace simulator::nccl {

/// What one process tells another: numbers, texts and bytes, in an order that both know.
class Message {
 public:
  template <class T>
  requires std::is_trivially_copyable_v<T> Message& put(const T& value) {
    return put_bytes(&value, sizeof value);
  }
  Message& put(const std::string& text) {
    put(std::uint64_t(text.size()));
    return put_bytes(text.data(), text.size());
  }
  Message& put(const std::vector<std::byte>& bytes) {
    put(std::uint64_t(bytes.size()));
    return put_bytes(bytes.data(), bytes.size());
  }

  std::vector<std::byte> bytes;

 private:
  Message& put_bytes(const void* from, std::size_t count) {
    const std::size_t before = bytes.size();
    bytes.resize(before + count);
    if (count > 0) std::memcpy(bytes.data() + before, from, count);
    return *this;
  }
};

/// Takes a message apart. Throws std::out_of_range where it is too short.
class Reading {
 public:
  explicit Reading(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}

  template <class T>
  requires std::is_trivially_copyable_v<T> T get() {
    T value;
    std::memcpy(&value, take(sizeof value), sizeof value);
    return value;
  }
  std::string text() {
    const auto size = get<std::uint64_t>();
    return {reinterpret_cast<const char*>(take(size)), size};
  }
  std::vector<std::byte> block() {
    const auto size = get<std::uint64_t>();
    const std::byte* const first = take(size);
    return {first, first + size};
  }

 private:
  const std::byte* take(std::size_t count) {
    if (count > bytes_.size() - at_) throw std::out_of_range("a message is too short");
    at_ += count;
    return bytes_.data() + at_ - count;
  }

  const std::vector<std::byte> bytes_;
  std::size_t at_ = 0;
};

}  // namespace simulator::nccl
