#include "exercises/judge.hpp"

void turn(const float* x, float* y, int rows, int columns);

void judge(exercises::Judge& judge) {
  judge.hint(
      "race in shared",
      "A thread reads from the tile what another writes, and nothing says which comes first. "
      "All of the tile must be there before anybody reads from it.");
  judge.hint(
      "race",
      "Two threads write the same element, or one reads what another writes. Each element of "
      "the result belongs to one thread.");
  judge.hint("barrier",
             "Not all threads of the block come to the barrier. Those outside of the matrix must "
             "come, too.");
  judge.hint(
      "never written",
      "Something is read from the tile that no thread has stored. Where the matrix ends within "
      "a tile, which part of it is filled, and which is read?");
  judge.hint("out of bounds",
             "Some thread reads or writes outside of the matrix, or of its tile. The result has as "
             "many rows as the matrix has columns.");
  judge.hint("a launch failed");
  struct Trial {
    int rows, columns;
  };
  for (const Trial& each :
       {Trial{64, 96}, Trial{1, 1}, Trial{33, 31}, Trial{160, 128}, Trial{1, 100}, Trial{100, 1},
        Trial{int(judge.integer(2, 200)), int(judge.integer(2, 200))}}) {
    const int rows = each.rows, columns = each.columns;
    const std::size_t size = std::size_t(rows) * columns;
    std::vector<float> values(size), turned(size), transposed(size), other(size), half(size);
    for (std::size_t i = 0; i < size; ++i) values[i] = float(i) + float(judge.integer(0, 1)) / 2;
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column) {
        const float value = values[std::size_t(row) * columns + column];
        turned[std::size_t(column) * rows + (rows - 1 - row)] = value;
        transposed[std::size_t(column) * rows + row] = value;
        other[std::size_t(columns - 1 - column) * rows + row] = value;
      }
    exercises::Memory<float> x(values), y(size);
    const exercises::Counts counts =
        judge.run(std::to_string(rows) + " rows of " + std::to_string(columns),
                  [&] { turn(x, y, rows, columns); });
    judge.equal(
        y, turned,
        {{transposed,
          "That is the transpose, a mirror image. In a turn to the right the first row "
          "becomes the last column."},
         {other, "That is a quarter turn to the left."}},
        "In each block, which tile of the result belongs to its tile of the matrix, and does "
        "the last one of a row or a column go where it should?");
    if (rows % 32 != 0 || columns % 32 != 0) continue;
    const double warps = double(size) / 32;
    judge.at_most("sectors loaded from global memory", counts["global_load_sectors"], 5 * warps,
                  "A warp should read elements that lie side by side in a row of the matrix.");
    judge.at_most("sectors stored to global memory", counts["global_store_sectors"], 5 * warps,
                  "A warp should write elements that lie side by side in a row of the result. "
                  "What can turn them around before that, close to the threads?");
    judge.at_most("wavefronts of shared memory",
                  counts["shared_load_wavefronts"] + counts["shared_store_wavefronts"], 3 * warps,
                  "Lanes that go along a column of the tile meet in one bank, if its rows are 32 "
                  "words long.");
  }

  if (harness::observer::available()) return;
  const int side = 8192;
  exercises::Memory<float> x(std::vector<float>(std::size_t(side) * side, 1.0f)), y(x.size());
  judge.time("8192 rows of 8192", [&] { turn(x, y, side, side); });
}
