#include "reader.hpp"

#include <filesystem>
#include <unordered_map>

#include "index.hpp"
#include "order.hpp"
#include "text.hpp"

namespace tangle {
namespace {

namespace fs = std::filesystem;

/// `path` as seen from `root`; links are followed only where the path would leave `root` otherwise.
std::string relative_path(const std::string& path, const std::string& root) {
  if (root.empty()) return path;
  std::error_code ignored;
  const fs::path plain =
      fs::absolute(path, ignored)
          .lexically_normal()
          .lexically_relative((fs::absolute(root, ignored) / "").lexically_normal());
  if (!plain.empty() && *plain.begin() != "..") return plain.string();
  const fs::path real =
      fs::weakly_canonical(path, ignored).lexically_relative(fs::weakly_canonical(root, ignored));
  return real.empty() ? path : real.string();
}

}  // namespace

Book read_book(const std::vector<std::string>& paths, const std::string& root,
               Diagnostics& errors) {
  Book book;
  std::unordered_map<std::string, std::uint32_t> numbers;
  for (std::uint32_t number = 0; number < paths.size(); ++number) {
    const std::string& path = paths[number];
    std::string name = relative_path(path, root);
    const auto [other, is_new] = numbers.try_emplace(chapter_name(path), number);
    std::string bytes;
    std::string failure;
    if (!is_new) {
      errors.add({{number, 1, 1},
                  "there is another chapter of this name: " + book.chapters()[other->second]});
      book.add_missing_chapter(std::move(name));
    } else if (!read_file(path, bytes, failure)) {
      errors.add({{number, 1, 1}, "cannot read the chapter: " + failure});
      book.add_missing_chapter(std::move(name));
    } else {
      book.add_chapter(std::move(name), std::move(bytes), errors);
    }
  }
  book.link(errors);
  order_chunks(book, errors);
  return book;
}

}  // namespace tangle
