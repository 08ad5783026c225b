#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "simulator/instructions/lanes.hpp"
#include "simulator/instructions/modifiers.hpp"
#include "simulator/instructions/textures/object_operand.hpp"
#include "simulator/instructions/textures/objects.hpp"

namespace simulator {
namespace {

/// Of suld and sust, which access bytes as they are.
struct SurfaceAccess {
  enum class Beyond : std::uint8_t { trap, clamp, zero };

  std::array<Slot, 4> values{no_slot, no_slot, no_slot, no_slot};
  ObjectOperand at;                   // the first coordinate in bytes
  std::uint8_t count = 1, width = 4;  // values, and bytes of their registers
  Type type = Type::b32;
  Beyond beyond = Beyond::trap;

  unsigned bytes() const { return size_of(type) * count; }
};

/// Where lanes access a surface.
struct Places {
  std::array<std::uint64_t, warp_size> addresses;
  std::uint32_t inside = 0;  // lanes that access anything
};

Places places_of(Warp& warp, const Instruction& i, const SurfaceAccess& access,
                 const TextureMap& map, std::uint32_t mask) {
  Places places;
  for_lanes(mask, [&](unsigned lane) {
    const std::int64_t bytes = access.bytes();
    std::int64_t at[4] = {};  // byte, row, slice, layer
    const std::int64_t most[4] = {
        std::int64_t{map.extents[0]} * map.texel_bytes() - bytes, std::int64_t{map.extents[1]} - 1,
        std::int64_t{map.extents[2]} - 1, std::int64_t{map.extents[2]} - 1};
    for (unsigned k = 0; k < 3; ++k)
      if (access.at.coordinates[k] != no_slot)
        at[k] = warp.lanes<std::int32_t>(access.at.coordinates[k])[lane];
    if (access.at.layer != no_slot) at[3] = warp.lanes<std::int32_t>(access.at.layer)[lane];
    for (unsigned k = 0; k < 4; ++k) {
      if (at[k] >= 0 && at[k] <= most[k]) continue;
      if (access.beyond == SurfaceAccess::Beyond::trap) {
        const char* const nouns[] = {"byte ", "row ", "slice ", "layer "};
        warp.report(fault::out_of_bounds, lane,
                    std::string(i.text) + " of " + std::to_string(bytes) + " bytes at " + nouns[k] +
                        std::to_string(at[k]) + " of a surface, where " + nouns[k] +
                        std::to_string(most[k]) + " is the last that there is");
        warp.execution().leave_out(LaunchFailure::Reason::illegal_address);
      }
      if (access.beyond != SurfaceAccess::Beyond::clamp) return;
      at[k] = std::clamp<std::int64_t>(at[k], 0, most[k]);
    }
    places.inside |= 1u << lane;
    places.addresses[lane] = map.address + std::uint64_t(at[2] + at[3]) * map.slice_bytes +
                             std::uint64_t(at[1]) * map.row_bytes + std::uint64_t(at[0]);
  });
  return places;
}

Request request_for(Warp& warp, const Instruction& i, const SurfaceAccess& access,
                    const Places& places) {
  Request request(warp, i, {}, access.type);
  request.bytes = access.bytes();
  request.space = StateSpace::global;
  request.mask = places.inside;
  std::copy(places.addresses.begin(), places.addresses.end(), request.addresses);
  return request;
}

/// Gives a lane the values that stand at a place.
void give(Warp& warp, const SurfaceAccess& access, unsigned lane, const std::byte* from) {
  const unsigned size = size_of(access.type);
  for (unsigned k = 0; k < access.count; ++k) {
    if (access.values[k] == no_slot) continue;
    std::byte* const to = warp.lanes<std::byte>(access.values[k]) + lane * access.width;
    std::memset(to, 0, access.width);
    std::memcpy(to, from + k * size, size);
  }
}

/// Undefined bits go to the registers with the values.
void give_undefined(Warp& warp, const SurfaceAccess& access, Request& request) {
  const unsigned size = size_of(access.type);
  for_lanes(request.undefined, [&](unsigned lane) {
    const OriginNumber origin = request.origin(lane);
    for (unsigned k = 0; k < access.count; ++k) {
      if (access.values[k] == no_slot) continue;
      std::byte bits[16] = {};
      std::memcpy(bits, request.undefined_bits[lane] + k * size, size);
      warp.shadow().set_wide(access.values[k], access.width, lane, bits, origin);
    }
  });
  warp.follow();
}

/// Bytes are accessed as they are, so that this may be meant, as where one access takes several
/// texels; more often it is a mistake.
void note_other_size(Warp& warp, const Instruction& i, const SurfaceAccess& access,
                     const TextureMap& map, std::uint32_t mask) {
  if (access.bytes() == map.texel_bytes()) return;
  warp.execution().report(i, fault::texels, [&] {
    Fault note = warp.fault(
        fault::texels, unsigned(std::countr_zero(mask)),
        "accesses " + std::to_string(access.bytes()) + (access.bytes() == 1 ? " byte" : " bytes") +
            " of a surface whose texels are " + map.texel_words() + ", " +
            std::to_string(map.texel_bytes()) + " in all: " + std::string(i.text));
    note.benign = true;
    return note;
  });
}

void load(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const SurfaceAccess& access = i.payload.as<SurfaceAccess>();
  for_objects(warp, i, access.at.object, TextureMap::Use::surface, mask,
              [&](const TextureMap& map, std::uint32_t same) {
                note_other_size(warp, i, access, map, same);
                const Places places = places_of(warp, i, access, map, same);
                constexpr std::byte nothing[16] = {};
                for_lanes(same & ~places.inside,
                          [&](unsigned lane) { give(warp, access, lane, nothing); });
                if (places.inside == 0) return;
                Request request = request_for(warp, i, access, places);
                request.follows = true;
                request.prepare(Use::read);
                request.visit(Use::read, nullptr, [&](unsigned lane, const std::byte* from) {
                  give(warp, access, lane, from);
                });
                if (request.undefined != 0) give_undefined(warp, access, request);
              });
}

void store(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const SurfaceAccess& access = i.payload.as<SurfaceAccess>();
  for_objects(warp, i, access.at.object, TextureMap::Use::surface, mask,
              [&](const TextureMap& map, std::uint32_t same) {
                note_other_size(warp, i, access, map, same);
                const Places places = places_of(warp, i, access, map, same);
                if (places.inside == 0) return;
                const unsigned size = size_of(access.type);
                std::byte values[warp_size * 16] = {};
                for_lanes(places.inside, [&](unsigned lane) {
                  for (unsigned k = 0; k < access.count; ++k)
                    std::memcpy(values + lane * access.bytes() + k * size,
                                warp.lanes<std::byte>(access.values[k]) + lane * access.width,
                                size);
                });
                Request request = request_for(warp, i, access, places);
                request.prepare(Use::write);
                request.visit(Use::write, values, [&](unsigned lane, std::byte* to) {
                  const std::byte* const from = values + lane * access.bytes();
                  if (std::memcmp(to, from, access.bytes()) == 0) return;
                  std::memcpy(to, from, access.bytes());
                  warp.execution().progressed();
                });
              });
}

void decode(Decoding& d, std::size_t object, std::size_t value, Execute execute) {
  d.instruction.kind = InstructionClass::memory;
  if (!d.take("b")) d.fail("formatted accesses of surfaces are not simulated");
  SurfaceAccess access;
  const Geometry& geometry = take_geometry(d);
  if (geometry.on_cube) d.fail("a surface of a shape that PTX does not know");
  take_cache_hints(d);
  access.count = take_vector(d);
  access.type = d.take_type();
  access.beyond = d.take("clamp")  ? SurfaceAccess::Beyond::clamp
                  : d.take("zero") ? SurfaceAccess::Beyond::zero
                                   : SurfaceAccess::Beyond::trap;
  d.take("trap");

  access.at = take_object(d, object, geometry, Type::s32);
  const Operand& values = d.operand(value);
  const bool single = values.kind != Operand::Kind::list;
  if ((single ? 1 : values.elements.size()) != access.count) d.fail("a vector of the wrong length");
  for (unsigned k = 0; k < access.count; ++k)
    access.values[k] =
        d.wide(single ? values : values.elements[k], access.type, access.width, value == 0);
  d.instruction.payload = access;
  d.instruction.execute = execute;
}

void decode_load(Decoding& d) {
  decode(d, 1, 0, load);
}
void decode_store(Decoding& d) {
  decode(d, 0, 1, store);
}

}  // namespace

void add_surfaces(Opcodes& opcodes) {
  opcodes.add("suld", first_written, decode_load);
  opcodes.add("sust", all_read, decode_store);
}

}  // namespace simulator
