#pragma once

namespace simulator {

/// How many random programs a test tries of `all`: a fifth with sanitizers, where each takes ten
/// times as long and is looked at by them, too.
constexpr unsigned trials(unsigned all) {
#ifdef __SANITIZE_ADDRESS__
  return all / 5;
#else
  return all;
#endif
}

}  // namespace simulator
