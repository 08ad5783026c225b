#pragma once

#include <chrono>
#include <string>
#include <system_error>
#include <utility>

namespace simulator::nccl {

/// A socket that listens, and where. Throws std::system_error.
std::pair<int, std::string> open_listener();
/// A socket that is connected. Throws std::system_error.
int open_connection(const std::string& address, std::chrono::steady_clock::time_point until);

/// Which host a process runs on, NCCL_HOSTID or else its name and that of its boot; equal on the
/// same one.
std::string host_name();

}  // namespace simulator::nccl
