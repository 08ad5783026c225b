#include "simulator/machine/block.hpp"
#include "simulator/machine/execution.hpp"
#include "simulator/machine/warp.hpp"
#include "simulator/program/special_register.hpp"

namespace simulator {
namespace {

/// What a value is made from.
struct Source {
  explicit Source(Warp& warp, std::uint64_t local)
      : warp(warp), launch(warp.execution()), size(launch.configuration()), local(local) {}

  Dim3 block() const { return warp.block().index(); }

  Warp& warp;
  Execution& launch;
  const LaunchConfiguration& size;
  std::uint64_t local;
};

template <class T, class Value>
void fill_lanes(std::byte* to, Value value) {
  for (unsigned lane = 0; lane < warp_size; ++lane) reinterpret_cast<T*>(to)[lane] = T(value(lane));
}

template <class Value>
void fill_lanes(std::byte* to, unsigned bytes, Value value) {
  switch (bytes) {
    case 1:
      return fill_lanes<std::uint8_t>(to, value);
    case 2:
      return fill_lanes<std::uint16_t>(to, value);
    case 4:
      return fill_lanes<std::uint32_t>(to, value);
    case 8:
      return fill_lanes<std::uint64_t>(to, value);
    default:
      return fill_lanes<unsigned __int128>(to, value);
  }
}

template <auto value>
void one_for_all(Warp& warp, std::uint64_t local, std::byte* to, unsigned bytes,
                 std::uint64_t addend) {
  const std::uint64_t one = value(Source(warp, local)) + addend;
  fill_lanes(to, bytes, [=](unsigned) { return one; });
}

template <auto value>
void each_lane(Warp& warp, std::uint64_t local, std::byte* to, unsigned bytes, std::uint64_t) {
  const Source origin(warp, local);
  fill_lanes(to, bytes, [&](unsigned lane) { return value(origin, lane); });
}

/// A coordinate of each lane's index in the block.
template <auto coordinate>
void thread_index(Warp& warp, std::uint64_t local, std::byte* to, unsigned bytes, std::uint64_t) {
  const Source origin(warp, local);
  const Dim3& block = origin.size.block;
  Dim3 index = index_in(block, warp.thread(0));
  fill_lanes(to, bytes, [&](unsigned) {
    const unsigned value = index.*coordinate;
    if (++index.x == block.x) {
      index.x = 0;
      if (++index.y == block.y) {
        index.y = 0;
        ++index.z;
      }
    }
    return value;
  });
}

using O = const Source&;
using enum SpecialRegister::Changes;

constexpr auto one = [](O) { return 1u; };
constexpr auto block_x = [](O o) { return o.block().x; };
constexpr auto block_y = [](O o) { return o.block().y; };
constexpr auto block_z = [](O o) { return o.block().z; };
constexpr auto blocks_x = [](O o) { return o.size.grid.x; };
constexpr auto blocks_y = [](O o) { return o.size.grid.y; };
constexpr auto blocks_z = [](O o) { return o.size.grid.z; };
constexpr auto shared_base = [](O o) { return o.warp.block().shared().base; };
constexpr auto cluster_x = [](O o) { return o.warp.block().cluster_index().x; };
constexpr auto cluster_y = [](O o) { return o.warp.block().cluster_index().y; };
constexpr auto cluster_z = [](O o) { return o.warp.block().cluster_index().z; };
constexpr auto rank = [](O o) { return o.warp.block().rank(); };
constexpr auto rank_index = [](O o) { return index_in(o.launch.cluster(), rank(o)); };
constexpr auto shared_bytes = [](O o) { return o.launch.shared_bytes(); };
constexpr auto workspace_high = [](O o) { return std::uint32_t(o.launch.workspace() >> 32); };
constexpr auto workspace_low = [](O o) { return std::uint32_t(o.launch.workspace()); };
constexpr auto clock_low = [](O o) { return o.launch.look_at_clock(); };
constexpr auto clock_high = [](O o) { return o.launch.look_at_clock() >> 32; };

constexpr SpecialRegister registers[] = {
    {"%tid.x", between_warps, thread_index<&Dim3::x>},
    {"%tid.y", between_warps, thread_index<&Dim3::y>},
    {"%tid.z", between_warps, thread_index<&Dim3::z>},
    {"%ntid.x", never, one_for_all<[](O o) { return o.size.block.x; }>},
    {"%ntid.y", never, one_for_all<[](O o) { return o.size.block.y; }>},
    {"%ntid.z", never, one_for_all<[](O o) { return o.size.block.z; }>},
    {"%ctaid.x", between_warps, one_for_all<block_x>},
    {"%ctaid.y", between_warps, one_for_all<block_y>},
    {"%ctaid.z", between_warps, one_for_all<block_z>},
    {"%nctaid.x", never, one_for_all<blocks_x>},
    {"%nctaid.y", never, one_for_all<blocks_y>},
    {"%nctaid.z", never, one_for_all<blocks_z>},
    {"%laneid", never, each_lane<[](O, unsigned lane) { return lane; }>},
    {"%warpid", between_warps, one_for_all<[](O o) { return o.warp.index(); }>},
    {"%nwarpid", never, one_for_all<[](O o) { return o.size.device->resident_warps; }>},
    {"%smid", between_warps,
     one_for_all<[](O o) { return o.warp.block().linear() % o.size.device->multiprocessors; }>},
    {"%nsmid", never, one_for_all<[](O o) { return o.size.device->multiprocessors; }>},
    {"%gridid", never, one_for_all<one>},
    {"%lanemask_eq", never, each_lane<[](O, unsigned lane) { return 1u << lane; }>},
    {"%lanemask_le", never, each_lane<[](O, unsigned lane) { return (2u << lane) - 1; }>},
    {"%lanemask_lt", never, each_lane<[](O, unsigned lane) { return (1u << lane) - 1; }>},
    {"%lanemask_ge", never, each_lane<[](O, unsigned lane) { return ~((1u << lane) - 1); }>},
    {"%lanemask_gt", never, each_lane<[](O, unsigned lane) { return ~((2u << lane) - 1); }>},
    {"%dynamic_smem_size", never, one_for_all<[](O o) { return o.size.dynamic_shared; }>},
    {"%total_smem_size", never, one_for_all<shared_bytes>},
    {"%aggr_smem_size", never, one_for_all<shared_bytes>},
    {"%reserved_smem_offset_1", between_warps,
     one_for_all<[](O o) { return shared_base(o) + o.launch.reserved_shared_start(); }>},
    // The address of the launch's workspace, in halves.
    {"%envreg1", never, one_for_all<workspace_high>},
    {"%envreg2", never, one_for_all<workspace_low>},
    // Clocks tick once a warp instruction.
    {"%clock", always, one_for_all<clock_low>},
    {"%clock_hi", always, one_for_all<clock_high>},
    {"%clock64", always, one_for_all<clock_low>},
    {"%globaltimer", always, one_for_all<clock_low>},
    {"%globaltimer_lo", always, one_for_all<clock_low>},
    {"%globaltimer_hi", always, one_for_all<clock_high>},
    {"%clusterid.x", between_warps, one_for_all<cluster_x>},
    {"%clusterid.y", between_warps, one_for_all<cluster_y>},
    {"%clusterid.z", between_warps, one_for_all<cluster_z>},
    {"%nclusterid.x", never, one_for_all<[](O o) { return o.launch.clusters().x; }>},
    {"%nclusterid.y", never, one_for_all<[](O o) { return o.launch.clusters().y; }>},
    {"%nclusterid.z", never, one_for_all<[](O o) { return o.launch.clusters().z; }>},
    {"%cluster_ctaid.x", between_warps, one_for_all<[](O o) { return rank_index(o).x; }>},
    {"%cluster_ctaid.y", between_warps, one_for_all<[](O o) { return rank_index(o).y; }>},
    {"%cluster_ctaid.z", between_warps, one_for_all<[](O o) { return rank_index(o).z; }>},
    {"%cluster_nctaid.x", never, one_for_all<[](O o) { return o.launch.cluster().x; }>},
    {"%cluster_nctaid.y", never, one_for_all<[](O o) { return o.launch.cluster().y; }>},
    {"%cluster_nctaid.z", never, one_for_all<[](O o) { return o.launch.cluster().z; }>},
    {"%cluster_ctarank", between_warps, one_for_all<rank>},
    {"%cluster_nctarank", never, one_for_all<[](O o) { return o.launch.cluster().volume(); }>},
    // A predicate, where it is read as one: see mov.
    {"%is_explicit_cluster", never,
     one_for_all<[](O o) { return o.size.explicit_cluster ? ~0u : 0u; }>},
};

}  // namespace

const SpecialRegister shared_start{"", between_warps, one_for_all<shared_base>};
const SpecialRegister dynamic_shared_start{
    "", between_warps,
    one_for_all<[](O o) { return shared_base(o) + o.launch.dynamic_shared_start(); }>};
const SpecialRegister local_start{"", between_warps, one_for_all<[](O o) { return o.local; }>};

const SpecialRegister* special_register(std::string_view name) {
  for (const SpecialRegister& each : registers)
    if (each.name == name) return &each;
  return nullptr;
}

}  // namespace simulator
