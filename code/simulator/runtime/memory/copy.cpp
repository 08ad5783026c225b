#include "simulator/runtime/memory/copy.hpp"

#include <algorithm>
#include <utility>

#include "simulator/runtime/graphs/capture.hpp"
#include "simulator/runtime/graphs/graph.hpp"
#include "simulator/runtime/memory/transfer.hpp"
#include "simulator/runtime/runtime.hpp"

// Copies and fills, as CUDA's functions; transfer.cpp carries them out.

using namespace simulator;
using namespace simulator::runtime;

namespace {

using Form = Transfer::Form;

/// The node of what a stream that captures would copy or fill.
void capture_pieces(Capture& capture, unsigned stream, CopyWork work) {
  if (work.pieces.empty()) return;
  const CopyPiece first = work.pieces.front();
  const std::size_t rows = work.pieces.size(), width = first.bytes;
  const auto pitch = [&](auto member) {
    return rows == 1 ? width : address_of(work.pieces[1].*member) - address_of(first.*member);
  };
  const std::size_t to_pitch = pitch(&CopyPiece::to), from_pitch = pitch(&CopyPiece::from);
  if (first.from == nullptr) {
    capture_node(
        capture, stream, cudaGraphNodeTypeMemset,
        FillNode{std::move(work), {first.to, to_pitch, first.value & 0xffu, 1, width, rows}});
    return;
  }
  cudaMemcpy3DParms parameters = row(first.to, first.from, width, first.kind);
  parameters.dstPtr.pitch = to_pitch;
  parameters.srcPtr.pitch = from_pitch;
  parameters.dstPtr.ysize = parameters.srcPtr.ysize = parameters.extent.height = rows;
  capture_node(capture, stream, cudaGraphNodeTypeMemcpy, CopyNode{std::move(work), parameters});
}

/// Gives the stream what `add` puts into a Transfer. Returns the error of the piece that stopped
/// it, if there is one; those before are done.
template <class Add>
cudaError_t transfer(State& s, unsigned stream, Form form, const char* name, Add&& add) {
  Capture* const capture = capturing(s, stream);
  if (form == Form::synchronous) check_not_capturing(s, stream);
  Transfer transfer(s, name, stream, capture ? Form::node : form);
  const cudaError_t error = add(transfer);
  if (capture) {
    if (error == cudaSuccess) capture_pieces(*capture, stream, transfer.take());
  } else if (const cudaError_t started = transfer.start(); error == cudaSuccess) {
    return started;
  }
  if (error != cudaSuccess) throw ApiError{error, transfer.why()};
  return cudaSuccess;
}

/// Between devices. Which ones, the pointers tell, and CUDA heeds nothing else.
cudaError_t copy_between(cudaStream_t stream, Form form, const char* name, void* to, int to_device,
                         const void* from, int from_device, std::size_t bytes,
                         const std::source_location& where) {
  return call_in(
      stream,
      [&](State& s, unsigned number) {
        if (bytes == 0) return cudaSuccess;
        checked_device(to_device);
        checked_device(from_device);
        if (!living_at(to) || !living_at(from)) return cudaErrorInvalidValue;
        return transfer(s, number, form, name,
                        [&](Transfer& it) { return it.copy(to, from, bytes, cudaMemcpyDefault); });
      },
      where);
}

/// Copies in one call, in any order.
struct Batch {
  void* const* to;
  const void* const* from;
  const std::size_t* bytes;
  std::size_t count;
  const cudaMemcpyAttributes* attributes;
  const std::size_t* first;  // copies that the attributes begin to hold of
  std::size_t many;          // attributes

  bool is_valid() const {
    if (!to || !from || !bytes || !attributes || !first || many == 0 || many > count) return false;
    for (std::size_t k = 0; k < many; ++k) {
      const auto order = attributes[k].srcAccessOrder;
      if (order < cudaMemcpySrcAccessOrderStream || order > cudaMemcpySrcAccessOrderAny ||
          attributes[k].flags > cudaMemcpyFlagPreferOverlapWithCompute || first[k] >= count ||
          (k == 0 ? first[k] != 0 : first[k] <= first[k - 1]))
        return false;
    }
    return std::all_of(bytes, bytes + count, [](std::size_t each) { return each > 0; });
  }

