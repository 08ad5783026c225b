#include "simulator/machine/access/copy_storage.hpp"

#include <algorithm>

namespace simulator {

void CopyStorage::clear() {
  for (std::vector<AsyncCopy>& copies : of_warp) copies.clear();
  std::fill(groups.begin(), groups.end(), Groups{});
  std::fill(written.begin(), written.end(), std::uint16_t{0});
  std::fill(read.begin(), read.end(), std::uint16_t{0});
}

}  // namespace simulator
