#include "simulator/instructions/printf.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <optional>
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
  Arguments(Warp& warp, const Instruction& call, unsigned lane, std::uint64_t address)
      : warp_(warp), call_(call), lane_(lane), start_(address) {}

  /// Zero where none was given.
  template <class T>
  T next() {
    at_ = (at_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T value{};
    lacks_ = lacks_ || !is_given(sizeof value);
    if (!lacks_) {
      read_generic(warp_, lane_, start_ + at_, &value, sizeof value);
      ++given_;
    }
    at_ += sizeof(T);
    return value;
  }

  bool lack() const { return lacks_; }
  unsigned given() const { return given_; }
  /// The next call may have its arguments in the same place, and has to write its own.
  void forget() {
    if (is_local()) warp_.forget_local(1u << lane_, place(), given_bytes());
  }

 private:
  bool is_local() const { return start_ != 0 && window::holds(window::local, start_); }
  std::uint64_t place() const { return start_ - window::local; }
  std::size_t given_bytes() const {
    return std::min<std::uint64_t>(at_, warp_.stack_top(lane_) - place());
  }
  /// nvcc puts exactly what is given into the caller's frame, and a null pointer where that is
  /// nothing.
  bool is_given(unsigned bytes) const {
    if (start_ == 0) return false;
    if (!is_local() || place() < warp_.local_start()) return true;
    if (place() + at_ + bytes > warp_.stack_top(lane_)) return false;
    for (unsigned k = 0; k < bytes; k += 4)
      if (is_never_written(place() + at_ + k)) return false;
    return true;
  }
  /// A word of local memory. What was given may itself be undefined.
  bool is_never_written(std::uint64_t word) const {
    if (word % 4 != 0) return false;
    Request request(warp_, call_, {}, Type::b32);
    request.bytes = 4;
    request.space = StateSpace::local;
    request.mask = 1u << lane_;
    request.addresses[lane_] = word;
    request.follows = true;
    request.find(lane_, Use::read);
    return request.undefined != 0 && request.stored_origin[lane_] == 0;
  }

  Warp& warp_;
  const Instruction& call_;
  unsigned lane_;
  std::uint64_t start_, at_ = 0;
  unsigned given_ = 0;
  bool lacks_ = false;
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

constexpr std::size_t longest_quoted = 60;  // of a format, in a report
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

/// What printf prints, and how many values it takes; of what it lacks, the first; and of its
/// arguments, how many there are before one that is not given, if there is one.
struct Printed {
  std::string text, lacked;
  int count = 0;
  std::optional<unsigned> given_only = {};
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
  if (arguments.lack()) result.given_only = arguments.given();
  arguments.forget();
  return result;
}

/// "prints "%d %d\n", which asks for a second argument…".
std::string told_of_lacking(const std::string& format, unsigned given) {
  std::string quoted;
  for (const char c : format.substr(0, longest_quoted)) {
    if (c == '\n')
      quoted += "\\n";
    else
      quoted += c < ' ' ? '?' : c;
  }
  if (format.size() > longest_quoted) quoted += "...";
  return "prints \"" + quoted + "\", but is given " +
         (given == 0   ? "no arguments"
          : given == 1 ? "one argument"
                       : std::to_string(given) + " arguments") +
         " of the sizes that this asks for: a GPU prints whatever lies behind them";
}

}  // namespace

void vprintf(Warp& warp, const Instruction& i, std::uint32_t mask) {
  warp.execution().interacts();
  for_lanes(mask, [&](unsigned lane) {
    const std::string format = read_text(warp, lane, parameter<std::uint64_t>(warp, i, lane, 0));
    const Printed printed =
        print(warp, i, lane, format,
              Arguments(warp, i, lane, parameter<std::uint64_t>(warp, i, lane, 1)));
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
    if (printed.given_only && printed.lacked.empty())
      warp.report(fault::lacking_argument, lane, told_of_lacking(format, *printed.given_only));
    if (warp.execution().prints(unsigned(printed.count)))
      note(fault::lost_output, "prints more than the buffer's " +
                                   std::to_string(warp.execution().configuration().printf_bytes) +
                                   " bytes hold: on a GPU what was printed first is lost, though "
                                   "not here (cudaDeviceSetLimit, cudaLimitPrintfFifoSize)");
    give_result(warp, i, lane, std::int32_t(printed.count));
  });
}

}  // namespace simulator
