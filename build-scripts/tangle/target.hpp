#pragma once

#include <string>
#include <string_view>

namespace tangle {

/// The names that the output folder keeps for tangle itself.
inline constexpr std::string_view manifest_name = ".tangled";
inline constexpr std::string_view staging_name = ".tangling";

/// Why `target` is no path of a file below the output folder, to follow "target 'x'"; empty where
/// it is one. A target is relative, without `.`, `..` and empty names, so each file has one target.
std::string target_error(std::string_view target);

}  // namespace tangle
