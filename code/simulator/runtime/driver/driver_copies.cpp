#include <string>

#include "simulator/runtime/driver/driver_call.hpp"
#include "simulator/runtime/driver/undeclared.hpp"
#include "simulator/runtime/memory/copy.hpp"

// Copies and fills of rows of bytes: what the runtime does, by the driver's names.

using namespace simulator;
using namespace simulator::runtime;

namespace {

using CopyForm = Transfer::Form;

CUresult copy_bytes(CUstream stream, CopyForm form, const char* name, void* to, const void* from,
                    std::size_t bytes, cudaMemcpyKind kind, const std::source_location& where) {
  return driver_call([&](State&) { return copy(stream, form, name, to, from, bytes, kind, where); },
                     where);
}

/// Elements of 1, 2 or 4 bytes in rows.
struct Fill {
  CUdeviceptr to;
  std::size_t pitch;
  unsigned value, element;
  std::size_t width, height;
};

CUresult fill_rows(CUstream stream, CopyForm form, const char* name, const Fill& f,
                   const std::source_location& where) {
  return driver_call(
      [&](State&) {
        if (f.to % f.element != 0 || f.pitch % f.element != 0)
          throw ApiError{cudaErrorInvalidValue,
                         "elements of " + std::to_string(f.element) + " bytes that are misaligned"};
        const std::size_t bytes = f.width * f.element;
        return fill(stream, form, name, pointer_to(f.to), f.height == 1 ? bytes : f.pitch, f.value,
                    bytes, f.height, where, f.element);
      },
      where);
}

}  // namespace

#define DEVICE(address) pointer_to(address)
#define HERE std::source_location::current()

// The second of each pair is for sources that are compiled for a default stream per thread.
#define SYNCHRONOUS(name, version, parameters, function, ...)                               \
  CUresult name##version parameters {                                                       \
    return function(nullptr, CopyForm::synchronous, #name, __VA_ARGS__, HERE);              \
  }                                                                                         \
  CUresult name##version##_ptds parameters {                                                \
    return function(CU_STREAM_PER_THREAD, CopyForm::synchronous, #name, __VA_ARGS__, HERE); \
  }
#define ASYNCHRONOUS(name, version, parameters, function, ...)                             \
  CUresult name##version parameters {                                                      \
    return function(stream, CopyForm::asynchronous, #name, __VA_ARGS__, HERE);             \
  }                                                                                        \
  CUresult name##version##_ptsz parameters {                                               \
    return function(per_thread(stream), CopyForm::asynchronous, #name, __VA_ARGS__, HERE); \
  }
// The names are those of the header's macros.
#undef cuMemcpyHtoD
#undef cuMemcpyDtoH
#undef cuMemcpyDtoD
#undef cuMemcpyHtoDAsync
#undef cuMemcpyDtoHAsync
#undef cuMemcpyDtoDAsync
#undef cuMemsetD8
#undef cuMemsetD16
#undef cuMemsetD32
#undef cuMemsetD2D8
#undef cuMemsetD2D16
#undef cuMemsetD2D32

