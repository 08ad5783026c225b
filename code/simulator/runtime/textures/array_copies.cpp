#include <source_location>

#include "simulator/runtime/memory/volume.hpp"
#include "simulator/runtime/runtime.hpp"
#include "simulator/runtime/textures/array.hpp"

// Copies from and to arrays by rows, whose widths and positions are told in bytes.

using namespace simulator;
using namespace simulator::runtime;

namespace {

using Form = Transfer::Form;

/// A place in an array, or in memory with rows that are `pitch` bytes apart.
struct Side {
  cudaArray_const_t array;
  std::size_t column, row;
  void* memory;
  std::size_t pitch;

  static Side of(cudaArray_const_t array, std::size_t column, std::size_t row) {
    return {array, column, row, nullptr, 0};
  }
  static Side of(const void* memory, std::size_t pitch) {
    return {nullptr, 0, 0, const_cast<void*>(memory), pitch};
  }
};

void put(const Side& side, std::size_t width, std::size_t height, cudaPitchedPtr& memory,
         cudaPos& position) {
  if (side.array == nullptr) {
    memory = {side.memory, side.pitch, width, height};
    return;
  }
  memory = checked_array(side.array).memory();
  position = {side.column, side.row, 0};
}

cudaError_t copy(const Side& to, const Side& from, std::size_t width, std::size_t height,
                 cudaMemcpyKind kind, cudaStream_t stream, Form form, const char* name,
                 const std::source_location& where) {
  return call(
      [&](State&) {
        cudaMemcpy3DParms p = {};
        put(to, width, height, p.dstPtr, p.dstPos);
        put(from, width, height, p.srcPtr, p.srcPos);
        p.extent = {width, height, 1};
        p.kind = kind;
        return copy_volume(p, stream, form, name, where);
      },
      where);
}

/// `bytes` that lie one behind the other: a part of a row, or whole rows.
cudaError_t copy_bytes(Side to, Side from, std::size_t bytes, cudaMemcpyKind kind,
                       cudaStream_t stream, Form form, const char* name,
                       const std::source_location& where) {
  return call(
      [&](State&) {
        std::size_t row = 0;  // bytes
        for (const Side* each : {&to, &from}) {
          if (!each->array) continue;
          const std::size_t own = checked_array(each->array).row_bytes();
          if (each->column + bytes <= own) continue;
          if (each->column != 0 || bytes % own != 0 || (row != 0 && row != own))
            return unsupported((std::string(name) + " of parts of several rows").c_str());
          row = own;
        }
        if (row == 0) row = bytes;
        for (Side* each : {&to, &from})
          if (!each->array) each->pitch = row;
        if (row == 0) return cudaSuccess;
        return copy(to, from, row, bytes / row, kind, stream, form, name, where);
      },
      where);
}

}  // namespace

// The second of each two is what sources call that are compiled with --default-stream per-thread.
#define HERE std::source_location::current()
#define IN_DEFAULT_STREAM(name, parameters, call)    \
  cudaError_t name parameters {                      \
    constexpr Form form = Form::synchronous;         \
    const cudaStream_t stream = nullptr;             \
    constexpr const char* said = #name;              \
    return call;                                     \
  }                                                  \
  extern cudaError_t name##_ptds parameters;         \
  cudaError_t name##_ptds parameters {               \
    constexpr Form form = Form::synchronous;         \
    const cudaStream_t stream = cudaStreamPerThread; \
    constexpr const char* said = #name;              \
    return call;                                     \
  }
#define IN_STREAM(name, parameters, call)     \
  cudaError_t name parameters {               \
    constexpr Form form = Form::asynchronous; \
    constexpr const char* said = #name;       \
    return call;                              \
  }                                           \
  extern cudaError_t name##_ptsz parameters;  \
  cudaError_t name##_ptsz parameters {        \
    constexpr Form form = Form::asynchronous; \
    constexpr const char* said = #name;       \
    stream = per_thread(stream);              \
    return call;                              \
  }
#define TO_ARRAY                                                                               \
  copy(Side::of(array, column, row), Side::of(from, pitch), width, height, kind, stream, form, \
       said, HERE)
#define FROM_ARRAY                                                                                 \
  copy(Side::of(to, pitch), Side::of(array, column, row), width, height, kind, stream, form, said, \
       HERE)
#define BYTES_TO_ARRAY \
  copy_bytes(Side::of(array, column, row), Side::of(from, 0), bytes, kind, stream, form, said, HERE)
#define BYTES_FROM_ARRAY \
  copy_bytes(Side::of(to, 0), Side::of(array, column, row), bytes, kind, stream, form, said, HERE)

extern "C" {

IN_DEFAULT_STREAM(cudaMemcpy2DToArray,
                  (cudaArray_t array, std::size_t column, std::size_t row, const void* from,
                   std::size_t pitch, std::size_t width, std::size_t height, cudaMemcpyKind kind),
                  TO_ARRAY)
IN_STREAM(cudaMemcpy2DToArrayAsync,
          (cudaArray_t array, std::size_t column, std::size_t row, const void* from,
           std::size_t pitch, std::size_t width, std::size_t height, cudaMemcpyKind kind,
           cudaStream_t stream),
          TO_ARRAY)
IN_DEFAULT_STREAM(cudaMemcpy2DFromArray,
                  (void* to, std::size_t pitch, cudaArray_const_t array, std::size_t column,
                   std::size_t row, std::size_t width, std::size_t height, cudaMemcpyKind kind),
                  FROM_ARRAY)
IN_STREAM(cudaMemcpy2DFromArrayAsync,
          (void* to, std::size_t pitch, cudaArray_const_t array, std::size_t column,
           std::size_t row, std::size_t width, std::size_t height, cudaMemcpyKind kind,
           cudaStream_t stream),
          FROM_ARRAY)
IN_DEFAULT_STREAM(cudaMemcpyToArray,
                  (cudaArray_t array, std::size_t column, std::size_t row, const void* from,
                   std::size_t bytes, cudaMemcpyKind kind),
                  BYTES_TO_ARRAY)
IN_STREAM(cudaMemcpyToArrayAsync,
          (cudaArray_t array, std::size_t column, std::size_t row, const void* from,
           std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream),
          BYTES_TO_ARRAY)
IN_DEFAULT_STREAM(cudaMemcpyFromArray,
                  (void* to, cudaArray_const_t array, std::size_t column, std::size_t row,
                   std::size_t bytes, cudaMemcpyKind kind),
                  BYTES_FROM_ARRAY)
IN_STREAM(cudaMemcpyFromArrayAsync,
          (void* to, cudaArray_const_t array, std::size_t column, std::size_t row,
           std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream),
          BYTES_FROM_ARRAY)
IN_DEFAULT_STREAM(cudaMemcpy2DArrayToArray,
                  (cudaArray_t array, std::size_t column, std::size_t row, cudaArray_const_t from,
                   std::size_t from_column, std::size_t from_row, std::size_t width,
                   std::size_t height, cudaMemcpyKind kind),
                  copy(Side::of(array, column, row), Side::of(from, from_column, from_row), width,
                       height, kind, stream, form, said, HERE))
IN_DEFAULT_STREAM(cudaMemcpyArrayToArray,
                  (cudaArray_t array, std::size_t column, std::size_t row, cudaArray_const_t from,
                   std::size_t from_column, std::size_t from_row, std::size_t bytes,
                   cudaMemcpyKind kind),
                  copy_bytes(Side::of(array, column, row), Side::of(from, from_column, from_row),
                             bytes, kind, stream, form, said, HERE))

}  // extern "C"
