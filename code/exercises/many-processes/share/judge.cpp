#include "exercises/judge.hpp"

void add_share(const int* x, int n, int rank, int ranks, unsigned long long* sum);

void judge(exercises::Judge& judge) {
  judge.hint("out of bounds", "Does a share end where the array does?");
  judge.hint("invalid", "A share may be empty, and a launch needs at least one block.");
  struct Sizes {
    int n, ranks;
  };
  for (const auto& [n, ranks] : {Sizes{1000, 4}, Sizes{int(judge.integer(1001, 3000)) * 7 + 5, 7},
                                 Sizes{3, 5}, Sizes{0, 2}, Sizes{10, 4}}) {
    std::vector<int> values = judge.numbers<int>(n, 1, 1000);
    exercises::Memory<int> ones(std::vector<int>(n, 1)), x(values);
    unsigned long long all = 0, expected = 0, elements = 0, most = 0, least = ~0ull;
    for (const int each : values) expected += each;
    const std::string trial = "n = " + std::to_string(n) + ", ranks: " + std::to_string(ranks);
    for (int rank = 0; rank < ranks; ++rank) {
      exercises::Memory<unsigned long long> sums(std::vector<unsigned long long>(2, 0));
      judge.run(trial + ", rank " + std::to_string(rank), [&] {
        add_share(ones, n, rank, ranks, sums);
        add_share(x, n, rank, ranks, sums.data() + 1);
      });
      const std::vector<unsigned long long> found = sums.host();
      elements += found[0];
      all += found[1];
      most = std::max(most, found[0]);
      least = std::min(least, found[0]);
    }
    judge.that(elements >= std::uint64_t(n), "some elements are in no share",
               "Who takes what is left when n is divided by the number of ranks?");
    judge.that(elements <= std::uint64_t(n), "some elements are in several shares",
               "Does each share begin where the one before ends?");
    judge.equal("the sum of all shares", all, expected, "Does each element have a thread?");
    judge.that(most - least <= 1, "the shares differ by more than one element",
               "Spread what is left over the first ranks, one element each.");
  }
}
