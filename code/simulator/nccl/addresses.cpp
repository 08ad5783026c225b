#include "simulator/nccl/addresses.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string_view>

#include "simulator/runtime/process/environment_variable.hpp"

namespace simulator::nccl {
namespace {

std::system_error failure(int error, const std::string& what) {
  return {error, std::generic_category(), what};
}

/// Is it one of those that the list names? "eth,ib": whose names begin so; "=eth0": of that name;
/// "^docker": all others.
bool is_listed(std::string_view name, std::string list) {
  const bool others = list.starts_with('^');
  if (others) list.erase(0, 1);
  const bool exact = list.starts_with('=');
  if (exact) list.erase(0, 1);
  std::istringstream names(list);
  for (std::string each; std::getline(names, each, ',');)
    if (exact ? name == each : name.starts_with(each)) return !others;
  return others;
}

/// Of the host, to be reached at.
in_addr own_address() {
  in_addr address = {htonl(INADDR_LOOPBACK)};
  const std::string list = runtime::environment("NCCL_SOCKET_IFNAME");
  ifaddrs* all = nullptr;
  if (list.empty() || getifaddrs(&all) != 0) return address;
  bool found = false;
  for (const ifaddrs* each = all; each && !found; each = each->ifa_next) {
    found = each->ifa_addr && each->ifa_addr->sa_family == AF_INET && (each->ifa_flags & IFF_UP) &&
            is_listed(each->ifa_name, list);
    if (found) address = reinterpret_cast<const sockaddr_in*>(each->ifa_addr)->sin_addr;
  }
  freeifaddrs(all);
  if (!found) throw failure(ENODEV, "no interface is one of NCCL_SOCKET_IFNAME=" + list);
  return address;
}

}  // namespace

std::pair<int, std::string> open_listener() {
  sockaddr_in at = {};
  at.sin_family = AF_INET;
  at.sin_addr = own_address();
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (socket < 0) throw failure(errno, "socket");
  socklen_t size = sizeof at;
  auto* const place = reinterpret_cast<sockaddr*>(&at);
  if (bind(socket, place, size) != 0 || ::listen(socket, SOMAXCONN) != 0 ||
      getsockname(socket, place, &size) != 0) {
    const int error = errno;
    close(socket);
    throw failure(error, "cannot listen");
  }
  char text[INET_ADDRSTRLEN];
  inet_ntop(AF_INET, &at.sin_addr, text, sizeof text);
  return {socket, std::string(text) + ':' + std::to_string(ntohs(at.sin_port))};
}

int open_connection(const std::string& address, std::chrono::steady_clock::time_point until) {
  const std::size_t colon = address.find(':');
  sockaddr_in at = {};
  at.sin_family = AF_INET;
  at.sin_port = htons(std::uint16_t(std::strtoul(address.c_str() + colon + 1, nullptr, 10)));
  if (colon == address.npos ||
      inet_pton(AF_INET, address.substr(0, colon).c_str(), &at.sin_addr) != 1)
    throw failure(EINVAL, "no address: " + address);
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (socket < 0) throw failure(errno, "socket");
  int error = ::connect(socket, reinterpret_cast<sockaddr*>(&at), sizeof at) == 0 ? 0 : errno;
  if (error == EINPROGRESS) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        until - std::chrono::steady_clock::now());
    pollfd wait{socket, POLLOUT, 0};
    socklen_t size = sizeof error;
    if (poll(&wait, 1, int(std::max<long>(left.count(), 0))) <= 0)
      error = ETIMEDOUT;
    else
      getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size);
  }
  if (error == 0) return socket;
  close(socket);
  throw failure(error, "cannot connect to " + address);
}

std::string host_name() {
  if (const std::string chosen = runtime::environment("NCCL_HOSTID"); !chosen.empty())
    return chosen;
  char name[256] = {};
  gethostname(name, sizeof name - 1);
  std::string boot;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> boot;
  return std::string(name) + ' ' + boot;
}

}  // namespace simulator::nccl
