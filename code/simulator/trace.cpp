#include "trace.hpp"

#include <cinttypes>
#include <cstdio>
#include <stdexcept>

#include "machine.hpp"
#include "number.hpp"

namespace simulator {
namespace {

template <class T>
T value_at(const void* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

std::string shown(Type type, const void* from) {
  char text[40];
  switch (type) {
    case Type::f32:
      std::snprintf(text, sizeof text, "%.9g", double(value_at<float>(from)));
      break;
    case Type::f64:
      std::snprintf(text, sizeof text, "%.17g", value_at<double>(from));
      break;
    case Type::f16:
      std::snprintf(text, sizeof text, "%.9g", double(float(value_at<Half>(from))));
      break;
    case Type::bf16:
      std::snprintf(text, sizeof text, "%.9g", double(float(value_at<Bfloat>(from))));
      break;
    case Type::s8:
      return std::to_string(value_at<std::int8_t>(from));
    case Type::s16:
      return std::to_string(value_at<std::int16_t>(from));
    case Type::s32:
      return std::to_string(value_at<std::int32_t>(from));
    case Type::s64:
      return std::to_string(value_at<std::int64_t>(from));
    case Type::b8:
    case Type::u8:
      return std::to_string(value_at<std::uint8_t>(from));
    case Type::b16:
    case Type::u16:
      return std::to_string(value_at<std::uint16_t>(from));
    case Type::b64:
    case Type::u64:
      return std::to_string(value_at<std::uint64_t>(from));
    default:
      return std::to_string(value_at<std::uint32_t>(from));
  }
  return text;
}

}  // namespace

Trace::Trace(const std::string& path) : out_(path) {
  if (!out_) throw std::runtime_error("cannot write '" + path + "'");
  out_ << "step,block,warp,lane,op,line,address,source_lane,before,after\n";
}

void Trace::start(Warp& warp, const Instruction& i, unsigned lane) {
  out_ << warp.launch().steps() << ',' << warp.block().linear() << ',' << warp.index() << ','
       << lane << ',' << i.text << ',' << i.place.line << ',';
}

void Trace::shuffle(Warp& warp, const Instruction& i, std::uint32_t mask, const unsigned* sources,
                    const std::uint32_t* before, const std::uint32_t* after) {
  for_lanes(mask, [&](unsigned lane) {
    start(warp, i, lane);
    out_ << ',' << sources[lane] << ',' << shown(i.type, before + lane) << ','
         << shown(i.type, after + lane) << '\n';
  });
}

void Trace::access(Warp& warp, const Instruction& i, std::uint32_t mask,
                   const std::uint64_t* addresses, const std::byte* const* after) {
  for_lanes(mask, [&](unsigned lane) {
    start(warp, i, lane);
    out_ << addresses[lane] << ",,," << shown(i.type, after[lane]) << '\n';
  });
}

void Trace::atomic(Warp& warp, const Instruction& i, unsigned lane, std::uint64_t address,
                   const void* before, const void* after) {
  start(warp, i, lane);
  out_ << address << ",," << shown(i.type, before) << ',' << shown(i.type, after) << '\n';
}

}  // namespace simulator
