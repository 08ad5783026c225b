#pragma once

#include <memory>
#include <string>
#include <vector>

#include "diagnostics.hpp"
#include "folder.hpp"
#include "output.hpp"

namespace tangle {

/// Everything that tangle makes in one folder.
struct Delivery {
  std::unique_ptr<Folder> folder;  ///< opened; a folder that does not exist yet is made
  std::vector<Output> outputs;
};

/// Changes folders completely or not at all: makes `deliveries`, removes the files of the folders'
/// manifests that are not delivered any more, then touches `stamp` (unless it is empty). A file
/// that has its text already, up to the numbers of `#line`s, is left alone. False after an error;
/// then nothing has changed.
///
/// New text is first written in full to a staging folder inside each output folder; only then is
/// each file put in its place by a rename, so that nobody ever reads half a file. A step that fails
/// undoes those before it. A run that is killed between two renames leaves whole files and a
/// manifest that names them; the next run finishes the work.
bool commit(std::vector<Delivery>& deliveries, const std::string& stamp, Diagnostics& errors);

}  // namespace tangle
