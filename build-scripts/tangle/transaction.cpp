#include "transaction.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <functional>
#include <set>

#include "expand.hpp"
#include "target.hpp"
#include "text.hpp"

namespace tangle {
namespace {

/// Keeps the signals by which people stop a program waiting while files are changed.
class Uninterrupted {
 public:
  Uninterrupted() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
    sigprocmask(SIG_BLOCK, &signals, &before_);
  }
  ~Uninterrupted() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  Uninterrupted(const Uninterrupted&) = delete;
  Uninterrupted& operator=(const Uninterrupted&) = delete;

 private:
  sigset_t before_{};
};

bool is_current(const std::string& path, const Output& output) {
  std::string bytes;
  std::string failure;
  if (!read_file(path, bytes, failure)) return false;
  if (bytes == output.text) return true;
  return output.numbered && without_line_numbers(bytes) == without_line_numbers(output.text);
}

/// Removes a staging folder with the files in it.
void remove_staging(const std::string& path) {
  if (DIR* folder = opendir(path.c_str())) {
    while (const dirent* entry = readdir(folder)) {
      unlinkat(dirfd(folder), entry->d_name, 0);  // fails for . and .., as it should
    }
    closedir(folder);
  }
  rmdir(path.c_str());
}

/// What is to change in one folder.
struct Plan {
  const Folder& folder;
  std::vector<const Output*> changed = {};
  std::vector<std::string> stale = {};
  std::set<std::string> made = {};  ///< as the manifest shall say

  std::string staging() const { return folder.path(staging_name); }
  bool is_empty() const { return changed.empty() && stale.empty() && made == folder.made(); }
};

/// The name in a line `#include "name"`, or nothing.
std::string_view included_name(std::string_view line) {
  constexpr std::string_view space = " \t";
  const auto skip = [&](std::string_view word) {
    line.remove_prefix(std::min(line.find_first_not_of(space), line.size()));
    if (!line.starts_with(word)) return false;
    line.remove_prefix(word.size());
    return true;
  };
  if (!skip("#") || !skip("include") || !skip("\"")) return {};
  return line.substr(0, line.find('"'));
}

/// Whether an output includes one of `names`, beside itself or from the output folder.
bool includes_any(const Output& output, const std::set<std::string>& names) {
  const std::string beside = output.name.substr(0, output.name.rfind('/') + 1);
  std::string_view rest = output.text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
    const std::string name(included_name(rest.substr(0, end)));
    if (!name.empty() && (names.contains(name) || names.contains(beside + name))) return true;
    rest.remove_prefix(end + 1);
  }
  return false;
}

/// Writes what includes a changed file anew, too. A build looks at the dates of headers before it
/// runs tangle, so it would compile their includers only the next time.
void add_includers(const Delivery& delivery, Plan& plan) {
  std::set<std::string> names;
  for (const Output* output : plan.changed) names.insert(output->name);
  for (std::size_t before = 0; before != names.size();) {
    before = names.size();
    for (const Output& output : delivery.outputs) {
      if (names.contains(output.name) || !includes_any(output, names)) continue;
      names.insert(output.name);
      plan.changed.push_back(&output);
    }
  }
}

Plan make_plan(const Delivery& delivery) {
  Plan plan{*delivery.folder};
  for (const Output& output : delivery.outputs) {
    plan.made.insert(output.name);
    const bool is_made = plan.folder.made().contains(output.name);
    if (!is_made || !is_current(plan.folder.path(output.name), output)) {
      plan.changed.push_back(&output);
    }
  }
  add_includers(delivery, plan);
  for (const std::string& name : plan.folder.made()) {
    if (!plan.made.contains(name) && plan.folder.holds_file(name)) plan.stale.push_back(name);
  }
  return plan;
}

/// Does steps that can be undone; undoes them, last first, unless it is told to keep them.
class Steps {
 public:
  explicit Steps(Diagnostics& errors) : errors_(errors) {}
  ~Steps() {
    while (!undo_.empty()) {
      undo_.back()();
      undo_.pop_back();
    }
  }
  Steps(const Steps&) = delete;
  Steps& operator=(const Steps&) = delete;

  void keep() { undo_.clear(); }

