#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "simulator/program/address_forms.hpp"
#include "simulator/ptx/syntax.hpp"

namespace simulator {

/// What a register has to do with a load that guesses, and with the compare-and-swap that it
/// guesses for. A register that has nothing to do with them has no such value.
struct GuessedValue {
  enum class Kind : std::uint8_t {
    guess,    // the guess, or a result of the compare-and-swap
    result,   // a result of the compare-and-swap
    equal,    // a predicate: is the guess equal to the result?
    unequal,  // is it not?
    order,    // is the guess less than something, or greater?
    derived,  // computed from the guess
    stale,    // from a guess that has turned out wrong, perhaps
  };

  Kind kind;
  std::size_t part = 0, parts = 1;  // of a guess or a result in several registers
  AddressForm with = {};            // what `order` compares with
  Type type = Type::b32;            // by which it compares
  bool less = false;                // does it ask whether the guess is less?

  bool is_whole() const { return parts == 1; }
  bool is_value() const { return kind == Kind::guess || kind == Kind::result; }
  friend bool operator==(const GuessedValue&, const GuessedValue&) = default;
};

using GuessedRegisters = std::map<unsigned, GuessedValue>;

/// Does it depend on the guess, right or wrong?
bool depends(const std::optional<GuessedValue>& value);
bool is_stale(const std::optional<GuessedValue>& value);

/// Either of two values.
std::optional<GuessedValue> either(const std::optional<GuessedValue>& a,
                                   const std::optional<GuessedValue>& b);

std::optional<GuessedValue> in(const GuessedRegisters& registers, const Operand& operand);
void set(GuessedRegisters& registers, unsigned r, const std::optional<GuessedValue>& value);

/// What the other of two ways brings. True if that changes something.
bool join(GuessedRegisters& registers, const GuessedRegisters& other);

/// The guess is another one from here on.
void age(GuessedRegisters& registers);
/// The guess was right, and so is what was computed from it.
void confirm(GuessedRegisters& registers);
/// The guess was wrong.
void refute(GuessedRegisters& registers);

}  // namespace simulator
