#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "simulator/instructions/lanes.hpp"
#include "simulator/instructions/modifiers.hpp"
#include "simulator/instructions/textures/object_operand.hpp"
#include "simulator/instructions/textures/objects.hpp"
#include "simulator/instructions/textures/sampling.hpp"

namespace simulator {
namespace {

/// Of tex and tld4.
struct TextureRead {
  std::array<Slot, 4> values{};
  ObjectOperand at;
  bool by_integers = false;  // coordinates
  bool gathers = false;      // one channel of four texels
  bool as_floats = false;    // is what they give taken for floats?
  bool on_cube = false;
  std::uint8_t channel = 0;  // that is gathered
};

/// The texels of a warp for one tap of each lane, 16 bytes each; zeros where none was read.
using Texels = std::array<std::array<std::byte, 16>, warp_size>;

/// What of an array a lane reads: the taps, and the layer or face in which they are.
struct Reading {
  Taps taps;
  std::uint64_t slice = 0;
};

/// Out of bounds of memory that is no array there is a texel of zeros.
Reading fetched(const TextureMap& map, std::int32_t index) {
  Reading reading{};
  const bool is_there = index >= 0 && std::uint32_t(index) < map.extents[0];
  reading.taps[0] = {{is_there ? index : 0, 0, 0}, 256, !is_there};
  return reading;
}

Reading reading_of(Warp& warp, const TextureRead& read, const TextureMap& map, unsigned lane) {
  if (map.shape == TextureMap::Shape::fetched)
    return fetched(map, warp.lanes<std::int32_t>(read.at.coordinates[0])[lane]);
  std::array<float, 3> at{};
  for (unsigned k = 0; k < at.size(); ++k)
    if (read.at.coordinates[k] != no_slot)
      at[k] = read.by_integers ? float(warp.lanes<std::int32_t>(read.at.coordinates[k])[lane])
                               : warp.lanes<float>(read.at.coordinates[k])[lane];
  std::uint64_t slice = 0;
  if (read.at.layer != no_slot) {
    const std::uint32_t layers = map.extents[2] / (read.on_cube ? 6 : 1);
    slice = std::min(warp.lanes<std::uint32_t>(read.at.layer)[lane], layers - 1);
  }
  if (read.on_cube) {
    const CubePlace on = place_on_cube(at[0], at[1], at[2]);
    slice = slice * 6 + on.face;
    at = {on.column, on.row, 0};
  }
  return {read.gathers ? corners_at(map, at) : taps_at(map, at), slice};
}

/// Which channels of each lane's texels were never written, a bit each, and whose fault that is.
struct Unwritten {
  std::array<std::uint8_t, warp_size> channels = {};
  std::array<OriginNumber, warp_size> origins = {};
  std::uint32_t lanes = 0;

