// What tensor cores make of random operands, bit by bit: recorded once on a GPU, and compared with
// the simulator.
//
// Usage: products              prints a record
//        products FILE…        compares with the records in the files, of which each may lack some
//                              kinds; status 1 where something differs, or no record has it
//        products --all NAME   prints operands and results of one kind
//
// A record has a line for each kind of product and each kind of operands: their names and a hash of
// the results of 32 products. In --all, a register is the words of its 32 lanes.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "simulator/tests/operations/group_products.hpp"

namespace {

constexpr int products = 32;

/// Bits of a number's exponent and mantissa, in a field of `width`; of integers both are 0.
struct Format {
  int exponent, mantissa, width;
};
constexpr Format f16{5, 10, 16}, bf16{8, 7, 16}, tf32{8, 23, 32}, f32{8, 23, 32}, e4m3{4, 3, 8},
    e5m2{5, 2, 8}, f64{11, 52, 64}, integer{0, 0, 32};

enum class Regime { any, near_one, wide, zeros, subnormal, cancelling };
constexpr const char* regimes[] = {"any", "near-one", "wide", "zeros", "subnormal", "cancelling"};

struct Random {
  std::uint64_t state;

  std::uint64_t operator()() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545f4914f6cdd1dull;
  }
};

std::uint64_t number(const Format& f, Regime regime, Random& random) {
  const std::uint64_t bits = random(), choice = random() >> 20;
  if (f.exponent == 0 || regime == Regime::any) return bits >> 7;
  const int bias = (1 << (f.exponent - 1)) - 1, last = 2 * bias;
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << f.mantissa) - 1),
                      sign = std::uint64_t(choice & 1) << (f.exponent + f.mantissa);
  std::uint64_t code = 0;
  switch (regime) {
    case Regime::near_one:
    case Regime::cancelling:
      code = std::uint64_t(bias - 2 + int(choice >> 1 & 3));
      break;
    case Regime::wide:
      code = std::uint64_t(choice >> 1) % std::uint64_t(last + 1);
      break;
    case Regime::zeros:
      if (choice >> 1 & 1) return sign;
      code =
          choice >> 2 & 1 ? std::uint64_t(last) : std::uint64_t(choice >> 3) % std::uint64_t(last);
      break;
    default:
      code = choice >> 1 & 1 ? 0 : std::uint64_t(choice >> 2) % std::uint64_t(last + 1);
  }
  return sign | code << f.mantissa | fraction;
}

void fill(Registers& registers, int count, const Format& f, Regime regime, Random& random) {
  for (int lane = 0; lane < 32; ++lane)
    for (int k = 0; k < count; ++k) {
      if (f.width == 64) {
        if (k % 2 != 0) continue;
        const std::uint64_t word = number(f, regime, random);
        registers[k][lane] = std::uint32_t(word);
        registers[k + 1][lane] = std::uint32_t(word >> 32);
        continue;
      }
      std::uint32_t word = 0;
      for (int shift = 0; shift < 32; shift += f.width) {
        const std::uint64_t ones = (std::uint64_t{1} << f.width) - 1;
        word |= std::uint32_t(number(f, regime, random) & ones) << shift;
      }
      registers[k][lane] = word;
    }
}

std::map<std::string, std::string> found;
std::string shown;  // in full

void show(const char* name, const Registers& registers, int count) {
  for (int k = 0; k < count; ++k) {
    std::printf("  %s%d", name, k);
    for (const std::uint32_t word : registers[k]) std::printf(" %08x", word);
    std::printf("\n");
  }
}

