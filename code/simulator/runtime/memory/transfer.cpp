#include "simulator/runtime/memory/transfer.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "simulator/runtime/memory/refused_copy.hpp"

namespace simulator::runtime {
namespace {

bool goes_to_device(cudaMemcpyKind kind) {
  return kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
}

bool comes_from_device(cudaMemcpyKind kind) {
  return kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
}

bool is_default_stream(const State& s, unsigned stream) {
  return std::any_of(s.contexts.begin(), s.contexts.end(),
                     [=](const Context& each) { return each.default_stream == stream; });
}

bool is_pageable(const void* pointer) {
  return living_at(pointer) == nullptr;
}

void move(const CopyPiece& piece) {
  Memory& memory = device_memory();
  const void* const from = piece.staged ? piece.staged->data() : piece.from;
  if (piece.kind == cudaMemcpyDeviceToHost)
    if (StoredOrigin* const origin = memory.stored_undefined(address_of(from), piece.bytes)) {
      origin->used = true;
      Fault fault = origin->told;
      fault.message += ", and stores what came of it; the host copies that";
      report(std::move(fault));
    }
  if (from == nullptr)
    memory.fill(address_of(piece.to), piece.value, piece.bytes);
  else if (piece.kind == cudaMemcpyDeviceToDevice)
    memory.copy(address_of(piece.to), address_of(from), piece.bytes);
  else if (piece.kind == cudaMemcpyHostToDevice)
    memory.copy_in(address_of(piece.to), from, piece.bytes);
  else if (piece.kind == cudaMemcpyDeviceToHost)
    memory.copy_out(piece.to, address_of(from), piece.bytes);
  else
    std::memmove(piece.to, from, piece.bytes);
}

/// Of what is copied to the host, has nobody written any? A note, once for the copy: the program
/// need not look at all that it copies. Fewer bytes in a row may be the padding of a structure.
void note_never_written(const std::string& name, const std::vector<CopyPiece>& pieces,
                        const HostCall& site) {
  constexpr unsigned more_than_padding = 16;
  // What is still to come may be what the copy should have waited for: then they race.
  if (!state().checked || state().work.any_left()) return;
  Memory& memory = device_memory();
  for (const CopyPiece& each : pieces) {
    const std::uint64_t from = address_of(each.from);
    if (each.kind != cudaMemcpyDeviceToHost || memory.stored_undefined(from, each.bytes)) continue;
    const auto found = memory.never_written(from, each.bytes, more_than_padding);
    if (!found) continue;
    const HostLine line = site.line();
    report({.kind = fault::uninitialised,
            .kernel = {},
            .message = name + " to the host: nobody wrote what lies " + memory.describe(*found),
            .file = line.file,
            .line = line.line,
            .benign = true});
    return;
  }
}

/// Reports memory of the device that is not there.
void report_missing(std::uint64_t address, std::size_t bytes, const std::string& what,
                    const HostLine& line) {
  const Allocation* const found = device_memory().find(address);
  report_misuse(found && found->freed ? fault::use_after_free : fault::out_of_bounds,
                what + ' ' + std::to_string(bytes) +
                    (bytes == 1 ? " byte that begins " : " bytes that begin ") +
                    device_memory().describe(address),
                line);
}

/// Is the memory of the device that a piece of a node needs there? Else it is reported.
bool is_there(const CopyPiece& piece, const CopyWork& work, const HostCall& site) {
  const auto missing = [&](const void* pointer, bool device, const char* what) {
    if (!device || device_memory().holds(address_of(pointer), piece.bytes)) return false;
    report_missing(address_of(pointer), piece.bytes, work.name + " in a graph: " + what,
                   site.line());
    return true;
  };
  const bool fills = piece.from == nullptr;
  return !missing(piece.to, fills || goes_to_device(piece.kind), fills ? "fill of" : "copy to") &&
         !missing(piece.from, !fills && comes_from_device(piece.kind), "copy from");
}

/// Memory that device code allocated: CUDA's documentation says that the host may not use it.
bool is_of_device_code(const void* pointer) {
  const Allocation* const memory = living_at(pointer);
  return memory && memory->kind == AllocationKind::heap;
}

std::string told_of_heap(const char* name, const void* pointer) {
  return std::string(name) + ": " + device_memory().describe(address_of(pointer)) +
         " are what malloc() of device code gave, and only device code may use that";
}

bool overlaps(const CopyPiece& piece) {
  const std::uint64_t to = address_of(piece.to), from = address_of(piece.from);
  const std::uint64_t apart = std::max(to, from) - std::min(to, from);
  return apart > 0 && apart < piece.bytes && living_at(piece.to) && living_at(piece.from);
}

}  // namespace

/// Is the range all living device memory? If not, and it is at a device address, says what is wrong
/// with it. Memory of a graph need not live before the graph runs.
bool Transfer::is_valid(const void* pointer, std::size_t bytes, const std::string& what) const {
  const std::uint64_t address = address_of(pointer);
  if (device_memory().holds(address, bytes)) return true;
  const Allocation* const found = device_memory().find(address);
  if (!found || !is_device_address(pointer)) return false;
  if (form_ == Form::node && s_.graph_memory.contains(found->address) &&
      address + bytes <= found->address + found->bytes)
    return true;
  report_missing(address, bytes, std::string(name_) + ": " + what, HostCall::here().line());
  return false;
}

/// Of memory of the host that CUDA has allocated, is the range within it? If not, says so.
/// Registered memory may be a part of what the program has.
bool Transfer::fits(const void* pointer, std::size_t bytes, const std::string& what) const {
  const Allocation* const found = living_at(pointer);
  if (!found || found->kind == AllocationKind::registered ||
      device_memory().holds(address_of(pointer), bytes))
    return true;
  report_missing(address_of(pointer), bytes, std::string(name_) + ": " + what,
                 HostCall::here().line());
  return false;
}

/// Nothing says in what order the bytes are copied.
void Transfer::check_overlap(const CopyPiece& piece) {
  if (overlap_told_ || !overlaps(piece)) return;
  overlap_told_ = true;
  report_at(HostCall::here().line(), fault::api,
            std::string(name_) + " of " + std::to_string(piece.bytes) + " bytes from " +
                device_memory().describe(address_of(piece.from)) + " to " +
                device_memory().describe(address_of(piece.to)) +
                ": they overlap, and CUDA may copy the bytes in any order");
}

cudaError_t Transfer::copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                           bool at_once) {
  if (bytes == 0) return cudaSuccess;
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  if (const bool to_device = is_device_address(to), from_device = is_device_address(from);
      kind == cudaMemcpyDefault || (to_device && from_device)) {
    kind = to_device ? (from_device ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice)
                     : (from_device ? cudaMemcpyDeviceToHost : cudaMemcpyHostToHost);
  }
  const bool to_device = goes_to_device(kind), from_device = comes_from_device(kind);
  if (!to || !from || (!to_device && is_device_address(to)) ||
      (!from_device && is_device_address(from)) || (to_device && !is_valid(to, bytes, "copy to")) ||
      (from_device && !is_valid(from, bytes, "copy from"))) {
    why_ = why_refused(to, from, bytes, kind);
    return cudaErrorInvalidValue;
  }
  if ((!to_device && !fits(to, bytes, "copy to")) ||
      (!from_device && !fits(from, bytes, "copy from")))
    return cudaErrorInvalidValue;
  for (const void* const pointer : {static_cast<const void*>(to), from}) {
    if (!is_of_device_code(pointer)) continue;
    report_misuse(fault::api, told_of_heap(name_, pointer), HostCall::here().line());
    return cudaErrorInvalidValue;
  }
  CopyPiece piece{to, from, bytes, kind, 0};
  check_overlap(piece);
  use(to, bytes, true);
  at_once = at_once && !from_device;
  if (!at_once) use(from, bytes, false);
  if (form_ == Form::node) {
    pieces_.push_back(std::move(piece));
    return cudaSuccess;
  }
  if (!s_.recorder->copy(to, from, bytes, kind)) return cudaSuccess;
  if (!to_device && (!from_device || is_pageable(to))) waits_ = true;
  if (form_ == Form::synchronous && !(to_device && from_device)) waits_ = true;
  if (at_once || (!from_device && is_pageable(from) && !waits_ && !s_.work.is_at_once())) {
    const auto* const start = static_cast<const std::byte*>(from);
    piece.staged = std::make_shared<const std::vector<std::byte>>(start, start + bytes);
  }
  for (const void* const pointer : {static_cast<const void*>(to), from})
    if (is_device_address(pointer)) devices_.insert(living_at(pointer)->device);
  pieces_.push_back(std::move(piece));
  return cudaSuccess;
}

