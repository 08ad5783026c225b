#include "simulator/instructions/system_calls.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "simulator/instructions/calls.hpp"
#include "simulator/machine/lanes.hpp"
#include "simulator/machine/request.hpp"

namespace simulator {
namespace {

/// Reads memory that a generic address points to, for a lane. False if there is none.
bool read_generic(Warp& warp, unsigned lane, std::uint64_t address, void* to, unsigned bytes) {
  const std::byte* from = nullptr;
  if (window::holds(window::local, address)) {
    from = warp.local_bytes(lane, address - window::local, bytes);
  } else if (window::holds(window::shared, address)) {
    const auto& shared = warp.block().shared().bytes;
    if (address - window::shared + bytes <= shared.size())
      from = shared.data() + (address - window::shared);
  } else {
    from = warp.execution().memory().host(address, bytes);
  }
  if (from == nullptr) return false;
  std::memcpy(to, from, bytes);
  return true;
}

constexpr std::size_t longest_text = 4096;

std::string read_text(Warp& warp, unsigned lane, std::uint64_t address) {
  std::string text;
  for (char c;
       text.size() < longest_text && read_generic(warp, lane, address++, &c, 1) && c != '\0';)
    text += c;
  return text;
}

/// A byte that the lane loads; 0 where there is none, which is reported.
char load_byte(Warp& warp, const Instruction& i, unsigned lane, std::uint64_t address) {
  char byte = 0;
  Request request(warp, i, {}, Type::b8);
  request.bytes = 1;
  request.addresses[lane] = address;
  for_spaces(request, StateSpace::generic, 1u << lane, [&](Request& r) {
    r.prepare(Use::read);
    r.visit(Use::read, nullptr,
            [&](unsigned, const std::byte* from) { std::memcpy(&byte, from, 1); });
  });
  return byte;
}

/// A string that the lane loads, up to its end or to as many characters as are wanted.
std::string load_text(Warp& warp, const Instruction& i, unsigned lane, std::uint64_t address,
                      std::size_t wanted) {
  if (address == 0) return "(null)";
  std::string text;
  for (char c; text.size() < std::min(wanted, longest_text); text += c)
    if ((c = load_byte(warp, i, lane, address++)) == '\0') break;
  return text;
}

/// How many characters of a string a conversion such as "%-8.4" wants.
std::size_t precision_of(const std::string& flags) {
  const std::size_t point = flags.find('.');
  return point == std::string::npos ? std::string::npos
                                    : std::strtoul(flags.c_str() + point + 1, nullptr, 10);
}

template <class T>
T parameter(Warp& warp, const Instruction& i, unsigned lane, std::size_t k) {
  T value{};
  const CallSite& site = call_site(warp, i);
  if (k < site.arguments.size())
    std::memcpy(&value, warp.param(lane) + site.arguments[k].offset, sizeof value);
  return value;
}

template <class T>
void give_result(Warp& warp, const Instruction& i, unsigned lane, T value) {
  const CallSite& site = call_site(warp, i);
  if (!site.results.empty() && site.results[0].size >= sizeof value)
    std::memcpy(warp.param(lane) + site.results[0].offset, &value, sizeof value);
}

/// The values behind vprintf's second argument, each aligned to its size.
class Arguments {
 public:
  Arguments(Warp& warp, unsigned lane, std::uint64_t address)
      : warp_(warp), lane_(lane), start_(address) {}

