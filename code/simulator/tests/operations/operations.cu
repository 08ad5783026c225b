// What PTX instructions make of awkward and of random operands, bit by bit: recorded once on a GPU,
// compared with the simulator at every build.
//
// Usage: operations              prints a record
//        operations FILE         compares with the record in FILE; status 1 where something differs
//        operations --all [NAME] prints operands and results, of one instruction or of every one
//
// A record has a line for each instruction: its name, then for exact ones hashes of the results (of
// the awkward operands one for each first operand, of random ones one for each 4096), for
// approximations the results.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using Word = std::uint64_t;

namespace {

constexpr int random_blocks = 2, block_size = 4096, shown_randoms = 64;

template <class To, class From>
__device__ To as(From from) {
  To to{};
  memcpy(&to, &from, sizeof(To) < sizeof(From) ? sizeof(To) : sizeof(From));
  return to;
}

// What a shape letter is in an asm statement.
#define OPERAND_f(x) "f"(as<float>(x))
#define OPERAND_d(x) "d"(as<double>(x))
#define OPERAND_h(x) "h"(as<std::uint16_t>(x))
#define OPERAND_q(x) "r"(as<std::uint32_t>(x))
#define OPERAND_r(x) "r"(as<std::uint32_t>(x))
#define OPERAND_l(x) "l"(x)
#define RESULT_f float, "=f"
#define RESULT_d double, "=d"
#define RESULT_h std::uint16_t, "=h"
#define RESULT_q std::uint32_t, "=r"
#define RESULT_r std::uint32_t, "=r"
#define RESULT_l Word, "=l"

#define RUN(...) RUN_(__VA_ARGS__)
#define RUN_(type, constraint, text, ...)                  \
  {                                                        \
    type result;                                           \
    asm volatile(text : constraint(result) : __VA_ARGS__); \
    return as<Word>(result);                               \
  }
#define ONE(R, A, text, one, two, three) RUN(RESULT_##R, text one, OPERAND_##A(a))
#define TWO(R, A, B, text, one, two, three) \
  RUN(RESULT_##R, text two, OPERAND_##A(a), OPERAND_##B(b))
#define THREE(R, A, B, C, text, one, two, three) \
  RUN(RESULT_##R, text three, OPERAND_##A(a), OPERAND_##B(b), OPERAND_##C(c))
#define MEMORY(where, type, B, text, ...)                                        \
  {                                                                              \
    type* const to = reinterpret_cast<type*>(where);                             \
    *to = as<type>(a);                                                           \
    asm volatile(text ::"r"(0), ADDRESS_##where(to), OPERAND_##B(b) : "memory"); \
    return as<Word>(*to);                                                        \
  }
#define ADDRESS_memory(to) "l"(to)
#define ADDRESS_shared(to) "r"(std::uint32_t(__cvta_generic_to_shared(to)))

#define SHAPE_f_f(...) ONE(f, f, __VA_ARGS__)
#define SHAPE_f_ff(...) TWO(f, f, f, __VA_ARGS__)
#define SHAPE_f_fff(...) THREE(f, f, f, f, __VA_ARGS__)
#define SHAPE_d_d(...) ONE(d, d, __VA_ARGS__)
#define SHAPE_d_dd(...) TWO(d, d, d, __VA_ARGS__)
#define SHAPE_d_ddd(...) THREE(d, d, d, d, __VA_ARGS__)
#define SHAPE_h_h(...) ONE(h, h, __VA_ARGS__)
#define SHAPE_h_hh(...) TWO(h, h, h, __VA_ARGS__)
#define SHAPE_h_hhh(...) THREE(h, h, h, h, __VA_ARGS__)
#define SHAPE_q_q(...) ONE(q, q, __VA_ARGS__)
#define SHAPE_q_qq(...) TWO(q, q, q, __VA_ARGS__)
#define SHAPE_q_qqq(...) THREE(q, q, q, q, __VA_ARGS__)
#define SHAPE_r_r(...) ONE(r, r, __VA_ARGS__)
#define SHAPE_r_rr(...) TWO(r, r, r, __VA_ARGS__)
#define SHAPE_r_rrr(...) THREE(r, r, r, r, __VA_ARGS__)
#define SHAPE_l_l(...) ONE(l, l, __VA_ARGS__)
#define SHAPE_l_ll(...) TWO(l, l, l, __VA_ARGS__)
#define SHAPE_l_lll(...) THREE(l, l, l, l, __VA_ARGS__)
#define SHAPE_f_d(...) ONE(f, d, __VA_ARGS__)
#define SHAPE_d_f(...) ONE(d, f, __VA_ARGS__)
#define SHAPE_h_f(...) ONE(h, f, __VA_ARGS__)
#define SHAPE_f_h(...) ONE(f, h, __VA_ARGS__)
#define SHAPE_h_d(...) ONE(h, d, __VA_ARGS__)
#define SHAPE_d_h(...) ONE(d, h, __VA_ARGS__)
#define SHAPE_q_ff(...) TWO(q, f, f, __VA_ARGS__)
#define SHAPE_h_ff(...) TWO(h, f, f, __VA_ARGS__)
#define SHAPE_h_q(...) ONE(h, q, __VA_ARGS__)
#define SHAPE_q_h(...) ONE(q, h, __VA_ARGS__)
#define SHAPE_r_f(...) ONE(r, f, __VA_ARGS__)
#define SHAPE_l_f(...) ONE(l, f, __VA_ARGS__)
#define SHAPE_r_d(...) ONE(r, d, __VA_ARGS__)
#define SHAPE_l_d(...) ONE(l, d, __VA_ARGS__)
#define SHAPE_r_h(...) ONE(r, h, __VA_ARGS__)
#define SHAPE_l_h(...) ONE(l, h, __VA_ARGS__)
#define SHAPE_f_r(...) ONE(f, r, __VA_ARGS__)
#define SHAPE_f_l(...) ONE(f, l, __VA_ARGS__)
#define SHAPE_d_r(...) ONE(d, r, __VA_ARGS__)
#define SHAPE_d_l(...) ONE(d, l, __VA_ARGS__)
#define SHAPE_h_r(...) ONE(h, r, __VA_ARGS__)
#define SHAPE_h_l(...) ONE(h, l, __VA_ARGS__)
#define SHAPE_r_l(...) ONE(r, l, __VA_ARGS__)
#define SHAPE_l_r(...) ONE(l, r, __VA_ARGS__)
#define SHAPE_r_ff(...) TWO(r, f, f, __VA_ARGS__)
#define SHAPE_r_dd(...) TWO(r, d, d, __VA_ARGS__)
#define SHAPE_r_hh(...) TWO(r, h, h, __VA_ARGS__)
#define SHAPE_r_qq(...) TWO(r, q, q, __VA_ARGS__)
#define SHAPE_r_ll(...) TWO(r, l, l, __VA_ARGS__)
#define SHAPE_l_rr(...) TWO(l, r, r, __VA_ARGS__)
#define SHAPE_l_lr(...) TWO(l, l, r, __VA_ARGS__)
#define SHAPE_h_hr(...) TWO(h, h, r, __VA_ARGS__)
#define SHAPE_l_rrl(...) THREE(l, r, r, l, __VA_ARGS__)
#define SHAPE_l_lrr(...) THREE(l, l, r, r, __VA_ARGS__)
#define SHAPE_l_llr(...) THREE(l, l, l, r, __VA_ARGS__)
#define SHAPE_memory_f(...) MEMORY(memory, float, f, __VA_ARGS__)
#define SHAPE_memory_d(...) MEMORY(memory, double, d, __VA_ARGS__)
#define SHAPE_memory_q(...) MEMORY(memory, std::uint32_t, q, __VA_ARGS__)
#define SHAPE_memory_h(...) MEMORY(memory, std::uint16_t, h, __VA_ARGS__)
#define SHAPE_memory_r(...) MEMORY(memory, std::uint32_t, r, __VA_ARGS__)
#define SHAPE_shared_f(...) MEMORY(shared, float, f, __VA_ARGS__)
#define SHAPE_shared_d(...) MEMORY(shared, double, d, __VA_ARGS__)

/// The instruction's number, its operands, and a place in memory of its own.
__device__ Word result_of(int number, Word a, Word b, Word c, Word* memory, Word* shared) {
  constexpr int first = __COUNTER__ + 1;
  switch (number) {
#define SEQUENCE(shape, text) \
  case __COUNTER__ - first:   \
    SHAPE_##shape(text, "", "", "")
#define OPERATION(shape, text) \
  case __COUNTER__ - first:    \
    SHAPE_##shape(text, " %0, %1;", " %0, %1, %2;", " %0, %1, %2, %3;")
#define APPROXIMATION(shape, text, relative, absolute) OPERATION(shape, text)
#define SMALL_ANGLE(shape, text, relative, absolute) OPERATION(shape, text)
#include "operations.def"
#undef OPERATION
#undef SEQUENCE
#undef APPROXIMATION
#undef SMALL_ANGLE
  }
  return 0;
}

__global__ void execute(int number, const Word* a, const Word* b, const Word* c, Word* results,
                        int n) {
  __shared__ Word places[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  results[i] = 0;
  results[i] = result_of(number, a[i], b[i], c[i], results + i, places + threadIdx.x);
}

struct Operation {
  std::string shape, name;
  bool exact;
  double relative, absolute;
  bool small_angle;

  char result() const { return is_memory() ? shape.back() : shape[0]; }
  bool is_memory() const { return shape.find('_') > 1; }
  /// A letter for each operand.
  std::string operands() const {
    return is_memory() ? std::string(2, shape.back()) : shape.substr(2);
  }
};

const std::vector<Operation> operations = {
#define OPERATION(shape, text) {#shape, text, true, 0, 0, false},
#define SEQUENCE(shape, text) OPERATION(shape, text)
#define APPROXIMATION(shape, text, relative, absolute) \
  {#shape, text, false, relative, absolute, false},
#define SMALL_ANGLE(shape, text, relative, absolute) \
  {#shape, text, false, relative, absolute, true},
#include "operations.def"
#undef OPERATION
#undef SEQUENCE
#undef APPROXIMATION
#undef SMALL_ANGLE
};

}  // namespace

// Operands.

constexpr Word halves[] = {0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x83ff, 0x0400, 0x8400, 0x3c00,
                           0xbc00, 0x3bff, 0x3c01, 0x3800, 0x3e00, 0x4100, 0xc100, 0x6400, 0x6401,
                           0x67ff, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0xfe00, 0x7c01, 0x7fff,
                           0xffff, 0x5c00, 0xd801, 0x0200, 0x1400, 0x7800, 0xf7ff,
                           // awkward as bfloat16
                           0x3f80, 0xbf80, 0x3f00, 0x4020, 0x7f7f, 0xff7f, 0x7f80, 0xff80, 0x7fc0,
                           0xffc0, 0x7f81, 0x007f, 0x0080, 0x4f00, 0xcf00, 0x5f00, 0x42fe, 0x437f};
constexpr Word floats[] = {
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x00400000, 0x007fffff, 0x807fffff, 0x00800000,
    0x80800000, 0x3f800000, 0xbf800000, 0x3f7fffff, 0x3f800001, 0x3f000000, 0xbf000000, 0x3fc00000,
    0x40200000, 0xc0200000, 0x4b000000, 0x4b000001, 0x4b7fffff, 0xcb000001, 0x4effffff, 0x4f000000,
    0xcf000000, 0xcf000001, 0x4f7fffff, 0x4f800000, 0x5effffff, 0x5f000000, 0xdf000000, 0x5f800000,
    0x477fe000, 0x477fefff, 0x477ff000, 0x33800000, 0x33000000, 0x33000001, 0x38800000, 0x387fffff,
    0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0x7f800001, 0x7fffffff,
    0xffffffff, 0x7f7f7fff, 0x7f7f8000, 0x3f808000, 0x3f818000, 0x42fe0000, 0x43000000, 0x437f0000,
    0xc3000000, 0xc3010000, 0x3f801000, 0x3f803000, 0x43e00000, 0x43e80000, 0x3b000000, 0x7e800000,
    0x7f000000, 0x5d5e0b6b, 0x1e3ce508};
constexpr Word doubles[] = {
    0x0000000000000000, 0x8000000000000000, 0x0000000000000001, 0x8000000000000001,
    0x000fffffffffffff, 0x0010000000000000, 0x8010000000000000, 0x3ff0000000000000,
    0xbff0000000000000, 0x3fefffffffffffff, 0x3ff0000000000001, 0x3fe0000000000000,
    0xbfe0000000000000, 0x3ff8000000000000, 0x4004000000000000, 0xc004000000000000,
    0x4330000000000000, 0x4330000000000001, 0x433fffffffffffff, 0x41dfffffffc00000,
    0x41dfffffffe00000, 0x41e0000000000000, 0xc1e0000000000000, 0xc1e0000000200000,
    0x41efffffffe00000, 0x41f0000000000000, 0x43dfffffffffffff, 0x43e0000000000000,
    0xc3e0000000000000, 0x43f0000000000000, 0x47efffffe0000000, 0x47efffffefffffff,
    0x47effffff0000000, 0x36a0000000000000, 0x3690000000000000, 0x3690000000000001,
    0x380fffffc0000000, 0x3810000000000000, 0x380fffffe0000000, 0x3ff0000010000000,
    0x3ff0000030000000, 0x40effc0000000000, 0x40efffe000000000, 0x40f0000000000000,
    0x3e60000000000000, 0x3e70000000000000, 0x7fefffffffffffff, 0xffefffffffffffff,
    0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0xfff8000000000000,
    0x7ff0000000000001, 0x7ff8000000001234, 0xffffffffffffffff};
constexpr Word integers[] = {
    0,          1,          2,          3,          5,          7,          8,
    15,         16,         24,         31,         32,         33,         63,
    64,         100,        127,        128,        255,        256,        0x7654,
    0x3210,     0x7fff,     0x8000,     0xffff,     0x10000,    0x7fffff,   0x800000,
    0xffffff,   0x1000000,  0x1000001,  0x12345678, 0x7fffffff, 0x80000000, 0x80000001,
    0x80808080, 0x7f7f7f7f, 0xffff8000, 0xffffff80, 0xfffffffe, 0xffffffff, 0xfedcba98};
constexpr Word long_integers[] = {0,
                                  1,
                                  7,
                                  63,
                                  64,
                                  0xff,
                                  0x7fffffff,
                                  0x80000000,
                                  0xffffffff,
                                  0x100000000,
                                  0x1000001000001,
                                  0x20000000000001,
                                  0x20000000000003,
                                  0x123456789abcdef0,
                                  0x7fffff4000000000,
                                  0x7fffffbfffffffff,
                                  0x7fffffc000000000,
                                  0x7ffffffffffffc00,
                                  0x7fffffffffffffff,
                                  0x8000000000000000,
                                  0x8000000000000001,
                                  0xfffff7fffffffc00,
                                  0xffffffff7fffffff,
                                  0xffffffff80000000,
                                  0xfffffffffffffc01,
                                  0xffffffffffffffff};

std::vector<Word> awkward(char letter) {
  const auto all = [](const auto& list) {
    return std::vector<Word>(std::begin(list), std::end(list));
  };
  std::vector<Word> result;
  switch (letter) {
    case 'f':
      return all(floats);
    case 'd':
      return all(doubles);
    case 'h':
      return all(halves);
    case 'l':
      return all(long_integers);
    case 'q':
      result = all(halves);
      for (std::size_t k = 0; k < std::size(halves); ++k)
        result[k] |= halves[(k * 5 + 1) % std::size(halves)] << 16;
      return result;
    default:
      return all(integers);
  }
}

/// splitmix64
class Random {
 public:
  explicit Random(const std::string& name) {
    for (const char c : name) state_ = (state_ ^ Word(c)) * 0x100000001b3;
  }
  Word next() {
    Word z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }

 private:
  Word state_ = 0xcbf29ce484222325;
};

template <class To>
To bits_as(Word word) {
  To result;
  std::memcpy(&result, &word, sizeof result);
  return result;
}
template <class From>
Word bits_of(From value) {
  Word word = 0;
  std::memcpy(&word, &value, sizeof value);
  return word;
}

/// Half of the numbers near 1, half of them anything.
Word random_operand(char letter, Random& random) {
  const Word any = random.next(), choice = random.next();
  const bool near = choice & 1;
  const Word step = choice >> 8 & 15;
  const auto half = [&](Word bits) {
    return near ? (bits & 0x83ff) | (15 - 8 + step) << 10 : bits & 0xffff;
  };
  switch (letter) {
    case 'f':
      return near ? (any & 0x807fffff) | (127 - 8 + step) << 23 : any & 0xffffffff;
    case 'd':
      return near ? (any & 0x800fffffffffffff) | (1023 - 8 + step) << 52 : any;
    case 'h':
      return half(any);
    case 'q':
      return half(any) | half(any >> 16) << 16;
    case 'l':
      return near ? Word(std::int64_t(any) >> (choice >> 8 & 63)) : any;
    default:
      return near ? std::uint32_t(std::int32_t(any) >> (choice >> 8 & 31)) : any & 0xffffffff;
  }
}

struct Operands {
  std::vector<Word> a, b, c;
  std::size_t per_group = 1;  // so many have one hash

  void add(Word x, Word y, Word z) {
    a.push_back(x);
    b.push_back(y);
    c.push_back(z);
  }
};

bool nearly_zero(const Operation& operation, Word a) {
  return !operation.small_angle || std::fabs(bits_as<float>(a)) <= 6.28f;
}

Operands awkward_operands(const Operation& operation) {
  const std::string letters = operation.operands();
  const auto of = [&](std::size_t k) {
    return k < letters.size() ? awkward(letters[k]) : std::vector<Word>{0};
  };
  Operands result;
  const std::vector<Word> as = of(0), bs = of(1), cs = of(2);
  for (const Word a : as) {
    if (!nearly_zero(operation, a)) continue;
    for (const Word b : bs)
      for (const Word c : cs) result.add(a, b, c);
  }
  result.per_group = bs.size() * cs.size();
  return result;
}

Operands random_operands(const Operation& operation) {
  const std::string letters = operation.operands();
  Random random(operation.name);
  Operands result;
  result.per_group = block_size;
  const int n = operation.exact ? random_blocks * block_size : shown_randoms;
  while (result.a.size() < std::size_t(n)) {
    Word x[3] = {};
    for (std::size_t k = 0; k < letters.size(); ++k) x[k] = random_operand(letters[k], random);
    // Every fourth sum all but vanishes.
    if (random.next() % 4 == 0) {
      const Word last = random.next() % 3;
      if (letters == "fff") x[2] = bits_of(-(bits_as<float>(x[0]) * bits_as<float>(x[1]))) ^ last;
      if (letters == "ddd") x[2] = bits_of(-(bits_as<double>(x[0]) * bits_as<double>(x[1]))) ^ last;
      if (letters == "ff") x[1] = (x[0] ^ 0x80000000) ^ last;
      if (letters == "dd") x[1] = (x[0] ^ Word{1} << 63) ^ last;
    }
    if (nearly_zero(operation, x[0])) result.add(x[0], x[1], x[2]);
  }
  return result;
}

// Records.

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "operations: %s\n", cudaGetErrorString(error));
  std::exit(2);
}

std::vector<Word> results_of(std::size_t number, const Operands& operands) {
  const std::size_t n = operands.a.size(), bytes = n * sizeof(Word);
  Word* device[4];
  for (Word*& each : device) check(cudaMalloc(&each, bytes));
  check(cudaMemcpy(device[0], operands.a.data(), bytes, cudaMemcpyHostToDevice));
  check(cudaMemcpy(device[1], operands.b.data(), bytes, cudaMemcpyHostToDevice));
  check(cudaMemcpy(device[2], operands.c.data(), bytes, cudaMemcpyHostToDevice));
  execute<<<unsigned(n + 127) / 128, 128>>>(int(number), device[0], device[1], device[2], device[3],
                                            int(n));
  check(cudaGetLastError());
  std::vector<Word> results(n);
  check(cudaMemcpy(results.data(), device[3], bytes, cudaMemcpyDeviceToHost));
  for (Word* each : device) check(cudaFree(each));
  return results;
}

/// Hashes of groups of results, or the results: what a record keeps.
std::vector<Word> kept(const Operation& operation, const Operands& operands,
                       const std::vector<Word>& results) {
  if (!operation.exact) return results;
  std::vector<Word> hashes;
  for (std::size_t first = 0; first < results.size(); first += operands.per_group) {
    Word hash = 0xcbf29ce484222325;
    for (std::size_t k = first; k < first + operands.per_group && k < results.size(); ++k)
      hash = (hash ^ results[k]) * 0x100000001b3, hash ^= hash >> 29;
    hashes.push_back(hash & 0xffff);
  }
  return hashes;
}

std::vector<Word> record_of(std::size_t number) {
  const Operation& operation = operations[number];
  std::vector<Word> result;
  for (const Operands& operands : {awkward_operands(operation), random_operands(operation)})
    for (const Word word : kept(operation, operands, results_of(number, operands)))
      result.push_back(word);
  return result;
}

double value_of(char letter, Word bits) {
  if (letter == 'f') return bits_as<float>(bits);
  if (letter == 'd') return bits_as<double>(bits);
  return std::nan("");
}

double small_value(Word bits, bool brain) {
  if (brain) return bits_as<float>((bits & 0xffff) << 16);
  const int exponent = int(bits >> 10 & 31);
  const double mantissa = double(bits & 0x3ff), sign = bits & 0x8000 ? -1 : 1;
  if (exponent == 31) return mantissa == 0 ? sign * HUGE_VAL : std::nan("");
  return sign *
         (exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25));
}

bool within(double x, double y, const Operation& operation) {
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
  if (x == y) return true;
  // Each of the two is within the bound, and rounded to its format.
  // Denormal floats have absolute steps.
  const double step = operation.result() == 'f'   ? 0x1p-149
                      : operation.result() == 'd' ? 0
                                                  : 0x1p-24;
  return std::fabs(x - y) <= 2 * (operation.relative * std::fabs(y) + operation.absolute + step);
}

bool agree(const Operation& operation, Word x, Word y) {
  if (operation.exact || x == y) return x == y;
  const char letter = operation.result();
  const bool brain = operation.name.find("bf16") != std::string::npos;
  if (letter == 'h') return within(small_value(x, brain), small_value(y, brain), operation);
  if (letter == 'q')
    return within(small_value(x & 0xffff, brain), small_value(y & 0xffff, brain), operation) &&
           within(small_value(x >> 16, brain), small_value(y >> 16, brain), operation);
  return within(value_of(letter, x), value_of(letter, y), operation);
}

void print_record() {
  for (std::size_t number = 0; number < operations.size(); ++number) {
    std::printf("%s\t", operations[number].name.c_str());
    for (const Word word : record_of(number))
      std::printf(" %llx", static_cast<unsigned long long>(word));
    std::printf("\n");
  }
}

std::string hexadecimal(Word word) {
  char text[20];
  std::snprintf(text, sizeof text, "%llx", static_cast<unsigned long long>(word));
  return text;
}

/// The number of instructions that differ.
int compare(const char* path) {
  std::ifstream file(path);
  if (!file) return std::fprintf(stderr, "operations: cannot read %s\n", path), 1;
  std::map<std::string, std::vector<Word>> recorded;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line.substr(line.find('\t') + 1));
    std::vector<Word>& record = recorded[line.substr(0, line.find('\t'))];
    for (Word word; words >> std::hex >> word;) record.push_back(word);
  }
  int wrong = 0;
  for (std::size_t number = 0; number < operations.size(); ++number) {
    const Operation& operation = operations[number];
    const std::vector<Word> here = record_of(number), &there = recorded[operation.name];
    std::string differences;
    for (std::size_t k = 0; k < here.size() && here.size() == there.size(); ++k)
      if (!agree(operation, here[k], there[k]))
        differences +=
            " " + std::to_string(k) + ": " + hexadecimal(here[k]) + " for " + hexadecimal(there[k]);
    if (here.size() != there.size()) differences = " everything: it is not recorded";
    if (differences.empty()) continue;
    std::printf("%s differs in%s\n", operation.name.c_str(), differences.c_str());
    ++wrong;
  }
  if (operations.size() != recorded.size()) std::printf("the record has other instructions\n");
  std::printf("%d of %zu differ\n", wrong, operations.size());
  return wrong + (operations.size() != recorded.size());
}

/// What one instruction does, or every one; of long lists only a part.
void print_all(const std::string& name) {
  constexpr std::size_t long_list = 10000, step = 61;
  for (std::size_t number = 0; number < operations.size(); ++number) {
    const Operation& operation = operations[number];
    if (!name.empty() && operation.name != name) continue;
    std::printf("%s\n", operation.name.c_str());
    for (const Operands& operands : {awkward_operands(operation), random_operands(operation)}) {
      const std::vector<Word> results = results_of(number, operands);
      const bool all = !name.empty() || results.size() < long_list;
      for (std::size_t k = 0; k < results.size(); k += all ? 1 : step)
        std::printf("%zu: %llx %llx %llx -> %llx\n", k / operands.per_group,
                    static_cast<unsigned long long>(operands.a[k]),
                    static_cast<unsigned long long>(operands.b[k]),
                    static_cast<unsigned long long>(operands.c[k]),
                    static_cast<unsigned long long>(results[k]));
    }
  }
}

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--all") == 0)
    print_all(argc > 2 ? argv[2] : "");
  else if (argc == 2)
    return compare(argv[1]) > 0;
  else
    print_record();
}
