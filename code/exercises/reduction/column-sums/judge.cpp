#include "exercises/judge.hpp"

void add_columns(const int* x, int rows, int columns, int* sums);

void judge(exercises::Judge& judge) {
  const std::string zero =
      "Where does the zero come from that the sums begin with? It must be there before any block "
      "adds to it, so the host has it written before the launch.";
  judge.hint(
      "race in global",
      "A block reads or writes what another writes, and nothing says which comes first. If "
      "one block clears what others add to, some of them may have added already. What is over "
      "before the launch begins?");
  judge.hint("race in shared",
             "A thread reads from shared memory what another writes, and nothing says which comes "
             "first. A barrier belongs between clearing and adding, and another one between adding "
             "and reading.");
  judge.hint("never written", "Something is read, or added to, that no thread has stored. " + zero);
  judge.hint("mask", "All lanes that a shuffle names must come to it, with a zero if need be.");
  judge.hint("barrier");
  judge.hint("out of bounds",
             "Some thread touches an element that is not there. Which rows has the last block, and "
             "which columns have its last threads?");
  const char* column =
      "Does each thread stay in its column? The distance from one of its elements to the next must "
      "be a multiple of the number of columns.";
  const char* ends = "Is each row taken once, and each column, up to the last ones?";
  struct Trial {
    int rows, columns;
    const char* hint;
  };
  for (const Trial& each :
       {Trial{64, 32, ends}, Trial{3000, 1, ends}, Trial{1, 1, ends}, Trial{1, 1000, ends},
        Trial{12000, 5, column}, Trial{400, 300, column}, Trial{200, 1024, ends},
        Trial{int(judge.integer(1, 2000)), int(judge.integer(33, 63)), column}}) {
    const int rows = each.rows, columns = each.columns;
    const std::size_t size = std::size_t(rows) * columns;
    const std::vector<int> values = judge.numbers<int>(size, 1, 99);
    std::vector<int> sums(columns);
    for (std::size_t i = 0; i < size; ++i) sums[i % columns] += values[i];
    std::vector<int> on_poison(sums);
    for (int& sum : on_poison) --sum;  // every byte of the poison is 0xFF
    exercises::Memory<int> x(values), y(columns);
    const exercises::Counts counts =
        judge.run(std::to_string(rows) + " rows of " + std::to_string(columns),
                  [&] { add_columns(x, rows, columns, y); });
    judge.equal(y, sums, {{on_poison, zero}}, each.hint);
    if (size < 50000 || rows < 200) continue;
    judge.at_most("load requests per 32 elements", counts["global_load_requests"] / (size / 32.0),
                  2,
                  "A warp's load can bring 32 elements. How many of its lanes have one if there "
                  "are few columns?");
    judge.at_most("sectors loaded, for each sector of the table",
                  counts["global_load_sectors"] / (size / 8.0), 2,
                  "Lanes that go down a column are a row apart, and drop most of each sector. They "
                  "should read side by side.");
    judge.at_most("atomic operations on global memory per element",
                  counts["global_atomic_lanes"] / size, 1 / 16.0,
                  "Add in a register what belongs to the same column, and in shared memory what "
                  "belongs to the same block, before you tell the others.");
    judge.at_most("atomic operations on shared memory per element",
                  counts["shared_atomic_lanes"] / size, 1 / 16.0,
                  "Add in a register what belongs to the same column, before you go to shared "
                  "memory.");
  }

  if (harness::observer::available()) return;
  for (const int columns : {5, 1000}) {
    const int rows = (1 << 26) / columns;
    exercises::Memory<int> x(std::vector<int>(std::size_t(rows) * columns, 1)), sums(columns);
    judge.time("2^26 elements in " + std::to_string(columns) + " columns",
               [&] { add_columns(x, rows, columns, sums); });
  }
}
