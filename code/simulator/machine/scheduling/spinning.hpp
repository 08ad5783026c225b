#pragma once

#include <memory>
#include <vector>

#include "simulator/machine/block.hpp"
#include "simulator/machine/scheduling/awaited.hpp"

namespace simulator {

/// What look_for_spinning() has found.
enum class Spinning : std::uint8_t { none, parted, timed, all };

/// Do all warps that can go on come back to where they are, with no change that another could see?
/// Then they will for ever, since the machine is deterministic: unless another block comes, or
/// lanes of the same warp that wait for the spinning ones go ahead without them (`parted`), as
/// those of a GPU may. `timed`: some of them look at the clock on the way, and might go on once it
/// is late enough. What they read of global memory on the way, which somebody else may change, goes
/// to `awaited`, if that is given.
Spinning look_for_spinning(std::vector<std::unique_ptr<Block>>& blocks, Awaited* awaited = nullptr);

/// Threads that spin go on as far as what they wait for: the next access of memory on their way
/// round, a strong one if there is one, and not whatever instruction their turn ended at.
void stop_at_accesses(Block& block);

/// Where no thread has ended for long: lanes that wait for others of their warp, which may wait for
/// them though they do not just repeat themselves, go ahead. On a GPU each thread gets on by
/// itself.
void let_waiting_ahead(std::vector<std::unique_ptr<Block>>& blocks);

}  // namespace simulator
