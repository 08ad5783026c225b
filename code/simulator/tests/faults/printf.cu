// What printf() of device code asks for and is not given.
#include "cases.hpp"

template <bool repaired>
__global__ void print_nothing() {
  const char* const format = "%d\n";
  // wrong: argument that printf is not given: prints "%d\n", but is given no arguments
  if (!repaired) printf(format);
}
CASE(printf_without_any_argument) {
  print_nothing<repaired><<<1, 1>>>();
}

template <bool repaired>
__global__ void print_one_of_two(int n) {
  const char* const format = repaired ? "" : "%d %d\n";
  printf(format, n);  // wrong: argument that printf is not given: is given one argument
}
CASE(printf_with_too_few_arguments) {
  print_one_of_two<repaired><<<1, 1>>>(1);
}

// The second call has its arguments where those of the first were.
template <bool repaired>
__global__ void print_again() {
  const char *const two = "%.0s%.0s", *const one = "%.0s";
  printf(two, "a", "b");
  // wrong: argument that printf is not given: prints "%.0s%.0s", but is given one argument
  printf(repaired ? one : two, "a");
}
CASE(printf_finds_what_another_one_was_given) {
  print_again<repaired><<<1, 1>>>();
}

template <bool repaired>
__global__ void print_wider(int n) {
  const char* const format = repaired ? "" : "%ld\n";
  // wrong: argument that printf is not given: is given no arguments of the sizes
  printf(format, n);
}
CASE(printf_of_a_wider_number_than_is_given) {
  print_wider<repaired><<<1, 1>>>(1);
}