cudaError_t Transfer::fill(void* to, unsigned value, std::size_t bytes, unsigned element) {
  if (bytes == 0) return cudaSuccess;
  if (!is_valid(to, bytes, "fill of")) {
    why_ = why_refused(to, bytes);
    return cudaErrorInvalidValue;
  }
  // An H100 does it.
  if (is_of_device_code(to))
    report_at(HostCall::here().line(), fault::api, told_of_heap(name_, to));
  CopyPiece piece{to, nullptr, bytes, cudaMemcpyHostToDevice, int(value)};
  std::int16_t filled = static_cast<unsigned char>(value);
  if (element > 1) {
    auto pattern = std::make_shared<std::vector<std::byte>>(bytes);
    for (std::size_t at = 0; at < bytes; at += element)
      std::memcpy(pattern->data() + at, &value, element);
    piece.staged = std::move(pattern);
    filled = MemoryUse::unknown;
  }
  use(to, bytes, true, filled);
  if (form_ != Form::node && !s_.recorder->fill(to, piece.value, bytes)) return cudaSuccess;
  if (form_ == Form::synchronous && !is_device_address(to)) waits_ = true;
  pieces_.push_back(std::move(piece));
  return cudaSuccess;
}

/// What the host has to itself is nobody's business.
void Transfer::use(const void* pointer, std::size_t bytes, bool writes, std::int16_t filled) {
  const std::uint64_t address = address_of(pointer);
  if (is_device_address(pointer) || !is_pageable(pointer))
    uses_.push_back({address, address + bytes, writes, Strength::weak, filled});
}

