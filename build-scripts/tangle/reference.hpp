#pragma once

#include <cstddef>
#include <string_view>

namespace tangle {

/// True for a letter followed by letters, digits, `-` and `_`.
bool is_chunk_name(std::string_view text);

/// What a line of a chunk says about other chunks.
///
/// A reference is a whole line `<<name>>`, white space around it aside. Two further kinds keep a
/// mistyped reference from passing into the code: a *mistake* can be nothing else (`<<two words>>`,
/// `<< name >>`, `<<name>>;`, `x <<name>>`); a *doubt* is a mistake only where a chunk has that
/// name
/// (`<name>>`, `// <<name>>`, `x <<name>> y`), since C++ and prose hold the like. Launches
/// (`kernel<<<grid, block>>>(x)`), shifts (`a<<b`, `x << y >> z`) and streams are plain.
struct Mention {
  enum class Kind { plain, reference, mistake, doubt };

  Kind kind = Kind::plain;
  std::size_t offset = 0;      ///< of the first bracket in the line
  std::string_view name = {};  ///< between the brackets, white space around it removed
};

/// Reads one line of a chunk.
Mention find_mention(std::string_view line);

}  // namespace tangle
