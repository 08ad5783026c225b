#include "exercises/judge.hpp"

#include "exercises/all_reduce.hpp"

void judge(exercises::Judge& judge) {
  exercises::judge_all_reduce(judge, 1);
}
