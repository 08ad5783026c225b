#include "programs.hpp"

#include <set>

#include "index.hpp"

namespace tangle {

void check_programs(const Book& book, const std::vector<std::string>& expected,
                    Diagnostics& errors) {
  const std::string again = "configure the build again: meson setup --reconfigure FOLDER";
  std::set<std::string> missing(expected.begin(), expected.end());
  for (const Chunk& chunk : book.chunks()) {
    if (!chunk.file.ends_with(".cu") || chunk.file.find('/') != std::string::npos) continue;
    const std::string chapter = chapter_name(book.chapters()[chunk.place.chapter]);
    if (chunk.file != chapter + ".cu") {
      errors.add({chunk.file_place,
                  "a program is named after its chapter: " + quote(chapter + ".cu"),
                  {},
                  "other files of the chapter go in a folder: " + chapter + "/" + chunk.file});
    } else if (missing.erase(chapter) == 0) {
      errors.add({chunk.file_place,
                  "the build does not know yet that this chapter has a program",
                  {},
                  again});
    }
  }
  for (std::uint32_t number = 0; number < book.chapters().size(); ++number) {
    const std::string chapter = chapter_name(book.chapters()[number]);
    if (missing.count(chapter) != 0) {
      errors.add({{number, 1, 1},
                  "the build expects a program of this chapter, " + quote(chapter + ".cu") +
                      ", and there is none",
                  {},
                  again});
    }
  }
}

}  // namespace tangle
