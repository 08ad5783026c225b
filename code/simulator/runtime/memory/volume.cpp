#include "simulator/runtime/memory/volume.hpp"

#include "simulator/runtime/graphs/capture.hpp"
#include "simulator/runtime/graphs/graph.hpp"
#include "simulator/runtime/runtime.hpp"
#include "simulator/runtime/textures/array.hpp"

// Memory in three dimensions: rows of bytes that are `pitch` bytes apart, slices of `ysize` rows.

using namespace simulator;
using namespace simulator::runtime;

namespace {

using Form = Transfer::Form;

char* start_of(const cudaPitchedPtr& memory, const cudaPos& position) {
  const std::size_t row = position.z * memory.ysize + position.y;
  return static_cast<char*>(memory.ptr) + row * memory.pitch + position.x;
}

bool is_empty(const cudaExtent& extent) {
  return extent.width == 0 || extent.height == 0 || extent.depth == 0;
}

/// Throws ApiError if a part of the memory, as it says itself, is not inside it: with the codes
/// that an H200's runtime gave. `pitch_error`: for rows or slices that are longer than the
/// memory's.
void check_extent(const cudaPitchedPtr& memory, const cudaPos& position, const cudaExtent& extent,
                  cudaError_t pitch_error) {
  if (!memory.ptr) throw ApiError{cudaErrorInvalidValue};
  if ((extent.height > 1 || extent.depth > 1) && extent.width > memory.pitch)
    throw ApiError{pitch_error};
  // Of one slice no number of rows may be given, but what is given must hold.
  if ((extent.depth == 1 && memory.ysize == 0) || position.y + extent.height <= memory.ysize)
    return;
  throw ApiError{
      extent.depth > 1 && extent.height > memory.ysize ? pitch_error : cudaErrorInvalidValue,
      "slices of " + std::to_string(extent.height) + " rows, from row " +
          std::to_string(position.y) + " on, in memory whose slices have " +
          std::to_string(memory.ysize)};
}
void check_copied(const cudaPitchedPtr& memory, const cudaPos& position, const cudaExtent& extent) {
  check_extent(memory, position, extent, cudaErrorInvalidPitchValue);
  if (position.x > memory.pitch || extent.width > memory.pitch - position.x)
    throw ApiError{cudaErrorInvalidValue};
}

cudaError_t copy(const cudaMemcpy3DParms* parameters, cudaStream_t stream, Form form,
                 const char* name, const std::source_location& where) {
  return call_in(
      stream,
      [&](State& s, unsigned number) {
        if (!parameters) return cudaErrorInvalidValue;
        const cudaMemcpy3DParms p = without_arrays(*parameters);
        Capture* const capture = capturing(s, number);
        if (form == Form::synchronous) check_not_capturing(s, number);
        if (is_empty(p.extent)) return cudaSuccess;
        check_copied(p.dstPtr, p.dstPos, p.extent);
        check_copied(p.srcPtr, p.srcPos, p.extent);
        if (capture) {
          capture_node(*capture, number, cudaGraphNodeTypeMemcpy, copy_node(s, *parameters));
          return cudaSuccess;
        }
        Transfer transfer(s, name, number, form);
        const cudaError_t error = add_volume(transfer, p);
        const cudaError_t started = transfer.start();
        return error != cudaSuccess ? error : started;
      },
      where);
}

/// Which devices, the pointers tell, and CUDA heeds nothing else.
cudaError_t copy(const cudaMemcpy3DPeerParms* parameters, cudaStream_t stream, Form form,
                 const char* name, const std::source_location& where) {
  if (!parameters) return copy(static_cast<cudaMemcpy3DParms*>(nullptr), stream, form, name, where);
  const cudaMemcpy3DPeerParms& p = *parameters;
  const cudaMemcpy3DParms alike = {p.srcArray, p.srcPos, p.srcPtr, p.dstArray,
                                   p.dstPos,   p.dstPtr, p.extent, cudaMemcpyDefault};
  const cudaError_t checked = call(
      [&](State&) {
        checked_device(p.srcDevice);
        checked_device(p.dstDevice);
        return cudaSuccess;
      },
      where);
  return checked != cudaSuccess ? checked : copy(&alike, stream, form, name, where);
}

cudaError_t fill(const cudaPitchedPtr& memory, int value, const cudaExtent& extent,
                 cudaStream_t stream, Form form, const char* name,
                 const std::source_location& where) {
  return call_in(
      stream,
      [&](State& s, unsigned number) {
        Capture* const capture = capturing(s, number);
        if (form == Form::synchronous) check_not_capturing(s, number);
        if (is_empty(extent)) return cudaSuccess;
        check_extent(memory, {}, extent, cudaErrorInvalidValue);
        const std::size_t slice = extent.depth > 1 ? memory.ysize : extent.height;
        if (capture && slice != extent.height)
          return unsupported((std::string(name) + " of a part of each slice in a graph").c_str());
        Transfer transfer(s, name, number, capture ? Form::node : form);
        cudaError_t error = cudaSuccess;
        for (std::size_t z = 0; z < extent.depth && error == cudaSuccess; ++z)
          for (std::size_t y = 0; y < extent.height && error == cudaSuccess; ++y)
            error = transfer.fill(static_cast<char*>(memory.ptr) + (z * slice + y) * memory.pitch,
                                  value, extent.width);
        if (!capture) {
          const cudaError_t started = transfer.start();
          return error != cudaSuccess ? error : started;
        }
        if (error == cudaSuccess)
          capture_node(*capture, number, cudaGraphNodeTypeMemset,
                       FillNode{transfer.take(),
                                {memory.ptr, memory.pitch, unsigned(value) & 0xffu, 1, extent.width,
                                 extent.height * extent.depth}});
        return error;
      },
      where);
}

}  // namespace

