// The system tells nobody that it may not touch memory which is guarded (see HostGuard): its calls
// fail. So the program's calls that have it read or write memory come here first.
#include <dlfcn.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>

#include "simulator/runtime/host/host_guard.hpp"

namespace simulator::runtime {
namespace {

/// What the call would be without this.
template <class Call>
Call* usual(const char* name) {
  return reinterpret_cast<Call*>(dlsym(RTLD_NEXT, name));
}

/// The system is going to read the memory.
void let_read(const void* from, std::size_t bytes) {
  if (HostGuard::is_raised_over(from, bytes)) HostGuard::used_by_system(from, bytes, false);
}

/// Calls get(), which has the system write to memory of so many bytes at most; written(result) says
/// how many it has.
template <class Get, class Written>
auto filled(void* to, std::size_t most, Get&& get, Written&& written) {
  if (!HostGuard::is_raised_over(to, most)) return get();
  HostGuard::used_by_system(to, 0, true);
  const auto result = get();
  const int error = errno;
  if (const std::size_t bytes = written(result); bytes > 0)
    HostGuard::used_by_system(to, bytes, true);
  errno = error;
  return result;
}

template <class Get>
ssize_t filled(void* to, std::size_t most, Get&& get) {
  return filled(to, most, get,
                [](ssize_t result) { return result > 0 ? std::size_t(result) : std::size_t{0}; });
}

template <class Get>
std::size_t filled(void* to, std::size_t size, std::size_t count, Get&& get) {
  return filled(to, size * count, get, [=](std::size_t items) { return items * size; });
}

}  // namespace
}  // namespace simulator::runtime

using namespace simulator::runtime;

// The names are the system's, whose headers may define them in their own way.
#define SYSTEM_CALL(result, name, parameters)               \
  extern "C" result simulated_##name parameters asm(#name); \
  result simulated_##name parameters
#define USUAL(name) static auto* const call = usual<decltype(simulated_##name)>(#name)

