#pragma once

#include <cstdint>

namespace simulator::runtime {

/// An access of the program's host code that the processor refused.
struct Touch {
  std::uint64_t address = 0;
  bool writes = false;
  const void* code = nullptr;  // of the access
  void* context = nullptr;     // of the signal
};

/// Such accesses are heard of by a handler of SIGSEGV. What nobody here knows goes to the handler
/// that the program had set before, or ends it.
namespace touches {

/// `is_mended` is asked first, each time, from now on: is there nothing in the way any more? If the
/// program has set a handler of its own since, this one goes before it, but once only.
void mend_by(bool (*is_mended)(const Touch&));
/// `tell` hears of what goes on to others, from now on. It need not return.
void tell_by(void (*tell)(const Touch&, bool program_has_handler));
/// `ends` hears, with the number of the signal, that this is going to end the process. It need not
/// return.
void end_by(void (*ends)(int number));

}  // namespace touches
}  // namespace simulator::runtime
