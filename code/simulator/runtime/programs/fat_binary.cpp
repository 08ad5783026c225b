#include "simulator/runtime/programs/fat_binary.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "simulator/ptx/linking.hpp"
#include "simulator/runtime/programs/decompression.hpp"

namespace simulator {
namespace {

constexpr std::uint32_t wrapper_magic = 0x466243b1, binary_magic = 0xba55ed50;

struct Wrapper {
  std::uint32_t magic, version;
  const std::byte* binary;
  const std::byte* const* linked;  // of version 2: fat binaries, and null
};

struct BinaryHeader {
  std::uint32_t magic;
  std::uint16_t version, header_bytes;
  std::uint64_t entries_bytes;
};

struct EntryHeader {
  std::uint16_t kind, version;
  std::uint32_t header_bytes;
  std::uint64_t payload_bytes;  // padded
  std::uint32_t compressed_bytes, options_offset;
  std::uint16_t minor, major;
  std::uint32_t architecture;
  std::uint32_t name_offset, name_bytes;
  std::uint64_t flags, reserved, text_bytes;
};
static_assert(sizeof(BinaryHeader) == 16 && sizeof(EntryHeader) == 64);

constexpr std::uint32_t linked_version = 2;  // of what was compiled with -rdc=true
constexpr std::uint16_t ptx_kind = 1;
constexpr std::uint64_t compressed_flags = 0xf000, lz4_flag = 0x2000, zstandard_flag = 0x8000;

template <class Header>
Header header_at(std::span<const std::byte> bytes) {
  if (bytes.size() < sizeof(Header)) throw FatBinaryError("fat binary: cut off in a header");
  Header header;
  std::memcpy(&header, bytes.data(), sizeof header);
  return header;
}

BinaryHeader binary_header(std::span<const std::byte> binary) {
  const auto header = header_at<BinaryHeader>(binary);
  if (header.magic != binary_magic) throw FatBinaryError("fat binary: wrong magic number");
  if (header.version != 1)
    throw FatBinaryError("fat binary: unknown version " + std::to_string(header.version));
  if (header.header_bytes < sizeof header) throw FatBinaryError("fat binary: header too short");
  return header;
}

Wrapper wrapper_at(const void* place) {
  if (!place) throw FatBinaryError("fat binary: null wrapper");
  Wrapper wrapper;
  std::memcpy(&wrapper, place, sizeof wrapper);
  if (wrapper.magic != wrapper_magic)
    throw FatBinaryError("fat binary: wrong magic number of wrapper");
  if (wrapper.version != 1 && wrapper.version != linked_version)
    throw FatBinaryError("fat binary: unknown version " + std::to_string(wrapper.version) +
                         " of wrapper");
  if (!wrapper.binary) throw FatBinaryError("fat binary: empty wrapper");
  return wrapper;
}

std::string text_of(const EntryHeader& entry, std::span<const std::byte> payload) {
  const std::uint64_t flags = entry.flags & compressed_flags;
  std::string text;
  if (flags == 0 && entry.compressed_bytes == 0) {
    text.assign(reinterpret_cast<const char*>(payload.data()), payload.size());
  } else {
    if (flags != lz4_flag && flags != zstandard_flag)
      throw FatBinaryError(
          "fat binary: the PTX is compressed in an unknown way; compile with --no-compress");
    if (entry.compressed_bytes > payload.size())
      throw FatBinaryError("fat binary: compressed PTX reaches past the end of its entry");
    text = decompressed(flags == lz4_flag ? Compression::lz4 : Compression::zstandard,
                        payload.first(entry.compressed_bytes), entry.text_bytes);
  }
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

}  // namespace

std::span<const std::byte> fat_binary_at(const std::byte* binary) {
  const BinaryHeader header = binary_header({binary, sizeof(BinaryHeader)});
  constexpr std::uint64_t plausible = std::uint64_t{1} << 40;
  if (header.entries_bytes > plausible) throw FatBinaryError("fat binary: impossible size");
  return {binary, header.header_bytes + header.entries_bytes};
}

ImageKind image_kind(const void* image) {
  std::uint32_t magic = 0;
  static constexpr char elf[] = {0x7f, 'E', 'L', 'F'};
  // Text may be shorter.
  std::memcpy(&magic, image, strnlen(static_cast<const char*>(image), sizeof magic));
  if (std::memcmp(&magic, elf, sizeof elf) == 0) return ImageKind::machine_code;
  if (magic == binary_magic) return ImageKind::fat_binary;
  return magic == wrapper_magic ? ImageKind::wrapper : ImageKind::text;
}

std::vector<std::span<const std::byte>> unwrap_fat_binaries(const void* wrapper) {
  const Wrapper w = wrapper_at(wrapper);
  if (w.version != linked_version) return {fat_binary_at(w.binary)};
  std::vector<std::span<const std::byte>> result;
  for (auto next = w.linked; next && *next; ++next) result.push_back(fat_binary_at(*next));
  if (result.empty()) throw FatBinaryError("fat binary: linked of nothing");
  return result;
}

std::string choose_ptx(std::span<const std::byte> binary, unsigned newest) {
  const BinaryHeader header = binary_header(binary);
  if (header.header_bytes > binary.size() ||
      header.entries_bytes > binary.size() - header.header_bytes)
    throw FatBinaryError("fat binary: cut off");
  std::span<const std::byte> rest = binary.subspan(header.header_bytes, header.entries_bytes);

  EntryHeader chosen = {};
  std::span<const std::byte> payload;
  bool any_ptx = false;
  while (!rest.empty()) {
    const auto entry = header_at<EntryHeader>(rest);
    if (entry.header_bytes < sizeof entry || entry.header_bytes > rest.size() ||
        entry.payload_bytes > rest.size() - entry.header_bytes)
      throw FatBinaryError("fat binary: an entry reaches past the end");
    // quote: choose
    if (entry.kind == ptx_kind) {
      any_ptx = true;
      if (entry.architecture <= newest && entry.architecture > chosen.architecture) {
        chosen = entry;
        payload = rest.subspan(entry.header_bytes, entry.payload_bytes);
      }
    }
    rest = rest.subspan(entry.header_bytes + entry.payload_bytes);
    // end quote
  }
  if (chosen.architecture == 0)
    throw FatBinaryError(any_ptx ? "fat binary: all PTX is for targets above sm_" +
                                       std::to_string(newest)
                                 : std::string("fat binary: no PTX; compile with -gencode "
                                               "arch=compute_75,code=compute_75 or the like"));
  return text_of(chosen, payload);
}

std::string linked_ptx_of(const void* wrapper, unsigned newest) {
  const auto binaries = unwrap_fat_binaries(wrapper);
  std::vector<std::string> texts;
  for (const auto& binary : binaries) texts.push_back(choose_ptx(binary, newest));
  return wrapper_at(wrapper).version == linked_version ? linked_ptx(texts) : std::move(texts[0]);
}

}  // namespace simulator