SYSTEM_CALL(ssize_t, read, (int file, void* to, std::size_t bytes)) {
  USUAL(read);
  return filled(to, bytes, [=] { return call(file, to, bytes); });
}
SYSTEM_CALL(ssize_t, __read_chk, (int file, void* to, std::size_t bytes, std::size_t room)) {
  USUAL(__read_chk);
  return filled(to, bytes, [=] { return call(file, to, bytes, room); });
}
SYSTEM_CALL(ssize_t, pread, (int file, void* to, std::size_t bytes, off_t at)) {
  USUAL(pread);
  return filled(to, bytes, [=] { return call(file, to, bytes, at); });
}
SYSTEM_CALL(ssize_t, __pread_chk,
            (int file, void* to, std::size_t bytes, off_t at, std::size_t room)) {
  USUAL(__pread_chk);
  return filled(to, bytes, [=] { return call(file, to, bytes, at, room); });
}
SYSTEM_CALL(ssize_t, pread64, (int file, void* to, std::size_t bytes, off64_t at)) {
  USUAL(pread64);
  return filled(to, bytes, [=] { return call(file, to, bytes, at); });
}
SYSTEM_CALL(ssize_t, __pread64_chk,
            (int file, void* to, std::size_t bytes, off64_t at, std::size_t room)) {
  USUAL(__pread64_chk);
  return filled(to, bytes, [=] { return call(file, to, bytes, at, room); });
}
SYSTEM_CALL(ssize_t, recv, (int socket, void* to, std::size_t bytes, int flags)) {
  USUAL(recv);
  return filled(to, bytes, [=] { return call(socket, to, bytes, flags); });
}
SYSTEM_CALL(ssize_t, __recv_chk,
            (int socket, void* to, std::size_t bytes, std::size_t room, int flags)) {
  USUAL(__recv_chk);
  return filled(to, bytes, [=] { return call(socket, to, bytes, room, flags); });
}
SYSTEM_CALL(ssize_t, recvfrom,
            (int socket, void* to, std::size_t bytes, int flags, sockaddr* who,
             socklen_t* length)) {
  USUAL(recvfrom);
  return filled(to, bytes, [=] { return call(socket, to, bytes, flags, who, length); });
}
SYSTEM_CALL(ssize_t, __recvfrom_chk,
            (int socket, void* to, std::size_t bytes, std::size_t room, int flags, sockaddr* who,
             socklen_t* length)) {
  USUAL(__recvfrom_chk);
  return filled(to, bytes, [=] { return call(socket, to, bytes, room, flags, who, length); });
}
SYSTEM_CALL(ssize_t, readv, (int file, const iovec* pieces, int count)) {
  USUAL(readv);
  for (int k = 0; k < count; ++k)
    if (HostGuard::is_raised_over(pieces[k].iov_base, pieces[k].iov_len))
      HostGuard::used_by_system(pieces[k].iov_base, 0, true);
  const ssize_t result = call(file, pieces, count);
  const int error = errno;
  for (std::size_t k = 0, left = result > 0 ? std::size_t(result) : 0; left > 0; ++k) {
    const std::size_t bytes = pieces[k].iov_len < left ? pieces[k].iov_len : left;
    if (HostGuard::is_raised_over(pieces[k].iov_base, bytes))
      HostGuard::used_by_system(pieces[k].iov_base, bytes, true);
    left -= bytes;
  }
  errno = error;
  return result;
}
SYSTEM_CALL(std::size_t, fread, (void* to, std::size_t size, std::size_t count, FILE* file)) {
  USUAL(fread);
  return filled(to, size, count, [=] { return call(to, size, count, file); });
}
SYSTEM_CALL(std::size_t, __fread_chk,
            (void* to, std::size_t room, std::size_t size, std::size_t count, FILE* file)) {
  USUAL(__fread_chk);
  return filled(to, size, count, [=] { return call(to, room, size, count, file); });
}
SYSTEM_CALL(std::size_t, fread_unlocked,
            (void* to, std::size_t size, std::size_t count, FILE* file)) {
  USUAL(fread_unlocked);
  return filled(to, size, count, [=] { return call(to, size, count, file); });
}
SYSTEM_CALL(std::size_t, __fread_unlocked_chk,
            (void* to, std::size_t room, std::size_t size, std::size_t count, FILE* file)) {
  USUAL(__fread_unlocked_chk);
  return filled(to, size, count, [=] { return call(to, room, size, count, file); });
}

SYSTEM_CALL(ssize_t, write, (int file, const void* from, std::size_t bytes)) {
  USUAL(write);
  let_read(from, bytes);
  return call(file, from, bytes);
}
SYSTEM_CALL(ssize_t, pwrite, (int file, const void* from, std::size_t bytes, off_t at)) {
  USUAL(pwrite);
  let_read(from, bytes);
  return call(file, from, bytes, at);
}
SYSTEM_CALL(ssize_t, pwrite64, (int file, const void* from, std::size_t bytes, off64_t at)) {
  USUAL(pwrite64);
  let_read(from, bytes);
  return call(file, from, bytes, at);
}
SYSTEM_CALL(ssize_t, send, (int socket, const void* from, std::size_t bytes, int flags)) {
  USUAL(send);
  let_read(from, bytes);
  return call(socket, from, bytes, flags);
}
SYSTEM_CALL(ssize_t, sendto,
            (int socket, const void* from, std::size_t bytes, int flags, const sockaddr* whom,
             socklen_t length)) {
  USUAL(sendto);
  let_read(from, bytes);
  return call(socket, from, bytes, flags, whom, length);
}
SYSTEM_CALL(ssize_t, writev, (int file, const iovec* pieces, int count)) {
  USUAL(writev);
  for (int k = 0; k < count; ++k) let_read(pieces[k].iov_base, pieces[k].iov_len);
  return call(file, pieces, count);
}
SYSTEM_CALL(std::size_t, fwrite,
            (const void* from, std::size_t size, std::size_t count, FILE* file)) {
  USUAL(fwrite);
  let_read(from, size * count);
  return call(from, size, count, file);
}
SYSTEM_CALL(std::size_t, fwrite_unlocked,
            (const void* from, std::size_t size, std::size_t count, FILE* file)) {
  USUAL(fwrite_unlocked);
  let_read(from, size * count);
  return call(from, size, count, file);
}
