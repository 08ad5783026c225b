#include "exercises/judge.hpp"

#include <atomic>
#include <chrono>
#include <deque>
#include <thread>

float median_ms(void (*work)(cudaStream_t), cudaStream_t stream, int warm_up, int repetitions);

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

void pass(int ms) {
  std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

/// A call of `work`: when the host asked for it and gave it to the stream, and when it began and
/// ended there.
struct Run {
  int takes = 0;  // ms
  Clock::time_point asked = {}, given = {}, began = {}, ended = {};
};

/// What the answer is to time: in its stream each run takes the time that is planned for it.
struct Work {
  cudaStream_t stream = nullptr;
  int handing = 0;                // ms that the host takes to give a run to the stream
  std::vector<int> planned = {};  // ms
  std::deque<Run> runs = {};
  bool elsewhere = false;
};

Work timed;
std::atomic<std::size_t> over;  // runs that have ended

void work(cudaStream_t stream) {
  const std::size_t k = timed.runs.size();
  Run& run = timed.runs.emplace_back();
  if (k < timed.planned.size()) run.takes = timed.planned[k];
  run.asked = Clock::now();
  pass(timed.handing);
  timed.elsewhere |= stream != timed.stream;
  run.given = Clock::now();
  const auto takes_its_time = [](void* data) {
    Run& mine = *static_cast<Run*>(data);
    mine.began = Clock::now();
    pass(mine.takes);
    mine.ended = Clock::now();
    ++over;
  };
  CUDA_CALL(cudaLaunchHostFunc(stream, takes_its_time, &run));
}

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

struct Stream {
  Stream() { CUDA_CALL(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking)); }
  ~Stream() { cudaStreamDestroy(stream); }

  cudaStream_t stream;
};

/// Whatever else the machine does, a right answer is no less than the runs took, and no more than
/// what lies between a run's neighbours.
void trial(exercises::Judge& judge, const std::vector<int>& warming,
           const std::vector<int>& repeated, int handing = 0) {
  const std::size_t warm_up = warming.size(), repetitions = repeated.size();
  std::vector<int> planned(warming);
  planned.insert(planned.end(), repeated.begin(), repeated.end());
  const Stream given;
  timed = {given.stream, handing, planned};
  over = 0;

  double answer = 0;
  std::size_t over_in_time = 0;
  const Clock::time_point called = Clock::now();
  Clock::time_point returned;
  judge.run(std::to_string(repetitions) + (repetitions == 1 ? " repetition" : " repetitions") +
                " after " + std::to_string(warm_up) + " to warm up",
            [&] {
              answer = median_ms(work, given.stream, int(warm_up), int(repetitions));
              over_in_time = over;
              returned = Clock::now();
              cudaDeviceSynchronize();
            });
  const std::deque<Run>& runs = timed.runs;
  judge.equal("the number of calls of work", runs.size(), planned.size(),
              "Call it warm_up times first, untimed, and then once for each repetition.");
  judge.that(!timed.elsewhere, "some of the work went to another stream",
             "Call work with the stream that you were given.");
  judge.that(over_in_time == planned.size(), "you return while the work has still to be done",
             "How can you know how long it takes? Record both events in the given stream, and wait "
             "for the second before you ask for the time between them.");

  std::vector<double> all, least, most;
  for (std::size_t k = 0; k < runs.size(); ++k) {
    const Run* const next = k + 1 < runs.size() ? &runs[k + 1] : nullptr;
    all.push_back(milliseconds(runs[k].ended - runs[k].began));
    if (k < warm_up) continue;
    Clock::time_point from = k > 0 ? runs[k - 1].ended : called;
    Clock::time_point to = next ? next->began : returned;
    if (handing > 0) {  // the streams are late: nothing happens there before somebody waits
      from = std::max(from, runs[k].given);
      if (next && runs[k].ended < next->asked) to = next->asked;
    }
    least.push_back(all.back());
    most.push_back(milliseconds(to - from));
  }
  const double right = median(least), slack = harness::observer::available() ? 1e-3 : 0.1;
  if (answer >= right - slack && answer <= median(most) + slack) return;

  double mean = 0;
  for (const double each : least) mean += each / double(repetitions);
  const char* const usual =
      "Sort the times of the repetitions, and return the one in the middle of them.";
  // What each mistake leads to, or a little more if the machine is busy.
  std::vector<std::pair<double, const char*>> mistakes = {
      {right, usual},
      {*std::max_element(least.begin(), least.end()), usual},
      {0.0,
       "Nothing lies between your events. One belongs before the work, the other after it, and "
       "both in the given stream."},
      {*std::min_element(least.begin(), least.end()),
       "That is the shortest of the times. Which one is in the middle?"},
      {least[repetitions / 2],
       "That is the time of the repetition in the middle. Sort the times first."},
      {mean,
       "That is the mean, which one slow repetition can spoil. Keep the time of each, and take "
       "the one in the middle."},
      {median(all), "You have counted the calls that warm up."}};
  if (handing > 0)
    mistakes.emplace_back(
        right + handing,
        "Your number includes the time that the host takes to queue the work. Leave the time to "
        "events, and wait for nothing between the first event and the work.");
  double nearest = -1;
  const char* hint = "";
  for (const auto& [leads_to, said] : mistakes) {
    if (leads_to > answer + slack || leads_to <= nearest) continue;
    nearest = leads_to;
    hint = said;
  }
  std::ostringstream why;
  why.precision(3);
  why << "you return " << answer << " ms, and the median is " << right << " ms";
  judge.that(false, why.str(), hint);
}

}  // namespace

void judge(exercises::Judge& judge) {
  const auto about = [&](int ms) { return ms + int(judge.integer(0, 3)); };
  const bool simulated = harness::observer::available();
  // The median is neither first nor last nor in the middle.
  const auto five = [&] {
    trial(judge, {about(220), about(220)},
          {about(140), about(60), about(30), about(10), about(200)});
  };
  five();
  judge.streams("late");
  // On a GPU that is idle, events count the host's time, too.
  trial(judge, {10}, {about(12), about(60), about(30)}, simulated ? 100 : 0);
  trial(judge, {}, {about(10)});
  judge.streams("random");
  five();
}
