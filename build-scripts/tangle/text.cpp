#include "text.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "utf8.hpp"

namespace tangle {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

}  // namespace

Text::Text(std::uint32_t chapter, std::string bytes) : chapter_(chapter), bytes_(std::move(bytes)) {
  std::string_view rest = bytes_;
  if (rest.starts_with(byte_order_mark)) rest.remove_prefix(byte_order_mark.size());
  const bool has_return = rest.find('\r') != std::string_view::npos;
  while (!rest.empty()) {
    const std::size_t end = has_return ? rest.find_first_of("\r\n") : rest.find('\n');
    if (end == std::string_view::npos) {
      lines_.push_back(rest);
      break;
    }
    lines_.push_back(rest.substr(0, end));
    rest.remove_prefix(end + (rest.substr(end).starts_with("\r\n") ? 2 : 1));
  }
}

Place Text::place(const char* at) const {
  const auto after = std::upper_bound(
      lines_.begin(), lines_.end(), at,
      [](const char* position, std::string_view line) { return position < line.data(); });
  if (after == lines_.begin()) return {chapter_, 1, 1};
  const std::string_view line = *(after - 1);
  const auto offset = std::min(static_cast<std::size_t>(at - line.data()), line.size());
  return {chapter_, static_cast<std::uint32_t>(after - lines_.begin()),
          static_cast<std::uint32_t>(count_characters(line.substr(0, offset)) + 1)};
}

void Text::check(Diagnostics& errors) const {
  if (const std::size_t at = find_invalid_utf8(bytes_); at != std::string_view::npos) {
    errors.add({place(bytes_.data() + at),
                "byte " + std::to_string(at) + " of the file is not UTF-8",
                {},
                "save the chapter as UTF-8"});
  }
  if (const std::size_t at = bytes_.find('\0'); at != std::string::npos) {
    errors.add({place(bytes_.data() + at),
                "byte " + std::to_string(at) + " of the file is zero; this is no text"});
  }
}

bool read_file(const std::string& path, std::string& bytes, std::string& failure) {
  const auto fail = [&](int error) {
    failure = std::strerror(error);
    return false;
  };
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return fail(errno);
  struct stat status {};
  std::size_t expected = 0;
  if (fstat(file, &status) == 0 && status.st_size > 0) {
    expected = static_cast<std::size_t>(status.st_size);
  }
  std::size_t filled = 0;
  bytes.resize(expected + 1);  // one more, so that a full read is seen to be the last
  for (;;) {
    const ssize_t count = read(file, bytes.data() + filled, bytes.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const int error = errno;
      close(file);
      return fail(error);
    }
    if (count == 0) break;
    filled += static_cast<std::size_t>(count);
    if (filled == bytes.size()) bytes.resize(2 * bytes.size());
  }
  close(file);
  bytes.resize(filled);
  return true;
}

}  // namespace tangle