template <class Kind>
void run(const char* name, const Format& a, const Format& b, const Format& c) {
  for (int regime = 0; regime < (a.exponent == 0 ? 1 : 6); ++regime) {
    Random random{std::uint64_t(regime + 1) * 0x9e3779b97f4a7c15ull};
    std::vector<Operands> operands(products);
    memset(operands.data(), 0, products * sizeof(Operands));
    for (Operands& o : operands) {
      fill(o.a, Kind::a_count, a, Regime(regime), random);
      fill(o.b, Kind::b_count, b, Regime(regime), random);
      fill(o.c, Kind::c_count, c, Regime(regime), random);
      // Terms that nearly or quite cancel: halves of A that differ in their signs.
      if (Regime(regime) == Regime::cancelling && a.width == 16 && Kind::a_count == 4)
        for (int k = 0; k < 2; ++k)
          for (int lane = 0; lane < 32; ++lane) {
            o.a[k + 2][lane] = o.a[k][lane] ^ 0x80008000;
            o.b[1][lane] = o.b[0][lane] ^ (lane & 1);
          }
    }
    Operands* device_operands;
    Registers* device_results;
    cudaMalloc(&device_operands, products * sizeof(Operands));
    cudaMalloc(&device_results, products * sizeof(Registers));
    cudaMemcpy(device_operands, operands.data(), products * sizeof(Operands),
               cudaMemcpyHostToDevice);
    cudaMemset(device_results, 0, products * sizeof(Registers));
    product<Kind><<<products / Kind::warps, 32 * Kind::warps>>>(device_operands, device_results);
    std::vector<std::uint32_t> results(products * most_registers * 32);
    const cudaError_t error = cudaMemcpy(results.data(), device_results,
                                         products * sizeof(Registers), cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) {
      std::fprintf(stderr, "%s: %s\n", name, cudaGetErrorString(error));
      std::exit(2);
    }
    cudaFree(device_operands);
    cudaFree(device_results);
    std::uint64_t hash = 0xcbf29ce484222325ull;
    for (const std::uint32_t word : results) hash = (hash ^ word) * 0x100000001b3ull;
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    found[std::string(name) + ' ' + regimes[regime]] = text;
    if (shown != name) continue;
    for (int k = 0; k < products; ++k) {
      std::printf("%s, product %d\n", regimes[regime], k);
      show("a", operands[k].a, Kind::a_count);
      show("b", operands[k].b, Kind::b_count);
      show("c", operands[k].c, Kind::c_count);
      show("d", *reinterpret_cast<Registers*>(&results[k * most_registers * 32]), Kind::c_count);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == "--all") shown = argv[2];
#define RUN(kind, a, b, c) run<kind>(#kind, a, b, c)
  RUN(F16K8, f16, f16, f32);
  RUN(F16K16, f16, f16, f32);
  RUN(F16K8InF16, f16, f16, f16);
  RUN(F16K16InF16, f16, f16, f16);
  RUN(Bf16K8, bf16, bf16, f32);
  RUN(Bf16K16, bf16, bf16, f32);
  RUN(Tf32K4, tf32, tf32, f32);
  RUN(Tf32K8, tf32, tf32, f32);
  RUN(E4m3, e4m3, e4m3, f32);
  RUN(E4m3E5m2, e4m3, e5m2, f32);
  RUN(E5m2InF16, e5m2, e5m2, f16);
  RUN(E4m3K16, e4m3, e4m3, f32);
  RUN(S8M8, integer, integer, integer);
  RUN(S8K16, integer, integer, integer);
  RUN(S8K32, integer, integer, integer);
  RUN(U8S8, integer, integer, integer);
  RUN(S8Saturated, integer, integer, integer);
  RUN(S4M8, integer, integer, integer);
  RUN(S4K32, integer, integer, integer);
  RUN(S4K64, integer, integer, integer);
  RUN(B1M8, integer, integer, integer);
  RUN(B1K128, integer, integer, integer);
  RUN(B1K256, integer, integer, integer);
  RUN(QuadF16, f16, f16, f32);
  RUN(QuadF16Across, f16, f16, f32);
  RUN(QuadF16InF16, f16, f16, f16);
  RUN(F64, f64, f64, f64);
  RUN(GroupF16, f16, f16, f32);
  RUN(GroupF16InF16, f16, f16, f16);
  RUN(GroupBf16, bf16, bf16, f32);
  RUN(GroupTf32, tf32, tf32, f32);
  RUN(GroupE4m3, e4m3, e4m3, f32);
  RUN(GroupE4m3E5m2, e4m3, e5m2, f32);
  RUN(GroupE5m2, e5m2, e5m2, f32);
  RUN(GroupE4m3InF16, e4m3, e4m3, f16);
  RUN(GroupE5m2E4m3InF16, e5m2, e4m3, f16);
  RUN(GroupS8, integer, integer, integer);
  RUN(GroupU8S8, integer, integer, integer);
  RUN(GroupS8Saturated, integer, integer, integer);
  RUN(GroupB1, integer, integer, integer);
  if (!shown.empty()) return 0;
  if (argc < 2) {
    for (const auto& [name, hash] : found) std::printf("%s %s\n", name.c_str(), hash.c_str());
    return 0;
  }
  std::map<std::string, std::string> missing = found;
  int differences = 0;
  for (int k = 1; k < argc; ++k) {
    std::ifstream file(argv[k]);
    for (std::string kind, regime, hash; file >> kind >> regime >> hash;) {
      const std::string name = kind + ' ' + regime;
      missing.erase(name);
      if (found[name] == hash) continue;
      std::printf("%s: %s, recorded %s in %s\n", name.c_str(), found[name].c_str(), hash.c_str(),
                  argv[k]);
      ++differences;
    }
  }
  for (const auto& [name, hash] : missing) std::printf("%s: not recorded\n", name.c_str());
  std::printf("%d of %d differ\n", differences, int(found.size()));
  return differences != 0 || !missing.empty();
}
