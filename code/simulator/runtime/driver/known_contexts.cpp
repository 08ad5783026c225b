#include "simulator/runtime/driver/known_contexts.hpp"

#include <deque>

#include "simulator/runtime/driver/driver_call.hpp"
#include "simulator/runtime/handles.hpp"

using namespace simulator;
using namespace simulator::runtime;

namespace {

Handles<CUctx_st>& created_contexts() {
  static auto& all = *new Handles<CUctx_st>;
  return all;
}

CUctx_st& primary_context(unsigned device) {
  static auto& all = *new std::deque<CUctx_st>;
  while (all.size() <= device) all.push_back({.device = unsigned(all.size())});
  return all[device];
}

}  // namespace

CUcontext simulator::runtime::make_driver_context(unsigned device, unsigned flags) {
  static unsigned numbers = 0;
  return created_contexts().make({.device = device, .number = ++numbers, .flags = flags});
}

void simulator::runtime::make_current(CUcontext context) {
  if (context)
    choose_device(context->device, context->number);
  else
    leave_context();
}

CUcontext simulator::runtime::driver_context(unsigned device, unsigned number) {
  if (number == 0) return &primary_context(device);
  CUcontext found = nullptr;
  created_contexts().for_all([&](CUctx_st& each) {
    if (each.number == number) found = &each;
  });
  return found;
}

CUcontext simulator::runtime::current_driver_context() {
  return has_context() ? driver_context(current_device(), current_context()) : nullptr;
}

CUctx_st& simulator::runtime::known_context(CUcontext context) {
  bool primary = false;
  for (unsigned device = 0; device < state().contexts.size(); ++device)
    primary = primary || context == &primary_context(device);
  if (!context || (!primary && !created_contexts().contains(context)))
    throw ApiError{error_of(CUDA_ERROR_INVALID_CONTEXT), "the handle is of no context"};
  return *context;
}

CUctx_st& simulator::runtime::checked_context(CUcontext context) {
  if (known_context(context).gone)
    throw ApiError{error_of(CUDA_ERROR_CONTEXT_IS_DESTROYED), "the context was destroyed"};
  return *context;
}

void simulator::runtime::check_context(const State&) {
  const CUcontext current = current_driver_context();
  if (!current)
    throw ApiError{error_of(CUDA_ERROR_INVALID_CONTEXT), "this host thread has no context"};
  if (current->gone)
    throw ApiError{error_of(CUDA_ERROR_CONTEXT_IS_DESTROYED),
                   "the context of this host thread was destroyed"};
}

InContext::InContext(const CUctx_st& context) : before_(current_driver_context()) {
  choose_device(context.device, context.number);
}

InContext::~InContext() {
  make_current(before_);
}
