#pragma once

#include <set>
#include <string>

#include "diagnostics.hpp"

namespace tangle {

/// An output folder, with the manifest of the files in it that tangle made. A run locks the folder
/// itself (`flock`) from the first look until it ends: a second run waits and then sees finished
/// work. The lock needs no file and vanishes with its process, however that ends.
class Folder {
 public:
  explicit Folder(std::string path) : path_(std::move(path)) {}
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::string& path() const { return path_; }

  /// The path of a file in the folder.
  std::string path(std::string_view name) const { return path_ + "/" + std::string(name); }

  bool is_open() const { return handle_ >= 0; }

  /// Locks the folder and reads its manifest, where it exists; a missing one stays closed.
  void open(Diagnostics& errors);

  /// Reports why `target` cannot be made: a link in its way, or something that tangle did not make.
  void check(const std::string& target, const Place& place, Diagnostics& errors) const;

  /// The files that tangle made here.
  const std::set<std::string>& made() const { return made_; }

  /// True where `target` is a plain file that is reached by no link.
  bool holds_file(const std::string& target) const;

 private:
  bool lock() const;
  void read_manifest(Diagnostics& errors);

  /// What is in the way of `target`, or nothing; a file of tangle's own is not.
  std::string obstacle(const std::string& target) const;

  std::string path_;
  int handle_ = -1;
  std::set<std::string> made_;
};

/// The manifest of a folder in which tangle made `files`.
std::string write_manifest(const std::set<std::string>& files);

}  // namespace tangle
