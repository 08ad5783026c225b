#pragma once

#include <functional>
#include <memory>
#include <string>

#include "simulator/nccl/message.hpp"

namespace simulator::nccl {

/// A connection to another process. Its functions are called with the runtime's mutex held, as is
/// what it calls.
class Line {
 public:
  virtual ~Line() = default;

  /// Never waits; what the other process does not take yet is kept for it.
  virtual void send(const Message& message) = 0;
  virtual void close() = 0;

  /// What comes from the other process, and its end, unless this one has closed the line before.
  std::function<void(Reading)> heard;
  std::function<void()> ended;
};

/// The address, "HOST:PORT", at which this process answers from now on. Whoever connects is given
/// to `answer` first. NCCL_SOCKET_IFNAME says which of the host's interfaces to use, as it does for
/// NCCL; if it says nothing, only processes of this host can connect. Throws std::system_error.
std::string listen(std::function<void(const std::shared_ptr<Line>&)> answer);

/// Throws std::system_error.
std::shared_ptr<Line> connect(const std::string& address);

/// All that was sent has gone out, or some seconds have passed.
void flush_lines();

}  // namespace simulator::nccl
