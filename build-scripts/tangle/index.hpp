#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "book.hpp"

namespace tangle {

/// A chapter's name: its file's name without folder and extension.
std::string chapter_name(std::string_view path);

/// The index of each chapter, for the weaver: a Lua chunk that returns
///
///     { chapter = NAME,
///       chunks = { { name, file, parts = { { line, number }, … },
///                    uses = { { chunk, chapter }, … }, used_in = { { chunk, chapter }, … },
///                    code = { LINES, { use, indent }, … } }, … } }
///
/// with the chapter's chunks in order. `line` is that of a part's fence and `number` counts the
/// chunk's parts; `use` is the place in `uses` of a chunk that stands there, indented. No line of
/// another chapter is in it, so that what is edited there changes nothing here, and no expansion,
/// so that it is as long as the chapter however its chunks are nested.
std::vector<std::string> write_indexes(const Book& book);

}  // namespace tangle
