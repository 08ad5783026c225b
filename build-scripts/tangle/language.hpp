#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tangle {

/// How a language writes comments, and whether a C preprocessor reads it.
struct Language {
  std::string_view comment_open = {};  ///< empty: no comments are written
  std::string_view comment_close = {};
  bool preprocessed = false;  ///< understands `#line`
};

/// The language of a file: the first of its chunk's classes that is known, else the file name's
/// extension, else one without comments.
Language find_language(const std::vector<std::string>& classes, std::string_view file);

}  // namespace tangle