  cudaError_t add(Transfer& transfer, std::size_t k) const {
    const std::size_t* const after = std::upper_bound(first, first + many, k);
    const bool at_once =
        attributes[after - first - 1].srcAccessOrder == cudaMemcpySrcAccessOrderDuringApiCall;
    return transfer.copy(to[k], from[k], bytes[k], cudaMemcpyDefault, at_once);
  }
};

/// A stream that captures refuses it, and goes on to capture.
cudaError_t copy_batch(State& s, unsigned stream, const char* name, const Batch& batch) {
  if (capturing(s, stream)) return cudaErrorStreamCaptureUnsupported;
  return transfer(s, stream, Form::asynchronous, name, [&](Transfer& it) {
    cudaError_t error = cudaSuccess;
    for (std::size_t k = 0; k < batch.count && error == cudaSuccess; ++k) error = batch.add(it, k);
    return error;
  });
}

cudaError_t copy_to_variable(cudaStream_t stream, Form form, const char* name, const void* symbol,
                             const void* from, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind, const std::source_location& where) {
  return call_in(
      stream,
      [&](State& s, unsigned number) {
        void* const to = place_in_variable(symbol, bytes, offset);
        check_direction(kind, cudaMemcpyHostToDevice);
        return transfer(s, number, form, name,
                        [&](Transfer& it) { return it.copy(to, from, bytes, kind); });
      },
      where);
}

cudaError_t copy_from_variable(cudaStream_t stream, Form form, const char* name, void* to,
                               const void* symbol, std::size_t bytes, std::size_t offset,
                               cudaMemcpyKind kind, const std::source_location& where) {
  return call_in(
      stream,
      [&](State& s, unsigned number) {
        const void* const from = place_in_variable(symbol, bytes, offset);
        check_direction(kind, cudaMemcpyDeviceToHost);
        return transfer(s, number, form, name,
                        [&](Transfer& it) { return it.copy(to, from, bytes, kind); });
      },
      where);
}

}  // namespace

cudaError_t simulator::runtime::copy(cudaStream_t stream, Form form, const char* name, void* to,
                                     const void* from, std::size_t bytes, cudaMemcpyKind kind,
                                     const std::source_location& where) {
  return call_in(
      stream,
      [&](State& s, unsigned number) {
        return transfer(s, number, form, name,
                        [&](Transfer& it) { return it.copy(to, from, bytes, kind); });
      },
      where);
}

cudaError_t simulator::runtime::copy(cudaStream_t stream, Form form, const char* name,
                                     const Rows& rows, cudaMemcpyKind kind,
                                     const std::source_location& where) {
  return call_in(
      stream,
      [&](State& s, unsigned number) {
        if (rows.width > rows.to_pitch || rows.width > rows.from_pitch)
          throw ApiError{cudaErrorInvalidPitchValue,
                         "rows of " + std::to_string(rows.width) + " bytes, " +
                             std::to_string(rows.to_pitch) + " bytes apart in the target and " +
                             std::to_string(rows.from_pitch) + " in the source"};
        return transfer(s, number, form, name, [&](Transfer& it) {
          cudaError_t error = cudaSuccess;
          for (std::size_t row = 0; row < rows.height && error == cudaSuccess; ++row)
            error = it.copy(static_cast<char*>(rows.to) + row * rows.to_pitch,
                            static_cast<const char*>(rows.from) + row * rows.from_pitch, rows.width,
                            kind);
          return error;
        });
      },
      where);
}

cudaError_t simulator::runtime::fill(cudaStream_t stream, Form form, const char* name, void* to,
                                     std::size_t pitch, unsigned value, std::size_t width,
                                     std::size_t height, const std::source_location& where,
                                     unsigned element) {
  return call_in(
      stream,
      [&](State& s, unsigned number) {
        if (width > pitch) return cudaErrorInvalidValue;
        return transfer(s, number, form, name, [&](Transfer& it) {
          cudaError_t error = cudaSuccess;
          for (std::size_t row = 0; row < height && error == cudaSuccess; ++row)
            error = it.fill(static_cast<char*>(to) + row * pitch, value, width, element);
          return error;
        });
      },
      where);
}

