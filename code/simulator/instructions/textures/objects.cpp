#include "simulator/instructions/textures/objects.hpp"

#include <string>

#include "simulator/hexadecimal.hpp"

namespace simulator {

namespace {

/// By the launch.
bool is_noted(Execution& launch, std::uint64_t address) {
  const Region there = launch.memory().region(address, Use::read);
  if (there.cells == nullptr) return false;
  const auto use = launch.races().only_use(there.cell(address), 1);
  return use && use->what == Races::CellUse::only_read;
}

/// Whoever destroys it has to come later.
void note_use(Warp& warp, const Instruction& i, unsigned lane, std::uint64_t address) {
  if (!warp.execution().checked() || is_noted(warp.execution(), address)) return;
  Request request(warp, i);
  request.bytes = 4;
  request.mask = 1u << lane;
  request.addresses[lane] = address;
  request.prepare(Use::read);
  request.visit(Use::read, nullptr, [](unsigned, const std::byte*) {});
}

}  // namespace

std::optional<TextureMap> object_at(Warp& warp, const Instruction& i, unsigned lane,
                                    std::uint64_t address, TextureMap::Use use) {
  Memory& memory = warp.execution().memory();
  const std::byte* const bytes = memory.host(address, sizeof(TextureMap));
  const std::optional<TextureMap> map = bytes ? TextureMap::from(bytes) : std::nullopt;
  if (map && map->use == use) {
    note_use(warp, i, lane, address);
    return map;
  }
  const char* const noun = use == TextureMap::Use::texture ? "texture" : "surface";
  const Allocation* const found = memory.find(address);
  const bool is_gone = found && found->freed && found->address == address;
  warp.report(is_gone ? fault::use_after_free : fault::out_of_bounds, lane,
              std::string("uses ") + hexadecimal(address) + " as a " + noun + " object, which " +
                  (is_gone ? "was destroyed"
                   : map   ? "is an object of the other kind"
                           : "no call has made") +
                  ": " + std::string(i.text));
  warp.execution().leave_out(LaunchFailure::Reason::illegal_address);
  return std::nullopt;
}

}  // namespace simulator
