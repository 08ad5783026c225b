#include "simulator/rehearsal/work_log.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "simulator/memory/memory.hpp"
#include "simulator/program/program.hpp"
#include "simulator/runtime/runtime.hpp"

namespace simulator::runtime {
namespace {

std::string hexadecimal(const std::byte* bytes, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", unsigned(bytes[i]));
    text += digits;
  }
  return text;
}

std::string content(const void* from, std::size_t bytes) {
  constexpr std::size_t all = 1 << 12, samples = 256, sample_bytes = 16;
  const auto* const start = static_cast<const std::byte*>(from);
  if (bytes <= all) return hexadecimal(start, bytes);
  std::string text;
  for (std::size_t i = 0; i < samples; ++i)
    text += hexadecimal(start + (bytes - sample_bytes) * i / (samples - 1), sample_bytes);
  return text;
}

}  // namespace

bool WorkLog::launch(const Function& function, const LaunchConfiguration& configuration,
                     std::span<const std::byte> arguments, cudaStream_t stream) {
  const unsigned number = number_of(function);
  const Kernel& kernel = function.kernel();
  std::string line =
      "launch " + std::to_string(number) + " grid " + joined(configuration.grid, "x") + " block " +
      joined(configuration.block, "x") + " shared " + std::to_string(configuration.dynamic_shared);
  if (configuration.cooperative) line += " cooperative";
  if (configuration.wanted_cluster)
    line += " cluster " + joined(*configuration.wanted_cluster, "x");
  if (stream) {
    line +=
        " stream " + std::to_string(streams_.try_emplace(stream, streams_.size()).first->second);
  }
  const PtxCode& code = code_of(*function.binary->module().program);
  for (PtxCode::Range range : code.reads(kernel.name)) {
    const Parameter& parameter = kernel.parameters.at(range.parameter);
    if (range.size == 0) range.size = parameter.size;
    if (range.offset + range.size > parameter.size) continue;
    const std::byte* const bytes = arguments.data() + parameter.offset + range.offset;
    line += ' ' + std::to_string(range.parameter) + '+' + std::to_string(range.offset) + ':';
    // Pointers may stand anywhere in what is taken as a whole.
    std::size_t done = 0;
    for (; done + 8 <= range.size; done += 8) {
      std::uint64_t value;
      std::memcpy(&value, bytes + done, sizeof value);
      line += device_memory().find(value) ? describe(value) : hexadecimal(bytes + done, 8);
    }
    line += hexadecimal(bytes + done, range.size - done);
  }
  note(line);
  return !rehearsal_;
}

bool WorkLog::copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  const bool from_host = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost;
  const bool to_host = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost;
  note("copy " + std::to_string(bytes) + " bytes to " + (to_host ? "host" : describe(to)) +
       " from " + (from_host ? "host " + content(from, bytes) : describe(from)));
  if (rehearsal_ && to_host) std::memset(to, 0, bytes);
  return !rehearsal_;
}

bool WorkLog::fill(void* to, int value, std::size_t bytes) {
  note("fill " + std::to_string(bytes) + " bytes of " + describe(to) + " with " +
       std::to_string(value & 255));
  return !rehearsal_;
}

bool WorkLog::communicate(const std::string& what, const void* to, const void* from) {
  note(what + " to " + describe(to) + " from " + describe(from));
  return !rehearsal_;
}

std::uint64_t WorkLog::allocate(Memory& memory, std::uint64_t bytes) {
  return rehearsal_ ? memory.reserve(bytes) : memory.allocate(bytes);
}

void WorkLog::ask(const std::string& what, const Function& function) {
  note(what + ' ' + std::to_string(number_of(function)));
}

const Device& WorkLog::device(const Device& real) const {
  // Recorded results name what a rehearsal does on the device that they were first recorded with.
  static const Device rehearsed = [] {
    Device device = h200();
    device.memory_bytes = std::uint64_t{64} << 30;
    device.l2_bytes = 64 << 20;
    device.clock_khz = device.memory_clock_khz = device.memory_bus_bits = 0;
    return device;
  }();
  return rehearsal_ ? rehearsed : real;
}

// How many registers a kernel has is an estimate, which must not get into what a rehearsal says.
Kernel WorkLog::kernel(const Kernel& real) const {
  Kernel told = real;
  if (rehearsal_) told.registers = 1;
  return told;
}

std::string WorkLog::take() {
  kernels_.clear();
  allocations_.clear();
  streams_.clear();
  return std::exchange(text_, {});
}

const PtxCode& WorkLog::code_of(const Program& program) {
  const auto code = codes_.find(&program);
  return code != codes_.end() ? code->second
                              : codes_.emplace(&program, PtxCode(program.text)).first->second;
}

unsigned WorkLog::number_of(const Function& function) {
  const auto [number, is_new] = kernels_.try_emplace(&function, kernels_.size());
  if (is_new) {
    const PtxCode& code = code_of(*function.binary->module().program);
    note("kernel " + std::to_string(number->second) + ":\n" + code.of(function.name));
  }
  return number->second;
}

std::string WorkLog::describe(std::uint64_t address) {
  const Allocation* const found = device_memory().find(address);
  if (!found) return "nowhere";
  const auto [number, is_new] = allocations_.try_emplace(found, allocations_.size());
  std::string text(1, '#');
  text += std::to_string(number->second);
  if (is_new) text.append(" of ").append(std::to_string(found->bytes)).append(" bytes");
  return text.append(1, '+').append(std::to_string(std::int64_t(address - found->address)));
}

std::string WorkLog::describe(const void* pointer) {
  return describe(address_of(pointer));
}

}  // namespace simulator::runtime
