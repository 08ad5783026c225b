#include <algorithm>

#include "simulator/nccl/communicator.hpp"
#include "simulator/nccl/result.hpp"

// What the processes of a communicator tell each other.

namespace simulator::nccl {
namespace {

std::string names(const std::map<int, ncclComm_t>& ranks) {
  std::string text;
  for (const auto& [rank, comm] : ranks)
    text += (text.empty() ? "rank " : " and rank ") + std::to_string(rank);
  return text;
}

/// For calls of a process elsewhere, whose names have to live as long as the program.
const char* lasting(const std::string& name) {
  static auto& all = *new std::set<std::string>;
  return all.insert(name).first->c_str();
}

/// A process elsewhere, as the home of its communicator hears it.
class Guest {
 public:
  explicit Guest(const std::shared_ptr<Line>& line) { process_->line = line; }

  void hear(Reading from) {
    const Tells tells = from.get<Tells>();
    if (tells == Tells::enter) return enter(from);
    if (!clique_) throw std::out_of_range("nobody has entered");
    switch (tells) {
      case Tells::join:
        return join(from);
      case Tells::arrive:
        return arrive(from);
      case Tells::leave:
        process_->left = true;
        return note_departures(*clique_);
      case Tells::fail: {
        const auto code = from.get<ncclResult_t>();
        return fail(*clique_, code, from.text());
      }
      default:
        throw std::out_of_range("an unknown message");
    }
  }
  void end() {
    if (!clique_ || process_->left) return;
    fail(*clique_, ncclRemoteError, "the process of " + names(process_->ranks) + " has ended");
  }

 private:
  void enter(Reading& from) {
    Entry entry{};
    entry.id = from.text();
    entry.ranks = from.get<int>();
    entry.rank = from.get<int>();
    entry.device = from.get<unsigned>();
    process_->host = from.text();
    try {
      if (const auto clique = expected(entry.id); clique && !clique_) {
        clique->processes.push_back(process_);  // to be told, should it be the last to come
        clique_ = clique;
      }
      come(entry, process_);
    } catch (const Error& error) {
      if (const auto clique = expected(entry.id)) fail(*clique, error.code, error.what);
      process_->line->send(Message().put(Tells::refused).put(error.code).put(error.what));
    }
  }

  ncclComm& rank(int number) const {
    const auto found = process_->ranks.find(number);
    if (found == process_->ranks.end()) throw std::out_of_range("another process's rank");
    return *found->second;
  }

  void join(Reading& from) {
    ncclComm& comm = rank(from.get<int>());
    const Kind kind = from.get<Kind>();
    Call call{kind, lasting(from.text()), nullptr, nullptr, 0, ncclInt8};
    call.count = from.get<std::uint64_t>();
    call.type = ncclDataType_t(from.get<int>());
    call.op = ncclRedOp_t(from.get<int>());
    call.root = from.get<int>();
    call.sends = from.get<bool>();
    const std::string line = from.text();
    const auto ranks = int(clique_->ranks.size());
    if (kind > Kind::transfer || call.type < 0 || call.type >= ncclNumTypes || call.root < 0 ||
        call.root >= ranks)
      throw std::out_of_range("no such call");
    const auto [key, part] = nccl::join(comm, call, line);
    process_->parts[{key, comm.rank}] = part;
  }

  void arrive(Reading& from) {
    const int number = from.get<int>();
    const auto key = from.get<MeetingKey>();
    const auto found = process_->parts.find({key, number});
    if (found == process_->parts.end()) return;
    const Part part = found->second;
    process_->parts.erase(found);
    std::vector<std::byte> bytes = from.block();
    if (part.meeting->is_over()) return;
    part.meeting->seat(part.seat).bytes = std::move(bytes);
    part.meeting->arrive(part.seat);
  }

  const std::shared_ptr<Process> process_ = std::make_shared<Process>();
  std::shared_ptr<Clique> clique_;  // once a rank has entered
};

/// The home of a communicator, as a process elsewhere hears it.
void hear_home(Clique& clique, const std::string& id, Reading from) {
  switch (from.get<Tells>()) {
    case Tells::refused:
    case Tells::fail: {
      if (!clique.failure.empty()) return;
      clique.error = from.get<ncclResult_t>();
      clique.failure = from.text();
      return;
    }
    case Tells::complete:
      clique.home_ranks = from.text();
      clique.all_have_come = true;
      forget_id(id);
      return;
    case Tells::over: {
      const auto key = from.get<MeetingKey>();
      const auto seat = from.get<std::uint64_t>();
      const auto error = from.get<ncclResult_t>();
      if (error != ncclSuccess) clique.error = error;
      const auto found = clique.open.find(key);
      if (found == clique.open.end()) return;
      auto& meeting = static_cast<DistantMeeting&>(*found->second);
      meeting.end(seat, from.block());
      if (meeting.is_over()) clique.open.erase(found);
      return;
    }
    case Tells::wrong: {
      const auto found = clique.open.find(from.get<MeetingKey>());
      const std::string kind = from.text();
      if (found != clique.open.end())
        static_cast<DistantMeeting&>(*found->second).report_wrong_there(kind, from.text());
      return;
    }
    case Tells::left:
      clique.all_have_left = true;
      return;
    default:
      throw std::out_of_range("an unknown message");
  }
}

}  // namespace

void answer(const std::shared_ptr<Line>& line) {
  // The line outlives both, and lets go of them when it ends.
  const auto guest = std::make_shared<Guest>(line);
  line->heard = [guest](Reading from) { guest->hear(std::move(from)); };
  line->ended = [guest] { guest->end(); };
}

void attend_home(const std::shared_ptr<Clique>& clique, const std::string& id) {
  clique->home->heard = [clique, id](Reading from) { hear_home(*clique, id, std::move(from)); };
  clique->home->ended = [clique] {
    if (clique->all_have_left) return;
    fail(*clique, ncclRemoteError,
         "the process of " +
             (clique->home_ranks.empty() ? "the rank that made the id" : clique->home_ranks) +
             " has ended");
  };
}

void note_departures(Clique& clique) {
  if (clique.home || !clique.has_left) return;
  for (const auto& each : clique.processes)
    if (!each->left) return;
  clique.all_have_left = true;
  for (const auto& each : clique.processes) each->line->send(Message().put(Tells::left));
}

}  // namespace simulator::nccl
