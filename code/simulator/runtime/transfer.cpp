#include "simulator/runtime/transfer.hpp"

#include <cstring>
#include <utility>

namespace simulator::runtime {
namespace {

/// Is the range all living device memory? If not, and it is at a device address, says what is wrong
/// with it.
bool is_valid(const void* pointer, std::size_t bytes, const char* what) {
  Memory& memory = device_memory();
  const std::uint64_t address = address_of(pointer);
  if (memory.holds(address, bytes)) return true;
  const Allocation* const found = memory.find(address);
  if (found && is_device_address(pointer))
    report_misuse(found->freed ? fault::use_after_free : fault::out_of_bounds,
                  std::string(what) + ' ' + std::to_string(bytes) + " bytes, from " +
                      memory.describe(address) + " on");
  return false;
}

bool goes_to_device(cudaMemcpyKind kind) {
  return kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
}

bool comes_from_device(cudaMemcpyKind kind) {
  return kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
}

bool is_pageable(const void* pointer) {
  return living_at(pointer) == nullptr;
}

}  // namespace

cudaError_t Transfer::copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
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
      (!from_device && is_device_address(from)))
    return cudaErrorInvalidValue;
  if ((to_device && !is_valid(to, bytes, "copy to")) ||
      (from_device && !is_valid(from, bytes, "copy from")))
    return cudaErrorInvalidValue;
  if (!s_.recorder->copy(to, from, bytes, kind)) return cudaSuccess;
  Piece piece{to, from, bytes, kind, 0};
  if (!to_device && (!from_device || is_pageable(to))) waits_ = true;
  if (form_ == Form::synchronous && !(to_device && from_device)) waits_ = true;
  if (!from_device && is_pageable(from) && !waits_ && !s_.work.early()) {
    const auto* const start = static_cast<const std::byte*>(from);
    piece.staged = std::make_shared<const std::vector<std::byte>>(start, start + bytes);
  }
  use(to, bytes, true);
  use(from, bytes, false);
  pieces_.push_back(std::move(piece));
  return cudaSuccess;
}

cudaError_t Transfer::fill(void* to, int value, std::size_t bytes) {
  if (bytes == 0) return cudaSuccess;
  if (!is_valid(to, bytes, "fill of")) return cudaErrorInvalidValue;
  if (!s_.recorder->fill(to, value, bytes)) return cudaSuccess;
  if (form_ == Form::synchronous && !is_device_address(to)) waits_ = true;
  use(to, bytes, true, static_cast<unsigned char>(value));
  pieces_.push_back({to, nullptr, bytes, cudaMemcpyDefault, value});
  return cudaSuccess;
}

/// What the host has to itself is nobody's business.
void Transfer::use(const void* pointer, std::size_t bytes, bool writes, int filled) {
  const std::uint64_t address = address_of(pointer);
  if (!is_pageable(pointer))
    uses_.push_back({address, address + bytes, writes, Strength::weak, filled});
}

void Transfer::move(const Piece& piece) {
  Memory& memory = device_memory();
  const void* const from = piece.staged ? piece.staged->data() : piece.from;
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

cudaError_t Transfer::start() {
  if (pieces_.empty()) return cudaSuccess;
  const Times done = s_.work.give(stream_, {.kind = Operation::Kind::copy,
                                            .name = name_,
                                            .uses = std::move(uses_),
                                            .effect = [pieces = std::move(pieces_)](Uses*) {
                                              for (const Piece& each : pieces) move(each);
                                            }});
  if (waits_) s_.work.wait(done);
  return s_.sticky;
}

}  // namespace simulator::runtime
