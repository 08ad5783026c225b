#pragma once

#include <cstdint>
#include <optional>

#include "simulator/ptx/state_space.hpp"
#include "simulator/ptx/syntax.hpp"
#include "simulator/ptx/token_stream.hpp"

namespace simulator {

// No device has more bytes; larger numbers are damaged text, and would overflow in sums.
inline constexpr std::uint64_t largest_variable = std::uint64_t{1} << 31,
                               largest_frame = std::uint64_t{1} << 20;

/// The type of a variable, a parameter or registers as declared.
struct Declaration {
  Type type = Type::b8;
  std::size_t alignment = 0;
  unsigned vector = 1;
  bool managed = false;

  std::size_t bytes() const { return size_of(type) * vector; }  // of one element
};

Declaration declared_type(TokenStream& tokens);

/// Reads "[4][2]"; nullopt for an array whose length is left open.
std::optional<std::size_t> array_length(TokenStream& tokens);

void check_size(const TokenStream& tokens, std::uint64_t size, std::uint64_t largest);

/// A variable behind the `bytes` that are taken already; these grow.
LocalVariable place_behind(const TokenStream& tokens, std::size_t& bytes, StateSpace space,
                           const Declaration& declared, std::size_t length, std::uint64_t largest);

}  // namespace simulator
