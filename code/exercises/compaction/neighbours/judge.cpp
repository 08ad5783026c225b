#include "exercises/judge.hpp"

void drop_equal(int* x, int rows, int width, int* kept);

void judge(exercises::Judge& judge) {
  judge.hint("race in shared memory",
             "A thread reads a count that another warp writes, and nothing says which comes first. "
             "A barrier belongs between the two, and another before the next counts are written.");
  judge.hint("race",
             "An element is read that another thread may have overwritten already. Read the "
             "element and the one before it once, into registers, before the barrier; what is "
             "stored after it are the registers.");
  judge.hint("mask",
             "All lanes that a ballot or a shuffle names must come to it. Threads past the end "
             "bring a zero.");
  judge.hint("barrier");
  judge.hint("never written", "Something is read that nobody has written.");
  judge.hint("out of bounds",
             "Some thread touches what is not there. What does the first element of a row have "
             "before it, and which threads lie past the row's end?");
  judge.hint("a launch failed",
             "A block has at most 1024 threads. How does it handle a row that is longer?");
  const char* rounds =
      "Where in its row does the next piece of a long row continue? Each piece has to know how "
      "many the pieces before it have kept.";
  const char* warps = "Within 32 elements it was right. How many do the warps before have kept?";
  struct Trial {
    int rows, width;
    const char* hint;
  };
  for (const Trial& each :
       {Trial{1, 32, "Within one warp it is already wrong. How many lanes below keep theirs?"},
        Trial{5, 31, "How many lanes below keep theirs?"},
        Trial{6, 1, "A row may have a single element."}, Trial{3, 256, warps},
        Trial{2, 1000, rounds}, Trial{3, 5000, rounds},
        Trial{int(judge.integer(2, 5)), int(judge.integer(1100, 4000)), rounds}}) {
    const std::size_t width = each.width;
    std::vector<int> values(each.rows * width);
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = int(judge.integer(0, 2));
      // Rows begin with what the row before them ends with.
      if (i > 0 && i % width == 0) values[i] = values[i - 1];
    }
    std::vector<int> expected(values.size()), kept(each.rows), kept_across(kept);
    for (int row = 0; row < each.rows; ++row)
      for (std::size_t i = row * width; i < (row + 1) * width; ++i) {
        if (i % width == 0 || values[i] != values[i - 1])
          expected[row * width + kept[row]++] = values[i];
        kept_across[row] += i == 0 || values[i] != values[i - 1];
      }
    exercises::Memory<int> x(values), counts(each.rows);
    const std::string trial =
        (each.rows == 1 ? "one row of " : std::to_string(each.rows) + " rows of ") +
        std::to_string(width);
    const exercises::Counts seen =
        judge.run(trial, [&] { drop_equal(x, each.rows, each.width, counts); });
    judge.equal(counts, kept,
                {{kept_across,
                  "The first element of a row was compared with the last of the row before it. It "
                  "is always kept."}},
                "Is each element compared with the one before it in its row, as it was at first?");
    // What lies after the kept elements does not matter.
    std::vector<int> found = x.host();
    for (std::size_t i = 0; i < found.size(); ++i)
      if (int(i % width) >= kept[i / width]) found[i] = 0;
    exercises::Memory<int> shown(found);
    judge.that(x.guarded(), "memory outside of the array was written");
    judge.equal(shown, expected, {}, each.hint);
    if (each.width < 200) continue;
    const double warps_in_all = each.rows * ((each.width + 31) / 32);
    judge.at_most("sectors loaded", seen["global_load_sectors"], 12 * warps_in_all,
                  "Each element has to be loaded only twice, for itself and for its neighbour, by "
                  "lanes that read side by side.");
    judge.at_most("lanes' atomics", seen["shared_atomic_lanes"] + seen["global_atomic_lanes"],
                  2 * warps_in_all, "A ballot counts what a warp keeps, without any atomic.");
  }
}