cudaError_t simulator::runtime::copy_volume(const cudaMemcpy3DParms& parameters,
                                            cudaStream_t stream, Transfer::Form form,
                                            const char* name, const std::source_location& where) {
  return copy(&parameters, stream, form, name, where);
}

cudaError_t simulator::runtime::add_volume(Transfer& transfer, const cudaMemcpy3DParms& p) {
  char* const to = start_of(p.dstPtr, p.dstPos);
  const char* const from = start_of(p.srcPtr, p.srcPos);
  for (std::size_t z = 0; z < p.extent.depth; ++z)
    for (std::size_t y = 0; y < p.extent.height; ++y)
      if (const cudaError_t error = transfer.copy(to + (z * p.dstPtr.ysize + y) * p.dstPtr.pitch,
                                                  from + (z * p.srcPtr.ysize + y) * p.srcPtr.pitch,
                                                  p.extent.width, p.kind);
          error != cudaSuccess)
        return error;
  return cudaSuccess;
}

// The second of each two is what sources call that are compiled with --default-stream per-thread.
#define HERE std::source_location::current()
#define COPY(name, Parameters)                                                   \
  cudaError_t name(const Parameters* p) {                                        \
    return copy(p, nullptr, Form::synchronous, #name, HERE);                     \
  }                                                                              \
  extern cudaError_t name##_ptds(const Parameters*);                             \
  cudaError_t name##_ptds(const Parameters* p) {                                 \
    return copy(p, cudaStreamPerThread, Form::synchronous, #name, HERE);         \
  }                                                                              \
  cudaError_t name##Async(const Parameters* p, cudaStream_t stream) {            \
    return copy(p, stream, Form::asynchronous, #name "Async", HERE);             \
  }                                                                              \
  extern cudaError_t name##Async_ptsz(const Parameters*, cudaStream_t);          \
  cudaError_t name##Async_ptsz(const Parameters* p, cudaStream_t stream) {       \
    return copy(p, per_thread(stream), Form::asynchronous, #name "Async", HERE); \
  }

extern "C" {

COPY(cudaMemcpy3D, cudaMemcpy3DParms)
COPY(cudaMemcpy3DPeer, cudaMemcpy3DPeerParms)

cudaError_t cudaMemset3D(cudaPitchedPtr memory, int value, cudaExtent extent) {
  return fill(memory, value, extent, nullptr, Form::synchronous, "cudaMemset3D", HERE);
}

extern cudaError_t cudaMemset3D_ptds(cudaPitchedPtr memory, int value, cudaExtent extent);
cudaError_t cudaMemset3D_ptds(cudaPitchedPtr memory, int value, cudaExtent extent) {
  return fill(memory, value, extent, cudaStreamPerThread, Form::synchronous, "cudaMemset3D", HERE);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr memory, int value, cudaExtent extent,
                              cudaStream_t stream) {
  return fill(memory, value, extent, stream, Form::asynchronous, "cudaMemset3DAsync", HERE);
}

extern cudaError_t cudaMemset3DAsync_ptsz(cudaPitchedPtr memory, int value, cudaExtent extent,
                                          cudaStream_t stream);
cudaError_t cudaMemset3DAsync_ptsz(cudaPitchedPtr memory, int value, cudaExtent extent,
                                   cudaStream_t stream) {
  return fill(memory, value, extent, per_thread(stream), Form::asynchronous, "cudaMemset3DAsync",
              HERE);
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* memory, cudaExtent extent) {
  if (!memory) return call([](State&) { return cudaErrorInvalidValue; });
  memory->xsize = extent.width;
  memory->ysize = extent.height;
  return call([&](State&) {
    return cudaMallocPitch(&memory->ptr, &memory->pitch, extent.width,
                           extent.height * extent.depth);
  });
}

}  // extern "C"
