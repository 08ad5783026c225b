#include <algorithm>
#include <cstring>

#include "simulator/machine/access/request.hpp"

// Part of Request: undefined bits in memory. Loads find them, stores leave them there.

namespace simulator {
namespace {

bool is_set(std::byte byte) {
  return byte != std::byte{0};
}

/// Of the bytes that a thread stores, some are all undefined and others not at all: as where a
/// value with padding is copied.
bool looks_padded(const std::byte* bits, unsigned count) {
  const auto defined = std::count(bits, bits + count, std::byte{0}),
             undefined = std::count(bits, bits + count, std::byte{0xff});
  return defined > 0 && defined + undefined == std::ptrdiff_t(count);
}

/// A lane's byte of local memory, among those of the warp.
std::uint64_t local_place(unsigned lane, std::uint64_t address) {
  return std::uint64_t{lane} << 40 | address;
}

}  // namespace

/// Keeps the bits of a lane's bytes that are undefined, by what the space knows of them.
bool Request::find_undefined(unsigned lane) {
  if ((dropped >> lane & 1) != 0) return false;
  std::byte* const bits = undefined_bits[lane];
  const std::uint64_t address = addresses[lane];
  std::uint32_t stored = 0;
  switch (space) {
    case StateSpace::shared: {
      const SharedMemory& shared = home->shared();
      const std::uint64_t place = address - shared.base;
      const std::uint32_t missing = shared.written.missing(place, bytes);
      for (unsigned k = 0; k < bytes; ++k) bits[k] = std::byte(missing >> k & 1 ? 0xff : 0);
      stored = shared.undefined.refine(place, bits, bytes);
      break;
    }
    case StateSpace::local:
      std::memcpy(bits, warp.local_undefined(warp.local_bytes(lane, address, bytes)), bytes);
      stored = warp.local_words().refine(local_place(lane, address), bits, bytes);
      break;
    case StateSpace::param:
      std::memcpy(bits, warp.shadow().params(warp.function().param_bytes * lane + address), bytes);
      break;
    default:
      stored = warp.execution().memory().undefined_bits(address, bytes, bits);
  }
  stored_origin[lane] = stored;
  return std::any_of(bits, bits + bytes, is_set);
}

void Request::take_undefined(unsigned lane, Use use) {
  if (follows) {
    undefined |= 1u << lane;
    return;
  }
  if (const std::uint32_t stored = stored_origin[lane])
    warp.depends(
        warp.origin({&i, addresses[lane], stored, space, std::uint8_t(bytes), std::uint8_t(lane)}),
        lane, std::string(i.text));
  else
    complain(lane, fault::uninitialised, nobody_wrote(lane), use);
}

OriginNumber Request::origin(unsigned lane) {
  if (space == StateSpace::param) return warp.shadow().param_origin(lane);
  const std::uint32_t stored = stored_origin[lane];
  if (stored == 0)
    warp.execution().undefined_loads().add(i, [&] {
      return warp.fault(fault::uninitialised, lane, did("reads", lane) + ", " + nobody_wrote(lane));
    });
  return warp.origin({&i, addresses[lane], stored, space, std::uint8_t(bytes), std::uint8_t(lane)});
}

std::string Request::nobody_wrote(unsigned lane) const {
  if (space == StateSpace::shared) return "which nobody wrote";
  if (space == StateSpace::local) return "which the thread never wrote";
  return warp.execution().memory().describe(addresses[lane]) + ", which nobody wrote";
}

void Request::undefine(unsigned lane, const std::byte* bits, std::uint32_t stored, bool whole) {
  if (warp.execution().is_worker()) throw Entangled{};
  const std::uint64_t address = addresses[lane];
  switch (space) {
    case StateSpace::shared: {
      SharedMemory& shared = home->shared();
      const std::uint64_t place = address - shared.base;
      for (unsigned k = 0; k < bytes; ++k)
        if (is_set(bits[k])) shared.written.unset(place + k, 1);
      shared.undefined.put(place, bits, bytes, stored, whole);
      break;
    }
    case StateSpace::local:
      std::memcpy(warp.local_undefined(warp.local_bytes(lane, address, bytes)), bits, bytes);
      warp.local_words().put(local_place(lane, address), bits, bytes, stored, whole);
      break;
    default:
      warp.execution().memory().undefine(address, bits, bytes, stored, whole);
  }
}

void Request::undefine(unsigned lane, const std::byte* bits, OriginNumber origin) {
  if (space == StateSpace::param) {
    if (generic) return;
    FrameShadow& shadow = warp.shadow();
    std::memcpy(shadow.params(warp.function().param_bytes * lane + addresses[lane]), bits, bytes);
    if (!std::any_of(bits, bits + bytes, is_set)) return;
    shadow.param_origin(lane) = origin;
    shadow.use_params();
    return;
  }
  if (!std::any_of(bits, bits + bytes, is_set)) return;
  undefine(lane, bits, warp.stored_origin(origin), !looks_padded(bits, bytes));
}

void Request::undefine_as(unsigned lane, Request& source, unsigned count) {
  std::byte bits[16] = {};
  std::memcpy(bits, source.undefined_bits[lane], std::min(count, bytes));
  undefine(lane, bits, warp.stored_origin(source.origin(lane)), !looks_padded(bits, bytes));
}

}  // namespace simulator
