#include "simulator/nccl/lines.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "simulator/nccl/addresses.hpp"
#include "simulator/runtime/host/own_thread.hpp"
#include "simulator/runtime/runtime.hpp"

// One thread looks after all lines of the process.

namespace simulator::nccl {
namespace {

using namespace std::chrono_literals;

constexpr auto time_to_connect = 10s, time_to_flush = 10s;
constexpr std::uint64_t longest_message = std::uint64_t{1} << 40;

void stop_waiting(int socket) {
  fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK);
  const int on = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

class SocketLine : public Line {
 public:
  explicit SocketLine(int socket) : socket_(socket) { stop_waiting(socket); }
  ~SocketLine() override { ::close(socket_); }

  void send(const Message& message) override;
  void close() override {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    shutdown(socket_, SHUT_RDWR);
  }

  int socket() const { return socket_; }
  bool closed() const {
    const std::lock_guard lock(mutex_);
    return closed_;
  }
  bool has_to_send() const {
    const std::lock_guard lock(mutex_);
    return !closed_ && !out_.empty();
  }
  /// As much as the other process takes.
  void push() {
    const std::lock_guard lock(mutex_);
    push_locked();
  }
  /// What has come. False: no more will.
  bool pull() {
    for (;;) {
      std::byte piece[1 << 16];
      const ssize_t got = recv(socket_, piece, sizeof piece, 0);
      if (got > 0) {
        in_.insert(in_.end(), piece, piece + got);
        continue;
      }
      if (got < 0 && errno == EINTR) continue;
      return got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    }
  }
  /// A message of those that have come whole; false: there is none. Throws std::out_of_range.
  bool next(std::vector<std::byte>& message) {
    std::uint64_t size;
    if (in_.size() - read_ < sizeof size) return false;
    std::memcpy(&size, in_.data() + read_, sizeof size);
    if (size > longest_message) throw std::out_of_range("a message is too long");
    if (in_.size() - read_ - sizeof size < size) return false;
    const auto first = in_.begin() + std::ptrdiff_t(read_ + sizeof size);
    message.assign(first, first + std::ptrdiff_t(size));
    read_ += sizeof size + size;
    if (read_ == in_.size()) in_.clear(), read_ = 0;
    return true;
  }

 private:
  void push_locked() {
    while (!out_.empty() && !closed_) {
      const ssize_t gone =
          ::send(socket_, out_.data() + gone_, out_.size() - gone_, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (gone < 0 && errno == EINTR) continue;
      if (gone < 0 && errno != EAGAIN && errno != EWOULDBLOCK) out_.clear(), gone_ = 0;
      if (gone < 0) return;
      gone_ += std::size_t(gone);
      if (gone_ == out_.size()) out_.clear(), gone_ = 0;
    }
  }

  const int socket_;
  mutable std::mutex mutex_;
  std::vector<std::byte> out_, in_;
  std::size_t gone_ = 0, read_ = 0;
  bool closed_ = false;
};

/// The process's lines, and the thread.
class Exchange {
 public:
  Exchange() {
    if (pipe2(wake_, O_CLOEXEC | O_NONBLOCK) != 0)
      throw std::system_error(errno, std::generic_category(), "pipe");
  }

  void add(std::shared_ptr<SocketLine> line) {
    {
      const std::lock_guard lock(mutex_);
      lines_.push_back(std::move(line));
    }
    start();
    wake();
  }
  std::string listen(std::function<void(const std::shared_ptr<Line>&)> answer) {
    if (listener_ < 0) {
      auto [socket, address] = open_listener();
      const std::lock_guard lock(mutex_);
      listener_ = socket;
      address_ = std::move(address);
      answer_ = std::move(answer);
    }
    start();
    wake();
    return address_;
  }
  void wake() {
    const char byte = 0;
    [[maybe_unused]] const ssize_t gone = write(wake_[1], &byte, 1);
  }
  void flush() {
    const auto until = std::chrono::steady_clock::now() + time_to_flush;
    for (const auto& each : lines())
      while (each->has_to_send() && std::chrono::steady_clock::now() < until) {
        each->push();
        std::this_thread::sleep_for(100us);
      }
  }
  /// The child of a fork has the sockets, and not the thread.
  void forget() {
    if (listener_ >= 0) ::close(listener_);
    lines_.clear();
  }

 private:
  std::vector<std::shared_ptr<SocketLine>> lines() {
    const std::lock_guard lock(mutex_);
    return lines_;
  }

  void start() {
    if (std::exchange(started_, true)) return;
    runtime::state().work.note_own_thread();
    runtime::start_own_thread([this] { run(); });
  }

  void run() {
    for (;;) {
      const std::vector<std::shared_ptr<SocketLine>> now = lines();
      std::vector<pollfd> waits{{wake_[0], POLLIN, 0}, {listener_, POLLIN, 0}};
      for (const auto& each : now)
        waits.push_back(
            {each->socket(), short(each->has_to_send() ? POLLIN | POLLOUT : POLLIN), 0});
      poll(waits.data(), waits.size(), -1);
      char bytes[64];
      while (read(wake_[0], bytes, sizeof bytes) > 0) {
      }
      if (waits[1].revents != 0) accept_one();
      for (std::size_t k = 0; k < now.size(); ++k)
        if (waits[k + 2].revents != 0) serve(now[k]);
    }
  }

  void accept_one() {
    const int socket = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0) return;
    auto line = std::make_shared<SocketLine>(socket);
    {
      const std::lock_guard lock(runtime::state().mutex);
      answer_(line);
    }
    add(std::move(line));
  }

  void serve(const std::shared_ptr<SocketLine>& line) {
    if (line->has_to_send()) line->push();
    bool more = !line->closed() && line->pull();
    const std::lock_guard lock(runtime::state().mutex);
    try {
      std::vector<std::byte> message;
      while (!line->closed() && line->next(message))
        if (line->heard) line->heard(Reading(message));
    } catch (const std::out_of_range&) {
      more = false;  // not one of ours
    }
    if (more && !line->closed()) return;
    if (!line->closed() && line->ended) line->ended();
    line->heard = nullptr;
    line->ended = nullptr;
    const std::lock_guard own(mutex_);
    std::erase(lines_, line);
  }

  std::mutex mutex_;
  std::vector<std::shared_ptr<SocketLine>> lines_;
  std::function<void(const std::shared_ptr<Line>&)> answer_;
  std::string address_;
  int listener_ = -1;
  int wake_[2] = {-1, -1};
  bool started_ = false;
};

Exchange& exchange() {
  static Exchange* own = nullptr;
  static pid_t owner = 0;
  if (owner != getpid()) {
    if (own) own->forget();
    own = new Exchange;
    owner = getpid();
  }
  return *own;
}

}  // namespace

void SocketLine::send(const Message& message) {
  bool rest;
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    const std::uint64_t size = message.bytes.size();
    const auto* const head = reinterpret_cast<const std::byte*>(&size);
    out_.insert(out_.end(), head, head + sizeof size);
    out_.insert(out_.end(), message.bytes.begin(), message.bytes.end());
    push_locked();
    rest = !out_.empty();
  }
  if (rest) exchange().wake();
}

std::string listen(std::function<void(const std::shared_ptr<Line>&)> answer) {
  return exchange().listen(std::move(answer));
}

std::shared_ptr<Line> connect(const std::string& address) {
  const auto until = std::chrono::steady_clock::now() + time_to_connect;
  auto line = std::make_shared<SocketLine>(open_connection(address, until));
  exchange().add(line);
  return line;
}

void flush_lines() {
  exchange().flush();
}

}  // namespace simulator::nccl
