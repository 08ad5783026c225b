#include "simulator/schedule.hpp"

#include <charconv>
#include <stdexcept>
#include <string>

namespace simulator {

Schedule Schedule::parse(std::string_view text) {
  if (text == "forward") return {Order::forward, 0};
  if (text == "reverse") return {Order::reverse, 0};
  if (text == "starve") return {Order::starve, 0};
  if (text == "lockstep") return {Order::lockstep, 0};
  if (constexpr std::string_view random = "random:"; text.starts_with(random)) {
    Schedule schedule{Order::random, 0};
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + random.size(), end, schedule.seed);
    if (error == std::errc() && stop == end) return schedule;
  }
  throw std::invalid_argument("no such schedule: '" + std::string(text) +
                              "' (forward, reverse, random:SEED, starve, lockstep)");
}

}  // namespace simulator
