#pragma once

#include <string>

#include "diagnostics.hpp"

namespace tangle {

/// A file to be made.
struct Output {
  std::string name;  ///< below the output folder
  std::string text;
  Place place;            ///< of what asks for it
  bool numbered = false;  ///< holds `#line`s, which alone are no reason to write it again
};

}  // namespace tangle