void simulator::runtime::check_direction(cudaMemcpyKind kind, cudaMemcpyKind usual) {
  if (kind != usual && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
    throw ApiError{cudaErrorInvalidMemcpyDirection};
}

void* simulator::runtime::place_in_variable(const void* symbol, std::size_t bytes,
                                            std::size_t offset) {
  const auto [address, size] = find_variable(symbol);
  if (bytes == 0) return nullptr;
  if (offset > size || bytes > size - offset)
    throw ApiError{cudaErrorInvalidValue, std::to_string(bytes) + " bytes from byte " +
                                              std::to_string(offset) + " of a variable of " +
                                              std::to_string(size) + " bytes"};
  return reinterpret_cast<void*>(address + offset);
}

// Each function comes in two: the second is what sources call that are compiled with
// --default-stream per-thread.
#define HERE std::source_location::current()
#define SYNCHRONOUS(name, parameters, function, ...)                                   \
  cudaError_t name parameters {                                                        \
    return function(nullptr, Form::synchronous, #name, __VA_ARGS__, HERE);             \
  }                                                                                    \
  extern cudaError_t name##_ptds parameters;                                           \
  cudaError_t name##_ptds parameters {                                                 \
    return function(cudaStreamPerThread, Form::synchronous, #name, __VA_ARGS__, HERE); \
  }
#define ASYNCHRONOUS(name, parameters, function, ...)                                  \
  cudaError_t name parameters {                                                        \
    return function(stream, Form::asynchronous, #name, __VA_ARGS__, HERE);             \
  }                                                                                    \
  extern cudaError_t name##_ptsz parameters;                                           \
  cudaError_t name##_ptsz parameters {                                                 \
    return function(per_thread(stream), Form::asynchronous, #name, __VA_ARGS__, HERE); \
  }

extern "C" {

SYNCHRONOUS(cudaMemcpy, (void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind), copy,
            to, from, bytes, kind)
ASYNCHRONOUS(cudaMemcpyAsync,
             (void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
              cudaStream_t stream),
             copy, to, from, bytes, kind)
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                           std::size_t bytes) {
  return copy_between(nullptr, Form::synchronous, "cudaMemcpyPeer", to, to_device, from,
                      from_device, bytes, HERE);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                std::size_t bytes, cudaStream_t stream) {
  return copy_between(stream, Form::asynchronous, "cudaMemcpyPeerAsync", to, to_device, from,
                      from_device, bytes, HERE);
}
cudaError_t cudaMemcpyBatchAsync(void* const* to, const void* const* from, const std::size_t* bytes,
                                 std::size_t count, cudaMemcpyAttributes* attributes,
                                 std::size_t* first, std::size_t many, cudaStream_t stream) {
  return call([&](State& s) {
    const Batch batch{to, from, bytes, count, attributes, first, many};
    if (!stream || stream == cudaStreamLegacy || !batch.is_valid()) return cudaErrorInvalidValue;
    return copy_batch(s, number_of(stream), "cudaMemcpyBatchAsync", batch);
  });
}
SYNCHRONOUS(cudaMemcpy2D,
            (void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
             std::size_t width, std::size_t height, cudaMemcpyKind kind),
            copy, {to, to_pitch, from, from_pitch, width, height}, kind)
ASYNCHRONOUS(cudaMemcpy2DAsync,
             (void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
              std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream),
             copy, {to, to_pitch, from, from_pitch, width, height}, kind)
SYNCHRONOUS(cudaMemcpyToSymbol,
            (const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
             cudaMemcpyKind kind),
            copy_to_variable, symbol, from, bytes, offset, kind)
ASYNCHRONOUS(cudaMemcpyToSymbolAsync,
             (const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
              cudaMemcpyKind kind, cudaStream_t stream),
             copy_to_variable, symbol, from, bytes, offset, kind)
SYNCHRONOUS(cudaMemcpyFromSymbol,
            (void* to, const void* symbol, std::size_t bytes, std::size_t offset,
             cudaMemcpyKind kind),
            copy_from_variable, to, symbol, bytes, offset, kind)
ASYNCHRONOUS(cudaMemcpyFromSymbolAsync,
             (void* to, const void* symbol, std::size_t bytes, std::size_t offset,
              cudaMemcpyKind kind, cudaStream_t stream),
             copy_from_variable, to, symbol, bytes, offset, kind)
SYNCHRONOUS(cudaMemset, (void* to, int value, std::size_t bytes), fill, to, bytes, unsigned(value),
            bytes, 1)
ASYNCHRONOUS(cudaMemsetAsync, (void* to, int value, std::size_t bytes, cudaStream_t stream), fill,
             to, bytes, unsigned(value), bytes, 1)
SYNCHRONOUS(cudaMemset2D,
            (void* to, std::size_t pitch, int value, std::size_t width, std::size_t height), fill,
            to, pitch, unsigned(value), width, height)
ASYNCHRONOUS(cudaMemset2DAsync,
             (void* to, std::size_t pitch, int value, std::size_t width, std::size_t height,
              cudaStream_t stream),
             fill, to, pitch, unsigned(value), width, height)

}  // extern "C"
