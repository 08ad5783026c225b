#include "exercises/judge.hpp"

void fill_other_half(float* a, int n);

void judge(exercises::Judge& judge) {
  judge.hint(
      "race in shared",
      "A thread reads from the tile what another writes, and nothing says which comes first. "
      "All of the tile must be there before anybody reads from it.");
  judge.hint("race in global",
             "One thread reads an element that another one writes, and nothing says which comes "
             "first. Which tiles have to be read at all? A block that reads above the diagonal, "
             "outside of its own tile, reads what another block writes.");
  judge.hint("barrier",
             "Not all threads of the block come to the barrier. Those outside of the matrix must "
             "come, too.");
  judge.hint("never written",
             "Something is read from the tile that no thread has stored. Where the matrix ends "
             "within a tile, which part of it is filled, and which is read?");
  judge.hint("out of bounds",
             "Some thread reads or writes outside of the matrix, or of its tile. Where does it end "
             "within the last tiles?");
  judge.hint("a launch failed");
  for (const int n : {96, 1, 31, 33, 160, int(judge.integer(34, 250)), 256}) {
    const auto at = [n](int row, int column) { return std::size_t(row) * n + column; };
    std::vector<float> values(std::size_t(n) * n);
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = float(i) + float(judge.integer(0, 1)) / 2;
    std::vector<float> filled(values), other(values), transposed(values), unturned(values);
    for (int row = 0; row < n; ++row)
      for (int column = 0; column < n; ++column) {
        transposed[at(column, row)] = values[at(row, column)];
        if (column >= row) continue;
        filled[at(column, row)] = values[at(row, column)];
        other[at(row, column)] = values[at(column, row)];
        const int from_row = row / 32 * 32 + column % 32, from_column = column / 32 * 32 + row % 32;
        if (from_row < n && from_column < n)
          unturned[at(column, row)] = values[at(from_row, from_column)];
      }
    std::vector<exercises::Mistake<float>> mistakes = {
        {values, "The matrix is as it was."},
        {other, "That is the other way round: the half above the diagonal has been put below it."},
        {transposed, "That is the transpose: what was above the diagonal is below it now."},
        {unturned,
         "The tiles are where they should be, but not turned within themselves. Which index of "
         "the tile comes first when it is read?"}};
    for (const int side : {8, 16, 32, 64}) {
      std::vector<float> whole(filled), left_out(filled);
      for (int row = 0; row < n; ++row)
        for (int column = 0; column < n; ++column) {
          if (row / side != column / side) continue;
          whole[at(column, row)] = values[at(row, column)];
          left_out[at(row, column)] = values[at(row, column)];
        }
      mistakes.push_back({whole,
                          "A tile on the diagonal has both halves in it, and only one of them may "
                          "be written."});
      mistakes.push_back({left_out, "The tiles on the diagonal are as they were."});
    }
    exercises::Memory<float> a(values);
    const exercises::Counts counts =
        judge.run("n = " + std::to_string(n), [&] { fill_other_half(a, n); });
    judge.equal(a, filled, mistakes,
                "Element (row, column) below the diagonal belongs to (column, row) above it. Is it "
                "so in the last tiles, too, and is the half below as it was?");
    if (n % 32 != 0) continue;
    const double warps = 32 * (n / 32) * (n / 32 + 1) / 2.0;  // of the tiles that are needed
    const char* rows =
        "A warp should read elements that lie side by side in a row, and write such, too. Here its "
        "lanes go down a column. What can turn them around, close to the threads?";
    judge.at_most("sectors stored to global memory", counts["global_store_sectors"],
                  4 * warps * 1.15, rows);
    judge.at_most("sectors loaded from global memory", counts["global_load_sectors"],
                  4 * warps * 1.15,
                  std::string("What lies above the diagonal need not be read. ") + rows);
    judge.at_most("wavefronts of shared memory",
                  counts["shared_load_wavefronts"] + counts["shared_store_wavefronts"], 3 * warps,
                  "Lanes that go along a column of the tile meet in one bank, if its rows are 32 "
                  "words long.");
  }

  if (harness::observer::available()) return;
  const int side = 8192;
  exercises::Memory<float> a(std::vector<float>(std::size_t(side) * side, 1.0f));
  judge.time("8192 rows of 8192", [&] { fill_other_half(a, side); });
}
