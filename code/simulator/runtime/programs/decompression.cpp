#include "simulator/runtime/programs/decompression.hpp"

#include "simulator/runtime/programs/fat_binary_error.hpp"

// Which libraries there are, the build says.
#if SIMULATOR_ZSTD
#include <zstd.h>
#endif
#if SIMULATOR_LZ4
#include <lz4.h>
#endif

namespace simulator {
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 28;

[[noreturn]] void refuse_damaged() {
  throw FatBinaryError("fat binary: the compressed PTX is damaged");
}

#if !SIMULATOR_ZSTD || !SIMULATOR_LZ4
[[noreturn]] void refuse_without(const char* format, const char* package) {
  throw FatBinaryError(std::string("fat binary: the PTX is compressed by ") + format +
                       ", and the simulator was built without it; install " + package +
                       " and build it again, or compile with --no-compress");
}
#endif

#if SIMULATOR_ZSTD
void check_zstandard(std::span<const std::byte> packed, std::uint64_t bytes) {
  const auto told = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (told != ZSTD_CONTENTSIZE_UNKNOWN && told != bytes) refuse_damaged();
}

void unpack_zstandard(std::span<const std::byte> packed, std::string& text) {
  if (ZSTD_decompress(text.data(), text.size(), packed.data(), packed.size()) != text.size())
    refuse_damaged();
}
#else
void check_zstandard(std::span<const std::byte>, std::uint64_t) {
  refuse_without("Zstandard", "libzstd-dev");
}

void unpack_zstandard(std::span<const std::byte>, std::string&) {}
#endif

#if SIMULATOR_LZ4
void check_lz4(std::span<const std::byte> packed, std::uint64_t bytes) {
  if (bytes > 255 * packed.size()) refuse_damaged();  // a byte stands for 255 at most
}

void unpack_lz4(std::span<const std::byte> packed, std::string& text) {
  const int bytes = LZ4_decompress_safe(reinterpret_cast<const char*>(packed.data()), text.data(),
                                        int(packed.size()), int(text.size()));
  if (bytes < 0 || std::size_t(bytes) != text.size()) refuse_damaged();
}
#else
void check_lz4(std::span<const std::byte>, std::uint64_t) {
  refuse_without("LZ4", "liblz4-dev");
}

void unpack_lz4(std::span<const std::byte>, std::string&) {}
#endif

}  // namespace

std::string decompressed(Compression compression, std::span<const std::byte> packed,
                         std::uint64_t bytes) {
  const bool zstandard = compression == Compression::zstandard;
  (zstandard ? check_zstandard : check_lz4)(packed, bytes);
  if (bytes > most_bytes || packed.size() > most_bytes)
    throw FatBinaryError("fat binary: compressed PTX of " + std::to_string(bytes) +
                         " bytes, more than the simulator reads");
  std::string text(bytes, '\0');
  (zstandard ? unpack_zstandard : unpack_lz4)(packed, text);
  return text;
}

}  // namespace simulator
