#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace simulator {

/// How nvcc packs an entry of a fat binary: by Zstandard, or as one LZ4 block
/// (--compress-mode=speed, and toolkits before 12.8).
enum class Compression { zstandard, lz4 };

/// What `packed` holds, which is to be `bytes` long. Throws FatBinaryError if it is not, if that is
/// more than any PTX needs, or if the simulator was built without the format's library.
std::string decompressed(Compression compression, std::span<const std::byte> packed,
                         std::uint64_t bytes);

}  // namespace simulator
