#include "folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "target.hpp"
#include "text.hpp"

namespace tangle {
namespace {

constexpr std::string_view manifest_head =
    "# The files that tangle made here. It removes those that no chapter makes any more.\n";

constexpr std::chrono::seconds patience{60};

}  // namespace

Folder::~Folder() {
  if (handle_ >= 0) close(handle_);
}

void Folder::open(Diagnostics& errors) {
  handle_ = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle_ < 0) {
    if (errno != ENOENT) {
      errors.add({nowhere, "cannot open the folder " + quote(path_) + ": " + std::strerror(errno)});
    }
    return;
  }
  if (!lock()) {
    errors.add({nowhere, "another run holds the folder " + quote(path_)});
    return;
  }
  read_manifest(errors);
}

bool Folder::lock() const {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (flock(handle_, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return true;  // a file system without locks
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

void Folder::read_manifest(Diagnostics& errors) {
  const std::string name = path(manifest_name);
  struct stat status {};
  if (lstat(name.c_str(), &status) != 0 && errno == ENOENT) return;
  std::string bytes;
  std::string failure;
  if (!read_file(name, bytes, failure)) {
    errors.add({nowhere, "cannot read " + quote(name) + ": " + failure});
    return;
  }
  const Text text(nowhere.chapter, std::move(bytes));
  std::uint32_t number = 0;
  for (const std::string_view line : text.lines()) {
    if (++number == 1 && line == manifest_head.substr(0, manifest_head.size() - 1)) continue;
    if (number == 1 || !target_error(line).empty()) {
      errors.add(
          {nowhere,
           "line " + std::to_string(number) + " of " + quote(name) + " is none that tangle wrote",
           {},
           "name a folder of tangle's own"});
      return;
    }
    made_.emplace(line);
  }
}

std::string Folder::obstacle(const std::string& target) const {
  for (std::size_t end = target.find('/');; end = target.find('/', end + 1)) {
    const std::string name = target.substr(0, end);
    const bool is_target = end == std::string::npos;
    struct stat status {};
    if (lstat(path(name).c_str(), &status) != 0) {
      return errno == ENOENT ? "" : quote(path(name)) + ": " + std::strerror(errno);
    }
    const std::string what = quote(path(name));
    if (S_ISLNK(status.st_mode)) return what + " is a link";
    if (is_target && S_ISDIR(status.st_mode)) return what + " is a folder";
    if (!is_target && !S_ISDIR(status.st_mode)) return what + " is no folder";
    if (is_target && !S_ISREG(status.st_mode)) return what + " is no plain file";
    if (is_target) return made_.contains(name) ? "" : what + " is a file that no chapter made";
  }
}

void Folder::check(const std::string& target, const Place& place, Diagnostics& errors) const {
  if (!is_open() || !target_error(target).empty()) return;
  const std::string found = obstacle(target);
  if (found.empty()) return;
  errors.add({place,
              "cannot make " + quote(target) + ": " + found,
              {},
              "choose another target, or remove what is in its way"});
}

bool Folder::holds_file(const std::string& target) const {
  struct stat status {};
  return obstacle(target).empty() && lstat(path(target).c_str(), &status) == 0;
}

std::string write_manifest(const std::set<std::string>& files) {
  std::string result(manifest_head);
  for (const std::string& file : files) result += file + "\n";
  return result;
}

}  // namespace tangle
