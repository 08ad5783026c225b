#include <algorithm>

#include "simulator/instructions/lanes.hpp"
#include "simulator/machine/cluster.hpp"
#include "simulator/program/decoding.hpp"

namespace simulator {
namespace {

// What blocks of a cluster have besides loads and stores: addresses in each other's shared memory,
// and a barrier.

constexpr std::uint64_t rank_mask = std::uint64_t{0xff} << Cluster::rank_shift;

/// mapa: the address, in the block of some rank, of what lies at an address in any of them. A rank
/// that the cluster has not gives an address that nobody may use.
template <class T>
void map_address(Warp& warp, const Instruction& i, std::uint32_t mask) {
  T* d = warp.lanes<T>(i.d);
  const T* a = warp.lanes<T>(i.a);
  const std::uint32_t* rank = warp.lanes<std::uint32_t>(i.b);
  for_lanes(mask, [=](unsigned lane) {
    const std::uint64_t wanted = (std::uint64_t{rank[lane]} << Cluster::rank_shift) & rank_mask;
    d[lane] = T((a[lane] & ~T(rank_mask)) | T(wanted));
  });
}

void decode_mapa(Decoding& d) {
  d.ignore({"shared::cluster"});
  const Type type = d.take_type();
  Instruction& i = d.instruction;
  i.kind = InstructionClass::integer;
  i.d = d.destination(0, type);
  i.a = d.source(1, type);
  i.b = d.source(2, Type::u32);
  i.execute = size_of(type) == 8 ? map_address<std::uint64_t> : map_address<std::uint32_t>;
}

// quote: rank
/// getctarank: of the block whose shared memory an address lies in.
template <class T>
void find_rank(Warp& warp, const Instruction& i, std::uint32_t mask) {
  std::uint32_t* d = warp.lanes<std::uint32_t>(i.d);
  const T* a = warp.lanes<T>(i.a);
  for_lanes(mask, [=](unsigned lane) { d[lane] = Cluster::rank_in(a[lane]); });
}

void decode_rank(Decoding& d) {
  d.ignore({"shared::cluster"});
  const Type address = d.take_type();
  Instruction& i = d.instruction;
  i.kind = InstructionClass::integer;
  i.d = d.destination(0, Type::u32);
  i.a = d.source(1, address);
  i.execute = size_of(address) == 8 ? find_rank<std::uint64_t> : find_rank<std::uint32_t>;
}
// end quote

void misused(Warp& warp, std::uint32_t mask, const char* how) {
  warp.report(fault::barrier, unsigned(std::countr_zero(mask)), how);
  warp.execution().fail(LaunchFailure::Reason::illegal_instruction);
}

/// A block that is alone waits for nobody but its own threads.
template <bool release>
void arrive(Warp& warp, const Instruction&, std::uint32_t mask) {
  const Block& block = warp.block();
  if (!block.cluster()->arrive(block.rank(), warp.index(), mask, release))
    misused(warp, mask,
            "arrives at the barrier of its cluster, where it has not waited since it "
            "arrived last");
}

void wait(Warp& warp, const Instruction&, std::uint32_t mask) {
  const Block& block = warp.block();
  if (!block.cluster()->wait(block.rank(), warp.index(), mask))
    misused(warp, mask, "waits at the barrier of its cluster, where it has not arrived");
}

}  // namespace

void decode_cluster_barrier(Decoding& d) {
  Instruction& i = d.instruction;
  i.kind = InstructionClass::control;
  d.frame().function.meets_cluster = true;
  const bool arrives = d.take("arrive");
  if (!arrives && !d.take("wait")) d.fail("not supported");
  const bool relaxed = d.take("relaxed");
  d.ignore({"release", "acquire", "aligned"});
  if (arrives) {
    i.counter = &Counts::barriers;
    i.execute = relaxed ? arrive<false> : arrive<true>;
  } else {
    i.execute = wait;
  }
}

void add_clusters(Opcodes& opcodes) {
  opcodes.add_computing("mapa", decode_mapa);
  // quote: row
  opcodes.add_computing("getctarank", decode_rank);
  // end quote
}

}  // namespace simulator