  template <class T>
  T next() {
    at_ = (at_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T value{};
    read_generic(warp_, lane_, start_ + at_, &value, sizeof value);
    at_ += sizeof(T);
    return value;
  }

 private:
  Warp& warp_;
  unsigned lane_;
  std::uint64_t start_, at_ = 0;
};

template <class T>
std::string formatted(const std::string& specification, T value) {
  const int length = std::snprintf(nullptr, 0, specification.c_str(), value);
  std::string text(std::size_t(std::max(length, 0)) + 1, '\0');
  std::snprintf(text.data(), text.size(), specification.c_str(), value);
  text.pop_back();
  return text;
}

std::string print(Warp& warp, const Instruction& call, unsigned lane, const std::string& format,
                  Arguments arguments, int& count) {
  std::string text;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      text += format[i];
      continue;
    }
    std::string flags = "%";
    unsigned longs = 0, shorts = 0;
    char conversion = '\0';
    for (++i; i < format.size(); ++i) {
      const char c = format[i];
      if (std::string_view("-+ #0123456789.").find(c) != std::string_view::npos)
        flags += c;
      else if (c == '*') {
        const auto given = arguments.next<std::int32_t>();
        if (given < 0 && flags.back() == '.')
          flags.pop_back();
        else
          flags += std::to_string(given);
      } else if (c == 'l' || c == 'j' || c == 'z' || c == 't')
        ++longs;
      else if (c == 'h')
        ++shorts;
      else {
        conversion = c;
        break;
      }
    }
    if (conversion == '\0') break;
    if (conversion == '%') {
      text += '%';
      continue;
    }
    ++count;
    if (longs == 0 && std::string_view("diuoxX").find(conversion) != std::string_view::npos)
      flags.append(std::min(shorts, 2u), 'h');
    switch (conversion) {
      case 'd':
      case 'i':
        text +=
            longs ? formatted(flags + "lld", static_cast<long long>(arguments.next<std::int64_t>()))
                  : formatted(flags + conversion, arguments.next<std::int32_t>());
        break;
      case 'u':
      case 'o':
      case 'x':
      case 'X':
        text += longs ? formatted(flags + "ll" + conversion,
                                  static_cast<unsigned long long>(arguments.next<std::uint64_t>()))
                      : formatted(flags + conversion, arguments.next<std::uint32_t>());
        break;
      case 'c':
        text += formatted(flags + 'c', arguments.next<std::int32_t>());
        break;
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        text += formatted(flags + conversion, arguments.next<double>());
        break;
      case 's': {
        const std::string value =
            load_text(warp, call, lane, arguments.next<std::uint64_t>(), precision_of(flags));
        text += formatted(flags + 's', value.c_str());
        break;
      }
      case 'p':
        text += formatted(flags + 'p', reinterpret_cast<void*>(arguments.next<std::uint64_t>()));
        break;
      default:
        text += flags + conversion;
    }
  }
  return text;
}

void vprintf(Warp& warp, const Instruction& i, std::uint32_t mask) {
  warp.execution().interacts();
  for_lanes(mask, [&](unsigned lane) {
    const std::string format = read_text(warp, lane, parameter<std::uint64_t>(warp, i, lane, 0));
    int count = 0;
    const std::string text =
        print(warp, i, lane, format,
              Arguments(warp, lane, parameter<std::uint64_t>(warp, i, lane, 1)), count);
    if (!warp.execution().is_tried_out()) std::fwrite(text.data(), 1, text.size(), stdout);
    if (warp.execution().prints(unsigned(count))) {
      Fault note =
          warp.fault(fault::lost_output, lane,
                     "prints more than the buffer's " +
                         std::to_string(warp.execution().configuration().printf_bytes) +
                         " bytes hold: on a GPU what was printed first is lost, though not here "
                         "(cudaDeviceSetLimit, cudaLimitPrintfFifoSize)");
      note.benign = true;
      warp.execution().report(std::move(note));
    }
    give_result(warp, i, lane, std::int32_t(count));
  });
}

void assertfail(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const unsigned lane = unsigned(std::countr_zero(mask));
  const std::string condition = read_text(warp, lane, parameter<std::uint64_t>(warp, i, lane, 0));
  const std::string file = read_text(warp, lane, parameter<std::uint64_t>(warp, i, lane, 1));
  const auto line = parameter<std::uint32_t>(warp, i, lane, 2);
  Fault fault = warp.fault(fault::assertion, lane, "finds '" + condition + "' false");
  if (!file.empty()) {
    fault.file = file;
    fault.line = line;
  }
  warp.execution().report(std::move(fault));
  warp.execution().fail(LaunchFailure::Reason::assertion);
}

void device_malloc(Warp& warp, const Instruction& i, std::uint32_t mask) {
  warp.execution().interacts();
  for_lanes(mask, [&](unsigned lane) {
    const auto bytes = parameter<std::uint64_t>(warp, i, lane, 0);
    give_result(warp, i, lane, warp.execution().memory().allocate_on_heap(bytes));
  });
}

void device_free(Warp& warp, const Instruction& i, std::uint32_t mask) {
  warp.execution().interacts();
  for_lanes(mask, [&](unsigned lane) {
    const auto address = parameter<std::uint64_t>(warp, i, lane, 0);
    // An exploration frees in the end what it allocated, and keeps what was there for the next run.
    if (address == 0 || warp.execution().is_tried_out()) return;
    const Memory::Freed freed = warp.execution().memory().free(address);
    if (freed == Memory::Freed::ok) return;
    warp.report(freed == Memory::Freed::twice ? fault::double_free : fault::invalid_free, lane,
                "frees " + warp.execution().memory().describe(address));
  });
}

}  // namespace

Execute system_call(std::string_view name) {
  if (name == "vprintf") return vprintf;
  if (name == "__assertfail") return assertfail;
  if (name == "malloc") return device_malloc;
  if (name == "free") return device_free;
  return nullptr;
}

}  // namespace simulator