extern "C" {

SYNCHRONOUS(cuMemcpyHtoD, _v2, (CUdeviceptr to, const void* from, std::size_t bytes), copy_bytes,
            DEVICE(to), from, bytes, cudaMemcpyHostToDevice)
SYNCHRONOUS(cuMemcpyDtoH, _v2, (void* to, CUdeviceptr from, std::size_t bytes), copy_bytes, to,
            DEVICE(from), bytes, cudaMemcpyDeviceToHost)
SYNCHRONOUS(cuMemcpyDtoD, _v2, (CUdeviceptr to, CUdeviceptr from, std::size_t bytes), copy_bytes,
            DEVICE(to), DEVICE(from), bytes, cudaMemcpyDeviceToDevice)
SYNCHRONOUS(cuMemcpy, , (CUdeviceptr to, CUdeviceptr from, std::size_t bytes), copy_bytes,
            DEVICE(to), DEVICE(from), bytes, cudaMemcpyDefault)
ASYNCHRONOUS(cuMemcpyHtoDAsync, _v2,
             (CUdeviceptr to, const void* from, std::size_t bytes, CUstream stream), copy_bytes,
             DEVICE(to), from, bytes, cudaMemcpyHostToDevice)
ASYNCHRONOUS(cuMemcpyDtoHAsync, _v2,
             (void* to, CUdeviceptr from, std::size_t bytes, CUstream stream), copy_bytes, to,
             DEVICE(from), bytes, cudaMemcpyDeviceToHost)
ASYNCHRONOUS(cuMemcpyDtoDAsync, _v2,
             (CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream stream), copy_bytes,
             DEVICE(to), DEVICE(from), bytes, cudaMemcpyDeviceToDevice)
ASYNCHRONOUS(cuMemcpyAsync, ,
             (CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream stream), copy_bytes,
             DEVICE(to), DEVICE(from), bytes, cudaMemcpyDefault)
/// Whose memory it is, the addresses tell.
SYNCHRONOUS(cuMemcpyPeer, ,
            (CUdeviceptr to, CUcontext, CUdeviceptr from, CUcontext, std::size_t bytes), copy_bytes,
            DEVICE(to), DEVICE(from), bytes, cudaMemcpyDefault)
ASYNCHRONOUS(cuMemcpyPeerAsync, ,
             (CUdeviceptr to, CUcontext, CUdeviceptr from, CUcontext, std::size_t bytes,
              CUstream stream),
             copy_bytes, DEVICE(to), DEVICE(from), bytes, cudaMemcpyDefault)

SYNCHRONOUS(cuMemsetD8, _v2, (CUdeviceptr to, unsigned char value, std::size_t count), fill_rows,
            {to, 0, value, 1, count, 1})
SYNCHRONOUS(cuMemsetD16, _v2, (CUdeviceptr to, unsigned short value, std::size_t count), fill_rows,
            {to, 0, value, 2, count, 1})
SYNCHRONOUS(cuMemsetD32, _v2, (CUdeviceptr to, unsigned value, std::size_t count), fill_rows,
            {to, 0, value, 4, count, 1})
ASYNCHRONOUS(cuMemsetD8Async, ,
             (CUdeviceptr to, unsigned char value, std::size_t count, CUstream stream), fill_rows,
             {to, 0, value, 1, count, 1})
ASYNCHRONOUS(cuMemsetD16Async, ,
             (CUdeviceptr to, unsigned short value, std::size_t count, CUstream stream), fill_rows,
             {to, 0, value, 2, count, 1})
ASYNCHRONOUS(cuMemsetD32Async, ,
             (CUdeviceptr to, unsigned value, std::size_t count, CUstream stream), fill_rows,
             {to, 0, value, 4, count, 1})
SYNCHRONOUS(cuMemsetD2D8, _v2,
            (CUdeviceptr to, std::size_t pitch, unsigned char value, std::size_t width,
             std::size_t height),
            fill_rows, {to, pitch, value, 1, width, height})
SYNCHRONOUS(cuMemsetD2D16, _v2,
            (CUdeviceptr to, std::size_t pitch, unsigned short value, std::size_t width,
             std::size_t height),
            fill_rows, {to, pitch, value, 2, width, height})
SYNCHRONOUS(cuMemsetD2D32, _v2,
            (CUdeviceptr to, std::size_t pitch, unsigned value, std::size_t width,
             std::size_t height),
            fill_rows, {to, pitch, value, 4, width, height})
ASYNCHRONOUS(cuMemsetD2D8Async, ,
             (CUdeviceptr to, std::size_t pitch, unsigned char value, std::size_t width,
              std::size_t height, CUstream stream),
             fill_rows, {to, pitch, value, 1, width, height})
ASYNCHRONOUS(cuMemsetD2D16Async, ,
             (CUdeviceptr to, std::size_t pitch, unsigned short value, std::size_t width,
              std::size_t height, CUstream stream),
             fill_rows, {to, pitch, value, 2, width, height})
ASYNCHRONOUS(cuMemsetD2D32Async, ,
             (CUdeviceptr to, std::size_t pitch, unsigned value, std::size_t width,
              std::size_t height, CUstream stream),
             fill_rows, {to, pitch, value, 4, width, height})

}  // extern "C"
