#include "simulator/nccl/clique.hpp"

#include <algorithm>

namespace simulator::nccl {

bool Clique::complete() const {
  if (home) return all_have_come;
  return std::find(ranks.begin(), ranks.end(), nullptr) == ranks.end();
}

std::string Clique::missing() const {
  if (home) return "ranks in other processes";
  std::string text;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    if (!ranks[rank]) text += (text.empty() ? "rank " : " and rank ") + std::to_string(rank);
  return text;
}

void fail(Clique& clique, ncclResult_t code, const std::string& why) {
  if (!clique.failure.empty() || !clique.spans_processes()) return;
  clique.failure = why;
  clique.error = code;
  const Message failed = Message().put(Tells::fail).put(code).put(why);
  if (clique.home) clique.home->send(failed);
  for (const auto& each : clique.processes) each->line->send(failed);
}

}  // namespace simulator::nccl
