#include <mutex>
#include <set>
#include <string>

#include "simulator/memory/memory.hpp"
#include "simulator/runtime/faults.hpp"
#include "simulator/runtime/operation_race.hpp"
#include "simulator/runtime/work.hpp"

// What Work does about memory that the host uses as well.

namespace simulator::runtime {

bool Work::guards(Operation::Kind kind) const {
  return checked_ && (kind == Operation::Kind::kernel || kind == Operation::Kind::copy) &&
         memory_.any_on_host();
}

/// While an operation rests it may tell the host, by what it writes, how far others are.
void Work::guard() {
  if (!guard_.any() || resting_ > 0) return;
  guard_.forget(order_.host());
  if (guard_.any()) guard_.raise();
}

namespace {

/// The host's line, and what is done by the other, are told once.
bool is_new(const HostAccess& access) {
  static auto& told = *new std::set<std::string>;
  const auto key = [](const HostLine& line, const std::string& otherwise) {
    return line ? line.text() : otherwise;
  };
  return told
      .insert(key(access.site.line(), std::to_string(access.address)) + '\n' +
              key(access.operation->site.line(), access.operation->name))
      .second;
}

}  // namespace

bool Work::look_at_host(std::uint64_t address, bool writes, const void* code) {
  const std::lock_guard lock(mutex_);
  if (!guard_.is_raised()) return false;
  HostAccess access = guard_.find(address, writes);
  guard_.lift();
  if (!access.operation || InCall::is_there()) return true;
  access.site = HostCall::interrupted(code);
  if (is_new(access)) report(fault_of(access, memory_));
  guard_.forget(access.operation);  // it is told
  return true;
}

}  // namespace simulator::runtime