  void note(Request& request, const TextureMap& map) {
    for_lanes(request.undefined, [&](unsigned lane) {
      const unsigned bytes = map.channel_bits / 8;
      for (unsigned k = 0; k < request.bytes; ++k)
        if (request.undefined_bits[lane][k] != std::byte{0})
          channels[lane] |= std::uint8_t(1u << k / bytes);
      origins[lane] = request.origin(lane);
      lanes |= 1u << lane;
    });
  }
};

/// Reads one tap of each lane. A texture's cache does not see what the kernel itself writes.
void read_texels(Warp& warp, const Instruction& i, const TextureMap& map,
                 const std::array<Reading, warp_size>& readings, unsigned tap, std::uint32_t mask,
                 Texels& texels, Unwritten& unwritten) {
  Ordering ordering;
  ordering.read_only = true;
  const unsigned bytes = map.texel_bytes();
  Request request(warp, i, ordering, bytes == 1 ? Type::b8 : bytes == 2 ? Type::b16 : Type::b32);
  request.bytes = bytes;
  request.space = StateSpace::global;
  for_lanes(mask, [&](unsigned lane) {
    const Tap& at = readings[lane].taps[tap];
    texels[lane] = {};
    if (at.outside || at.weight == 0) return;
    request.mask |= 1u << lane;
    request.addresses[lane] =
        map.address + (readings[lane].slice + std::uint64_t(at.at[2])) * map.slice_bytes +
        std::uint64_t(at.at[1]) * map.row_bytes + std::uint64_t(at.at[0]) * bytes;
  });
  if (request.mask == 0) return;
  request.follows = true;
  request.prepare(Use::read);
  request.visit(Use::read, nullptr, [&](unsigned lane, const std::byte* from) {
    std::memcpy(texels[lane].data(), from, bytes);
  });
  unwritten.note(request, map);
}

/// What comes of texels that were never written is undefined, all of it.
void undefine(Warp& warp, const TextureRead& read, const Unwritten& unwritten) {
  constexpr std::byte all[4] = {std::byte{0xff}, std::byte{0xff}, std::byte{0xff}, std::byte{0xff}};
  FrameShadow& shadow = warp.shadow();
  for_lanes(unwritten.lanes, [&](unsigned lane) {
    for (unsigned k = 0; k < read.values.size(); ++k) {
      const unsigned channel = read.gathers ? read.channel : k;
      if (read.values[k] != no_slot && (unwritten.channels[lane] >> channel & 1) != 0)
        shadow.set_wide(read.values[k], sizeof all, lane, all, unwritten.origins[lane]);
    }
  });
  warp.follow();
}

std::uint32_t channel_of(const TextureMap& map, const std::array<std::byte, 16>& texel,
                         unsigned channel) {
  std::uint32_t bits = 0;
  const unsigned bytes = map.channel_bits / 8;
  std::memcpy(&bits, texel.data() + channel * bytes, bytes);
  return bits;
}

/// Of a channel that texels do not have: 0, but 1 in the place of the last.
std::uint32_t missing(const TextureMap& map, unsigned channel) {
  return channel < 3 ? 0 : map.gives_floats() ? 0x3f80'0000u : 1u;
}

unsigned most_taps(const TextureMap& map) {
  return map.shape == TextureMap::Shape::volume ? 8 : 4;
}

/// CUDA's documentation does not say what that gives; an H200 converts nothing.
void note_other_type(Warp& warp, const Instruction& i, const TextureMap& map, std::uint32_t mask) {
  warp.execution().report(i, fault::texels, [&] {
    Fault note = warp.fault(fault::texels, unsigned(std::countr_zero(mask)),
                            std::string("takes texels of ") + map.texel_words() + " for " +
                                (map.gives_floats() ? "integers" : "floats") +
                                ", and gets their bits as they are: " + std::string(i.text) +
                                (map.gives_floats() || map.channel_bits == 32
                                     ? ""
                                     : " (cudaReadModeNormalizedFloat makes floats of them)"));
    note.benign = true;
    return note;
  });
}

void read(Warp& warp, const Instruction& i, const TextureMap& map, std::uint32_t mask) {
  const TextureRead& read = i.payload.as<TextureRead>();
  if (map.shape == TextureMap::Shape::fetched && !read.by_integers) {
    warp.report(fault::unsupported, unsigned(std::countr_zero(mask)),
                "executes " + std::string(i.text) +
                    ": memory that is no array, read otherwise than by tex1Dfetch");
    warp.execution().fail(LaunchFailure::Reason::illegal_instruction);
  }
  if (read.as_floats != map.gives_floats()) note_other_type(warp, i, map, mask);
  std::array<Reading, warp_size> readings;
  for_lanes(mask, [&](unsigned lane) { readings[lane] = reading_of(warp, read, map, lane); });
  static thread_local std::array<Texels, 8> texels;
  const unsigned taps = read.gathers || map.linear ? most_taps(map) : 1;
  Unwritten unwritten;
  for (unsigned tap = 0; tap < taps; ++tap)
    read_texels(warp, i, map, readings, tap, mask, texels[tap], unwritten);
  for (unsigned k = 0; k < read.values.size(); ++k) {
    if (read.values[k] == no_slot) continue;
    std::uint32_t* const to = warp.lanes<std::uint32_t>(read.values[k]);
    const unsigned channel = read.gathers ? read.channel : k;
    for_lanes(mask, [&](unsigned lane) {
      if (channel >= map.channels) {
        to[lane] = missing(map, channel);
        return;
      }
      ChannelBits bits{};
      for (unsigned tap = 0; tap < taps; ++tap)
        bits[tap] = channel_of(map, texels[tap][lane], channel);
      if (read.gathers) {
        const Taps one = {readings[lane].taps[k]};
        to[lane] = blend(map, one, {bits[k]}, channel);
      } else {
        to[lane] = blend(map, readings[lane].taps, bits, channel);
      }
    });
  }
  if (unwritten.lanes != 0) undefine(warp, read, unwritten);
}

void execute(Warp& warp, const Instruction& i, std::uint32_t mask) {
  for_objects(warp, i, i.payload.as<TextureRead>().at.object, TextureMap::Use::texture, mask,
              [&](const TextureMap& map, std::uint32_t same) { read(warp, i, map, same); });
}

void take_values(Decoding& d, TextureRead& read) {
  if (!d.take("v4")) d.fail("a result that is no vector of four");
  const Type type = d.take_type();
  if (type == Type::f16x2) d.fail("halves in pairs are not simulated");
  read.as_floats = type == Type::f32;
  const Operand& values = d.list(0, 4);
  for (unsigned k = 0; k < 4; ++k)
    read.values[k] = values.elements[k].kind == Operand::Kind::discard
                         ? no_slot
                         : d.destination(values.elements[k], Type::b32);
}

/// tex: of textures without smaller copies, a level or a gradient chooses nothing.
void decode_tex(Decoding& d) {
  d.instruction.kind = InstructionClass::memory;
  TextureRead read;
  const bool level = d.take("level"), gradient = d.take("grad");
  d.take("base");
  const Geometry& geometry = take_geometry(d);
  read.on_cube = geometry.on_cube;
  take_values(d, read);
  read.by_integers = d.take_type() == Type::s32;
  read.at = take_object(d, 1, geometry, read.by_integers ? Type::s32 : Type::f32);
  if (d.operands() > (level ? 3u : gradient ? 4u : 2u))
    d.fail("offsets and comparisons are not simulated");
  if (level) d.source(2, read.by_integers ? Type::s32 : Type::f32);
  for (std::size_t k = 2; gradient && k < 4; ++k) {
    const Operand& change = d.operand(k);
    if (change.kind != Operand::Kind::list) d.source(change, Type::f32);
    for (const Operand& each : change.elements)
      if (each.kind == Operand::Kind::reg) d.source(each, Type::f32);
  }
  d.instruction.payload = read;
  d.instruction.execute = execute;
}

void decode_gather(Decoding& d) {
  d.instruction.kind = InstructionClass::memory;
  TextureRead read;
  read.gathers = true;
  for (std::uint8_t k = 0; k < 4; ++k)
    if (constexpr const char* channels[] = {"r", "g", "b", "a"}; d.take(channels[k]))
      read.channel = k;
  const Geometry& geometry = take_geometry(d);
  if (geometry.axes != 2 || geometry.layered)
    d.fail("of anything but planes tld4 is not simulated");
  take_values(d, read);
  d.take_type();
  read.at = take_object(d, 1, geometry, Type::f32);
  if (d.operands() > 2) d.fail("offsets and comparisons are not simulated");
  d.instruction.payload = read;
  d.instruction.execute = execute;
}

}  // namespace

void add_textures(Opcodes& opcodes) {
  opcodes.add("tex", first_written, decode_tex);
  opcodes.add("tld4", first_written, decode_gather);
}

}  // namespace simulator
