#pragma once

#include <deque>
#include <set>
#include <utility>

namespace simulator::runtime {

/// What handles stand for. What was destroyed is kept: no other shall have its address.
template <class T>
class Handles {
 public:
  T* make(T value) {
    all_.push_back(std::move(value));
    live_.insert(&all_.back());
    return &all_.back();
  }
  void destroy(T* handle) { live_.erase(handle); }
  bool contains(T* handle) const { return live_.contains(handle); }
  /// Those that were destroyed as well.
  template <class Body>
  void for_all(Body&& body) {
    for (T& each : all_) body(each);
  }

 private:
  std::deque<T> all_;
  std::set<T*> live_;
};

}  // namespace simulator::runtime
