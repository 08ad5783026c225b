#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace simulator {

/// Things that are handed on from one user to the next, for the sake of their storage.
template <class T>
class Spares {
 public:
  std::unique_ptr<T> take() {
    if (spares_.empty()) return std::make_unique<T>();
    std::unique_ptr<T> last = std::move(spares_.back());
    spares_.pop_back();
    return last;
  }
  void give(std::unique_ptr<T> spare) { spares_.push_back(std::move(spare)); }

 private:
  std::vector<std::unique_ptr<T>> spares_;
};

}  // namespace simulator
