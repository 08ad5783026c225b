#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "diagnostics.hpp"
#include "text.hpp"

namespace tangle {

/// A line of code without the indentation of its fence and of the quotes and lists around it.
struct CodeLine {
  std::string_view text;
  std::uint32_t pad = 0;  ///< spaces before `text`, left of a tab that the fence took in part
};

/// A fenced code block. Its i-th line of code is line `line + 1 + i` of the chapter.
struct Block {
  std::uint32_t line = 0;  ///< of the opening fence
  std::string_view fence;  ///< the opening fence's backticks or tildes
  std::string_view info;   ///< what follows the fence, without white space around it
  std::vector<CodeLine> code;
};

/// Finds the fenced code blocks of a chapter as CommonMark 0.31 defines them. Reports each fence
/// that nothing closes, and each chunk that an HTML block hides from CommonMark but not from
/// Pandoc.
std::vector<Block> find_blocks(const Text& text, Diagnostics& errors);

}  // namespace tangle
