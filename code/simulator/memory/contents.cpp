#include <cstring>

#include "simulator/memory/memory.hpp"

// Part of Memory: what it holds, read and written for the host.

namespace simulator {

std::byte* Memory::host(std::uint64_t address, std::uint64_t bytes) {
  Allocation* const found = living(address, bytes);
  return found ? found->host + (address - found->address) : nullptr;
}

bool Memory::written(std::uint64_t address, std::uint64_t bytes) {
  const Allocation* const found = living(address, bytes);
  return found && found->written.test(address - found->address, bytes);
}

std::optional<std::uint64_t> Memory::never_written(std::uint64_t address, std::uint64_t bytes,
                                                   std::uint64_t least) {
  const Allocation* const found = living(address, bytes);
  if (!found || found->on_host() || found->written.all()) return {};
  const std::uint64_t end = address - found->address + bytes;
  constexpr std::uint64_t step = 64;
  std::uint64_t run = 0;
  for (std::uint64_t at = address - found->address; at < end;) {
    if (run == 0 && end - at >= step && found->written.test(at, step)) {
      at += step;
      continue;
    }
    run = found->written.missing(at++, 1) ? run + 1 : 0;
    if (run == least) return found->address + at - run;
  }
  return {};
}

bool Memory::fill(std::uint64_t address, int byte, std::uint64_t bytes) {
  settle();
  Allocation* const found = living(address, bytes);
  if (!found) return false;
  const std::uint64_t offset = address - found->address;
  // Zeros over all of a large piece: fresh pages are zero already.
  if (byte == 0 && bytes == found->bytes && found->storage.size() > 0)
    found->storage.clear();
  else
    std::memset(found->host + offset, byte, bytes);
  found->written.set(offset, bytes);
  return true;
}

bool Memory::copy_in(std::uint64_t to, const void* from, std::uint64_t bytes) {
  settle();
  Allocation* const found = living(to, bytes);
  if (!found) return false;
  std::memmove(found->host + (to - found->address), from, bytes);
  found->written.set(to - found->address, bytes);
  return true;
}

bool Memory::copy_out(void* to, std::uint64_t from, std::uint64_t bytes) {
  settle();
  const std::byte* const source = host(from, bytes);
  if (source) std::memmove(to, source, bytes);
  return source;
}

bool Memory::copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  settle();
  Allocation* const target = living(to, bytes);
  const Allocation* const source = living(from, bytes);
  if (!target || !source) return false;
  std::memmove(target->host + (to - target->address), source->host + (from - source->address),
               bytes);
  target->written.copy(to - target->address, source->written, from - source->address, bytes);
  undefined_.copy(to, from, bytes);
  return true;
}

std::uint32_t Memory::undefined_bits(std::uint64_t address, unsigned bytes, std::byte* bits) {
  const Allocation* const found = living(address, bytes);
  const std::uint32_t missing = found ? found->written.missing(address - found->address, bytes) : 0;
  for (unsigned k = 0; k < bytes; ++k) bits[k] = std::byte(missing >> k & 1 ? 0xff : 0);
  return missing == 0 ? 0 : undefined_.refine(address, bits, bytes);
}

bool Memory::undefine(std::uint64_t address, const std::byte* bits, unsigned bytes,
                      std::uint32_t origin, bool whole) {
  Allocation* const found = living(address, bytes);
  if (!found) return true;
  if (found->on_host()) return false;
  for (unsigned k = 0; k < bytes; ++k)
    if (bits[k] != std::byte{0}) found->written.unset(address - found->address + k, 1);
  undefined_.put(address, bits, bytes, origin, whole);
  if (origin != 0) origins_[origin - 1].left = true;
  return true;
}

StoredOrigin* Memory::stored_undefined(std::uint64_t address, std::uint64_t bytes) {
  if (undefined_.empty()) return nullptr;
  const Allocation* const found = living(address, bytes);
  if (!found) return nullptr;
  const auto origin = undefined_.whole_in(address, address + bytes, [&](std::uint64_t at) {
    return found->written.missing(at - found->address, 1) != 0;
  });
  return origin && *origin != 0 ? &origins_[*origin - 1] : nullptr;
}

}  // namespace simulator
