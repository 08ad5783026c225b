#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "simulator/runtime/host/host_call.hpp"

namespace simulator::runtime {

/// Which calls of the API gave memory, and freed it, by its address.
class MemoryHistory {
 public:
  struct Call {
    std::string name;
    HostCall site;

    auto operator<=>(const Call&) const = default;
  };

  void note_given(std::uint64_t address, Call by) { of_[address] = {keep(std::move(by)), nullptr}; }
  void note_freed(std::uint64_t address, Call by) { of_[address].freed = keep(std::move(by)); }
  /// Null where that is not known.
  const Call* giver(std::uint64_t address) const { return call_of(address, &Calls::given); }
  const Call* freer(std::uint64_t address) const { return call_of(address, &Calls::freed); }

 private:
  struct Calls {
    const Call *given = nullptr, *freed = nullptr;
  };

  /// Programs call from few places.
  const Call* keep(Call call) { return &*calls_.insert(std::move(call)).first; }
  const Call* call_of(std::uint64_t address, const Call* Calls::*which) const {
    const auto found = of_.find(address);
    return found == of_.end() ? nullptr : found->second.*which;
  }

  std::set<Call> calls_;
  std::unordered_map<std::uint64_t, Calls> of_;
};

/// " by cudaFree (a.cu:12)", or what is known of that.
std::string words_for(const MemoryHistory::Call* call);

}  // namespace simulator::runtime
