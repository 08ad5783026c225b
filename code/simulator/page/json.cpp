#include "simulator/page/json.hpp"

#include <cstdio>

namespace simulator::page {

void Json::separate() {
  if (!first_) text_ += ',';
  first_ = false;
}

Json& Json::raw(std::string_view text) {
  separate();
  text_ += text;
  return *this;
}

void Json::quote(std::string_view text) {
  text_ += '"';
  for (const char each : text) {
    if (each == '"' || each == '\\') {
      text_ += '\\';
      text_ += each;
    } else if (static_cast<unsigned char>(each) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", unsigned(each));
      text_ += escape;
    } else {
      text_ += each;
    }
  }
  text_ += '"';
}

Json& Json::key(std::string_view name) {
  separate();
  quote(name);
  text_ += ':';
  first_ = true;
  return *this;
}

Json& Json::value(std::string_view text) {
  separate();
  quote(text);
  return *this;
}

Json& Json::value(const Dim3& index) {
  return open('[').value(index.x).value(index.y).value(index.z).close(']');
}

}  // namespace simulator::page
