#pragma once

#include <cstddef>
#include <string_view>

namespace tangle {

/// The offset of the first byte that is not well-formed UTF-8 (overlong forms, surrogates and code
/// points beyond U+10FFFF are not), or `npos` where all of `text` is.
std::size_t find_invalid_utf8(std::string_view text);

/// The number of characters (code points) in well-formed UTF-8.
std::size_t count_characters(std::string_view text);

}  // namespace tangle
