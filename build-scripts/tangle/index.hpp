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
///                    final }, … } }
///
/// with the chapter's chunks in order. `line` is that of a part's fence and `number` counts the
/// chunk's parts. No line of another chapter is in it, so that prose edited there changes nothing
/// here.
std::vector<std::string> write_indexes(const Book& book);

}  // namespace tangle