cudaError_t Transfer::start() {
  if (pieces_.empty()) return cudaSuccess;
  if (s_.contexts.size() < 2 || !is_default_stream(s_, stream_)) devices_.clear();
  for (const unsigned each : devices_)
    s_.work.stream_waits(stream_, s_.work.now(s_.contexts[each].default_stream));
  auto effect = [name = std::string(name_), pieces = std::move(pieces_),
                 site = HostCall::here()](Uses*) {
    note_never_written(name, pieces, site);
    for (const CopyPiece& each : pieces) move(each);
  };
  const VectorClock done = s_.work.give(stream_, {.kind = Operation::Kind::copy,
                                                  .name = name_,
                                                  .uses = std::move(uses_),
                                                  .effect = std::move(effect)});
  for (const unsigned each : devices_) s_.work.stream_waits(s_.contexts[each].default_stream, done);
  if (waits_) s_.work.wait(done);
  return s_.sticky;
}

VectorClock give_copy(State& s, unsigned stream, const CopyWork& work, const GraphPlace& node) {
  std::vector<CopyPiece> pieces;
  for (const CopyPiece& each : work.pieces) {
    const bool wanted = each.from == nullptr
                            ? s.recorder->fill(each.to, each.value, each.bytes)
                            : s.recorder->copy(each.to, each.from, each.bytes, each.kind);
    if (wanted) pieces.push_back(each);
  }
  return s.work.give(stream, {.kind = Operation::Kind::copy,
                              .name = work.name,
                              .uses = work.uses,
                              .effect =
                                  [work, pieces = std::move(pieces), site = node.site](Uses*) {
                                    note_never_written(work.name, pieces, site);
                                    for (const CopyPiece& each : pieces)
                                      if (is_there(each, work, site)) move(each);
                                  },
                              .node = node});
}

}  // namespace simulator::runtime
