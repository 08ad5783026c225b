#include "simulator/observation/trace.hpp"

#include <cstdio>
#include <cstring>
#include <ostream>
#include <span>
#include <string_view>

#include "simulator/arithmetic/small_float.hpp"
#include "simulator/machine/access/request.hpp"
#include "simulator/machine/block.hpp"
#include "simulator/machine/warp.hpp"
#include "simulator/observation/traffic.hpp"

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

/// Of global memory: see Trace. Empty where there is no such address.
std::string offset_of(Warp& warp, std::uint64_t address) {
  const Allocation* const found = warp.execution().memory().find(address);
  if (!found || address - found->address >= found->bytes) return "";
  std::uint64_t begin = found->address;
  const std::span<const std::byte> parameters = warp.execution().parameters();
  for (std::size_t k = 0; k + sizeof(std::uint64_t) <= parameters.size();
       k += sizeof(std::uint64_t)) {
    std::uint64_t pointer;
    std::memcpy(&pointer, parameters.data() + k, sizeof pointer);
    if (pointer > begin && pointer <= address) begin = pointer;
  }
  return std::to_string(address - begin);
}

}  // namespace

Trace::Trace(std::ostream& out) : out_(out) {
  out_ << "step,block,warp,lane,op,line,address,source_lane,before,after,"
          "active,bytes,sectors,bank,wavefront,file,offset\n";
}

bool Trace::leaves_out(const Warp& warp) const {
  return kept_ && *kept_ != warp.index();
}

void Trace::start(Warp& warp, const Instruction& i, unsigned lane) {
  out_ << warp.execution().steps() << ',' << warp.block().linear() << ',' << warp.index() << ','
       << lane << ',' << i.text << ',' << i.place.line << ',';
}

void Trace::end(Warp& warp, const Instruction& i, const std::string& traffic,
                const std::string& offset) {
  std::string_view file = warp.execution().program().file_of(i.place);
  file.remove_prefix(file.rfind('/') + 1);
  out_ << ',' << warp.active() << ',' << traffic << ',' << file << ',' << offset << '\n';
}

void Trace::branch(Warp& warp, const Instruction& i, std::uint32_t taken) {
  if (leaves_out(warp)) return;
  for_lanes(warp.active(), [&](unsigned lane) {
    start(warp, i, lane);
    out_ << ",,," << (taken >> lane & 1);
    end(warp, i);
  });
}

void Trace::shuffle(Warp& warp, const Instruction& i, Type type, std::uint32_t mask,
                    const unsigned* sources, const std::uint32_t* before,
                    const std::uint32_t* after) {
  if (leaves_out(warp)) return;
  for_lanes(mask, [&](unsigned lane) {
    start(warp, i, lane);
    out_ << ',' << sources[lane] << ',' << shown(type, before + lane) << ','
         << shown(type, after + lane);
    end(warp, i);
  });
}

void Trace::access(const Request& r, Use use, const std::byte* const* after) {
  if (leaves_out(r.warp)) return;
  const std::string bytes = std::to_string(r.bytes);
  std::string sectors;
  unsigned wavefronts[warp_size];
  if (r.space == StateSpace::global)
    sectors = std::to_string(touched(r.addresses, r.mask, r.bytes).sectors);
  else
    find_wavefronts(r.addresses, r.mask, r.bytes, use == Use::read, wavefronts);
  for_lanes(r.mask, [&](unsigned lane) {
    start(r.warp, r.i, lane);
    out_ << r.addresses[lane] << ",,," << shown(r.type, after[lane]);
    std::string traffic = bytes + ',' + sectors + ',';
    if (r.space == StateSpace::shared)
      traffic +=
          std::to_string(bank_of(r.addresses[lane])) + ',' + std::to_string(wavefronts[lane]);
    else
      traffic += ',';
    end(r.warp, r.i, traffic,
        r.space == StateSpace::global ? offset_of(r.warp, r.addresses[lane]) : "");
  });
}

void Trace::atomic(Warp& warp, const Instruction& i, Type type, unsigned lane,
                   std::uint64_t address, const void* before, const void* after) {
  if (leaves_out(warp)) return;
  start(warp, i, lane);
  out_ << address << ",," << shown(type, before) << ',' << shown(type, after);
  end(warp, i, ",,,", offset_of(warp, address));
}

}  // namespace simulator
