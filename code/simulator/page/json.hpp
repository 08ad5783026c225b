#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include "simulator/dim3.hpp"

namespace simulator::page {

/// Text of JSON, written from its beginning to its end. Members and elements are told apart by
/// whether they have a key.
class Json {
 public:
  Json& open(char bracket) {
    separate();
    text_ += bracket;
    first_ = true;
    return *this;
  }
  Json& close(char bracket) {
    text_ += bracket;
    first_ = false;
    return *this;
  }
  /// Of the value that is written next.
  Json& key(std::string_view name);
  Json& value(std::string_view text);
  Json& value(const char* text) { return value(std::string_view(text)); }
  Json& value(bool it) { return raw(it ? "true" : "false"); }
  Json& value(std::integral auto number) { return raw(std::to_string(number)); }
  /// [x,y,z].
  Json& value(const Dim3& index);
  Json& null() { return raw("null"); }

  template <class T>
  Json& member(std::string_view name, const T& its) {
    return key(name).value(its);
  }

  const std::string& text() const { return text_; }

 private:
  void separate();
  Json& raw(std::string_view text);
  void quote(std::string_view text);

  std::string text_;
  bool first_ = true;
};

}  // namespace simulator::page
