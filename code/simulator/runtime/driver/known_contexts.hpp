#pragma once

#include <cuda.h>

/// A context: a device's primary one, or one that cuCtxCreate made. Those of a device share it: its
/// address space, its limits, and the order of its default stream. Streams, events, memory and
/// modules belong to one.
struct CUctx_st {
  unsigned device = 0;
  unsigned number = 0;  // as simulator::runtime::current_context() has it; 0: primary
  unsigned flags = 0;
  unsigned retained = 0;  // of a primary one: how often
  bool gone = false;
};

namespace simulator::runtime {

/// Of this host thread; null if there is none.
CUcontext current_driver_context();
/// By its device and number.
CUcontext driver_context(unsigned device, unsigned number);
/// A new one, which nobody has made current yet.
CUcontext make_driver_context(unsigned device, unsigned flags);
/// That of this host thread; null: it has none.
void make_current(CUcontext context);
/// Throws ApiError for what is no context. One that was destroyed may be made current, as on an
/// H200.
CUctx_st& known_context(CUcontext context);
/// Throws ApiError for what is no context, or none any more.
CUctx_st& checked_context(CUcontext context);

/// While it lives, the context is this host thread's.
class InContext {
 public:
  explicit InContext(const CUctx_st& context);
  ~InContext();
  InContext(const InContext&) = delete;
  InContext& operator=(const InContext&) = delete;

 private:
  const CUcontext before_;
};

}  // namespace simulator::runtime