  /// Makes the folder `path` and those above it.
  bool make_folders(const std::string& path, const Place& place) {
    for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
      const std::string part = path.substr(0, end);
      if (mkdir(part.c_str(), 0777) == 0) {
        undo_.emplace_back([part] { rmdir(part.c_str()); });
      } else if (errno != EEXIST) {
        return fail(place, "cannot make the folder " + quote(part));
      }
      if (end == std::string::npos) return true;
    }
  }

  /// Makes the staging folder, empty even where a killed run left one.
  bool make_staging(const std::string& path) {
    remove_staging(path);
    if (mkdir(path.c_str(), 0777) != 0) {
      return fail(nowhere, "cannot make the folder " + quote(path));
    }
    undo_.emplace_back([path] { remove_staging(path); });
    return true;
  }

  /// Writes a new file; errors call it `name`.
  bool write_file(const std::string& path, const std::string& text, const std::string& name,
                  const Place& place) {
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) return fail(place, "cannot write " + quote(name));
    std::string_view rest = text;
    while (!rest.empty()) {
      const ssize_t count = write(file, rest.data(), rest.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) {
        fail(place, "cannot write " + quote(name));
        close(file);
        return false;
      }
      rest.remove_prefix(static_cast<std::size_t>(count));
    }
    return close(file) == 0 || fail(place, "cannot write " + quote(name));
  }

  /// Renames a staged file to its final `path`. What was there stays at hand under a second name in
  /// the staging folder, `staged` + "-before".
  bool put(const std::string& staged, const std::string& path, const Place& place) {
    const std::string before = staged + "-before";
    const bool has_before = link(path.c_str(), before.c_str()) == 0;
    const bool is_new = !has_before && errno == ENOENT;
    if (rename(staged.c_str(), path.c_str()) != 0) return fail(place, "cannot make " + quote(path));
    if (has_before) {
      undo_.emplace_back([before, path] { rename(before.c_str(), path.c_str()); });
    } else if (is_new) {
      undo_.emplace_back([path] { unlink(path.c_str()); });
    }
    return true;
  }

  /// Moves a file out of the way into the staging folder.
  bool set_aside(const std::string& path, const std::string& staged) {
    if (rename(path.c_str(), staged.c_str()) != 0) {
      return fail(nowhere, "cannot remove " + quote(path));
    }
    undo_.emplace_back([path, staged] { rename(staged.c_str(), path.c_str()); });
    return true;
  }

  /// Makes an empty file, or gives an empty one the present time.
  bool touch(const std::string& path) {
    struct stat status {};
    const bool is_new = lstat(path.c_str(), &status) != 0;
    if (!is_new && (!S_ISREG(status.st_mode) || status.st_size > 0)) {
      errors_.add({nowhere, "the stamp " + quote(path) + " is something else than an empty file"});
      return false;
    }
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) return fail(nowhere, "cannot write the stamp " + quote(path));
    if (is_new) undo_.emplace_back([path] { unlink(path.c_str()); });
    const bool good = futimens(file, nullptr) == 0 || fail(nowhere, "cannot write " + quote(path));
    close(file);
    return good;
  }

 private:
  bool fail(const Place& place, const std::string& what) {
    errors_.add({place, what + ": " + std::strerror(errno)});
    return false;
  }

  Diagnostics& errors_;
  std::vector<std::function<void()>> undo_;
};

std::string staged_path(const Plan& plan, std::size_t number) {
  return plan.staging() + "/" + std::to_string(number);
}

/// Writes everything new into the staging folder: the changed files under their numbers, and the
/// manifest before the change (which names old files and new ones) and after it.
bool stage(const Plan& plan, Steps& steps) {
  if (!steps.make_staging(plan.staging())) return false;
  for (std::size_t i = 0; i < plan.changed.size(); ++i) {
    const Output& output = *plan.changed[i];
    if (!steps.write_file(staged_path(plan, i), output.text, output.name, output.place)) {
      return false;
    }
  }
  std::set<std::string> all = plan.made;
  all.insert(plan.folder.made().begin(), plan.folder.made().end());
  const std::string manifest = plan.folder.path(manifest_name);
  return steps.write_file(plan.staging() + "/manifest", write_manifest(all), manifest, nowhere) &&
         steps.write_file(plan.staging() + "/manifest-after", write_manifest(plan.made), manifest,
                          nowhere);
}

/// Puts everything in its place.
bool publish(const Plan& plan, Steps& steps) {
  const std::string manifest = plan.folder.path(manifest_name);
  if (!steps.put(plan.staging() + "/manifest", manifest, nowhere)) return false;
  for (std::size_t i = 0; i < plan.stale.size(); ++i) {
    const std::string staged = plan.staging() + "/stale-" + std::to_string(i);
    if (!steps.set_aside(plan.folder.path(plan.stale[i]), staged)) return false;
  }
  for (std::size_t i = 0; i < plan.changed.size(); ++i) {
    const Output& output = *plan.changed[i];
    const std::string path = plan.folder.path(output.name);
    const bool nested = output.name.find('/') != std::string::npos;
    if (nested && !steps.make_folders(path.substr(0, path.rfind('/')), output.place)) return false;
    if (!steps.put(staged_path(plan, i), path, output.place)) return false;
  }
  return steps.put(plan.staging() + "/manifest-after", manifest, nowhere);
}

/// Removes the folders that stale files left empty.
void remove_empty_folders(const Plan& plan) {
  for (std::string name : plan.stale) {
    while (name.find('/') != std::string::npos) {
      name.resize(name.rfind('/'));
      if (rmdir(plan.folder.path(name).c_str()) != 0) break;
    }
  }
}

}  // namespace

bool commit(std::vector<Delivery>& deliveries, const std::string& stamp, Diagnostics& errors) {
  const Uninterrupted uninterrupted;
  Steps steps(errors);
  std::vector<Plan> plans;
  for (Delivery& delivery : deliveries) {
    Folder& folder = *delivery.folder;
    if (!folder.is_open()) {
      if (!steps.make_folders(folder.path(), nowhere)) return false;
      folder.open(errors);
      for (const Output& output : delivery.outputs) folder.check(output.name, output.place, errors);
      if (!errors.empty()) return false;
    }
    Plan plan = make_plan(delivery);
    if (!plan.is_empty()) plans.push_back(std::move(plan));
  }
  const auto each = [&](auto step) {
    return std::all_of(plans.begin(), plans.end(),
                       [&](const Plan& plan) { return step(plan, steps); });
  };
  if (!each(stage) || !each(publish) || (!stamp.empty() && !steps.touch(stamp))) return false;
  steps.keep();
  for (const Plan& plan : plans) {
    remove_staging(plan.staging());
    remove_empty_folders(plan);
  }
  return true;
}

}  // namespace tangle
