#include "exercises/judge.hpp"

#include "exercises/all_reduce.hpp"

void judge(exercises::Judge& judge) {
  // Each GPU adds a piece: all pieces of all arrays are read once, by sectors of 8 floats.
  const auto each_once = [&](const exercises::Counts& counts, int n, int devices) {
    judge.at_most("sectors read by kernels", counts["global_load_sectors"],
                  2.0 * devices * (n / 8 + 2 * devices) + 64,
                  "Does each GPU read all of all arrays? It should add one piece of them, and "
                  "fetch the sums of the others.");
  };
  exercises::judge_all_reduce(judge, 400, each_once);
}
