#pragma once

#include <cuda.h>

#include <cstddef>
#include <string_view>

namespace simulator::runtime {

/// What a program asks of the compiler of PTX: to be told what is wrong. What it says of optimising
/// is left out: there is nothing to optimise.
class JitOptions {
 public:
  JitOptions() = default;
  /// Throws ApiError for options that there are not, and names those that the simulator lacks.
  JitOptions(unsigned count, CUjit_option* options, void** values);

  /// Writes the logs, as much of them as there is room for.
  void tell(std::string_view error) const;

 private:
  struct Log {
    char* text = nullptr;
    void** size = nullptr;  // of what is in it, in the end
    std::size_t room = 0;

    void write(std::string_view what) const;
  };

  Log info_, error_;
};

}  // namespace simulator::runtime
