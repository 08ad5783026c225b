#include "simulator/instructions/printf.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

#include "simulator/instructions/call_arguments.hpp"
#include "simulator/instructions/lanes.hpp"
#include "simulator/machine/access/request.hpp"

namespace simulator {
namespace {

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

/// A string that the lane loads, up to its end, however little of it is printed: so an H200 does.
std::string load_text(Warp& warp, const Instruction& i, unsigned lane, std::uint64_t address) {
  if (address == 0) return "(null)";
  std::string text;
  for (char c; text.size() < longest_text; text += c)
    if ((c = load_byte(warp, i, lane, address++)) == '\0') break;
  return text;
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

/// What a format asks for by one '%'.
struct Conversion {
  std::string written = "%";
  std::string flags = "%";  // and width and precision, with what '*' stands for
  unsigned longs = 0, shorts = 0;
  char letter = '\0';  // none, if the format ends
  bool lacks = false;  // printf knows it on the host and not on a GPU

  bool is_one_of(std::string_view letters) const {
    return letter != '\0' && letters.find(letter) != std::string_view::npos;
  }
};

constexpr std::string_view integers = "diuoxX", floats = "eEfFgGaA";

/// The conversion that begins behind the '%' at `at`, which is moved to its last character. What a
/// GPU's printf lacks was tried on an H200.
Conversion read_conversion(const std::string& format, std::size_t& at, Arguments& arguments) {
  Conversion found;
  while (++at < format.size() && found.letter == '\0') {
    const char c = format[at];
    found.written += c;
    if (std::string_view("-+ #0123456789.").find(c) != std::string_view::npos) {
      found.flags += c;
    } else if (c == '*') {
      const auto given = arguments.next<std::int32_t>();
      found.lacks |= found.flags.back() == '.';
      found.flags += std::to_string(given);
    } else if (c == 'l') {
      ++found.longs;
    } else if (c == 'h') {
      found.lacks |= ++found.shorts > 1;
    } else if (c == 'j' || c == 'z' || c == 't') {
      ++found.longs;
      found.lacks = true;
    } else if (c == 'L' || c == '\'') {
      found.lacks = true;
    } else {
      found.letter = c;
    }
  }
  --at;
  if (found.letter == '%')
    found.lacks |= found.written != "%%";
  else if (found.letter == 's')
    found.lacks |= found.longs > 0;
  else
    found.lacks |= found.letter != '\0' && !found.is_one_of(integers) && !found.is_one_of(floats) &&
                   !found.is_one_of("cp");
  return found;
}

/// Passes over what the conversion would print.
void skip(const Conversion& conversion, Arguments& arguments) {
  if (conversion.is_one_of("c") || (conversion.is_one_of(integers) && conversion.longs == 0))
    arguments.next<std::uint32_t>();
  else if (conversion.is_one_of(integers) || conversion.is_one_of(floats) ||
           conversion.is_one_of("sp"))
    arguments.next<std::uint64_t>();
}

std::string converted(Warp& warp, const Instruction& call, unsigned lane,
                      const Conversion& conversion, Arguments& arguments) {
  const auto& [written, flags, longs, shorts, letter, lacks] = conversion;
  if (letter == '%') return "%";
  if (letter == 's')
    return formatted(flags + 's',
                     load_text(warp, call, lane, arguments.next<std::uint64_t>()).c_str());
  if (letter == 'p')
    return formatted(flags + 'p', reinterpret_cast<void*>(arguments.next<std::uint64_t>()));
  if (letter == 'c') return formatted(flags + 'c', arguments.next<std::int32_t>());
  if (conversion.is_one_of(floats)) return formatted(flags + letter, arguments.next<double>());
  if (longs > 0)
    return formatted(flags + "ll" + letter, static_cast<long long>(arguments.next<std::int64_t>()));
  return formatted(flags + std::string(shorts, 'h') + letter, arguments.next<std::int32_t>());
}

/// What printf prints, and how many values it takes; of what it lacks, the first.
struct Printed {
  std::string text, lacked;
  int count = 0;
};

Printed print(Warp& warp, const Instruction& call, unsigned lane, const std::string& format,
              Arguments arguments) {
  Printed result;
  for (std::size_t at = 0; at < format.size(); ++at) {
    if (format[at] != '%') {
      result.text += format[at];
      continue;
    }
    const Conversion conversion = read_conversion(format, at, arguments);
    result.count += conversion.letter != '\0' && conversion.letter != '%';
    if (conversion.lacks && result.lacked.empty()) result.lacked = conversion.written;
    if (conversion.lacks || conversion.letter == '\0') {
      skip(conversion, arguments);
      result.text += conversion.written;
    } else {
      result.text += converted(warp, call, lane, conversion, arguments);
    }
  }
  return result;
}

}  // namespace

void vprintf(Warp& warp, const Instruction& i, std::uint32_t mask) {
  warp.execution().interacts();
  for_lanes(mask, [&](unsigned lane) {
    const std::string format = read_text(warp, lane, parameter<std::uint64_t>(warp, i, lane, 0));
    const Printed printed = print(
        warp, i, lane, format, Arguments(warp, lane, parameter<std::uint64_t>(warp, i, lane, 1)));
    if (!warp.execution().is_tried_out())
      std::fwrite(printed.text.data(), 1, printed.text.size(), stdout);
    const auto note = [&](const char* kind, const std::string& what) {
      Fault fault = warp.fault(kind, lane, what);
      fault.benign = true;
      warp.execution().report(std::move(fault));
    };
    if (!printed.lacked.empty())
      note(fault::conversion, "prints with '" + printed.lacked +
                                  "', which a GPU prints as it stands there, or as garbage with "
                                  "what follows it");
    if (warp.execution().prints(unsigned(printed.count)))
      note(fault::lost_output, "prints more than the buffer's " +
                                   std::to_string(warp.execution().configuration().printf_bytes) +
                                   " bytes hold: on a GPU what was printed first is lost, though "
                                   "not here (cudaDeviceSetLimit, cudaLimitPrintfFifoSize)");
    give_result(warp, i, lane, std::int32_t(printed.count));
  });
}

}  // namespace simulator
