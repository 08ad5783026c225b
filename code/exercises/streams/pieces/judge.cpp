#include "exercises/judge.hpp"

#include "exercises/pinned.hpp"

void squares(const float* x, float* y, int n, int piece, float* room,
             const cudaStream_t streams[3]);

namespace {

// Pinned memory stays below a page (see exercises::Pinned).
constexpr int kStreams = 3, longest = 90, spare = 2 * longest;
constexpr float untouched = -1;

/// Pinned memory, with as much behind it that is not the answer's.
struct Guarded : exercises::Pinned<float> {
  int size;

  explicit Guarded(const std::vector<float>& values)
      : Pinned(with_spare(values)), size(int(values.size())) {}

  static std::vector<float> with_spare(std::vector<float> values) {
    values.resize(values.size() + spare, untouched);
    return values;
  }
  bool guarded() const {
    return std::all_of(data() + size, data() + size + spare,
                       [](float each) { return each == untouched; });
  }
  int written() const {
    return int(std::count_if(data(), data() + size, [](float each) { return each != untouched; }));
  }
};

}  // namespace

void judge(exercises::Judge& judge) {
  judge.hint("race between operations",
             "A buffer may be filled again only after everything that reads it is done, and read "
             "only after it is filled. Within a stream that is so. Between streams it takes an "
             "event in each direction.");
  judge.hint("out of bounds",
             "There is room for 4 * piece floats, and the last piece may be a short one.");
  judge.hint("never written", "A kernel or a copy reads its buffer before it was filled.");
  cudaStream_t streams[kStreams];
  for (cudaStream_t& each : streams)
    CUDA_CALL(cudaStreamCreateWithFlags(&each, cudaStreamNonBlocking));

  /// `after` is called when the answer has returned, and before anybody waits.
  const auto run = [&](const std::string& when, int n, int piece,
                       const std::function<void(Guarded&)>& after) {
    judge.streams(when);
    std::vector<float> values = judge.numbers<float>(n), expected;
    for (const float each : values) expected.push_back(each * each);
    Guarded x(values), y(std::vector<float>(n, untouched));
    exercises::Memory<float> room(4 * piece);
    judge.run(when + ", n = " + std::to_string(n) + ", pieces of " + std::to_string(piece), [&] {
      squares(x.data(), y.data(), n, piece, room, streams);
      after(y);
      for (cudaStream_t each : streams) CUDA_CALL(cudaStreamSynchronize(each));
    });
    const std::vector<float> found(y.data(), y.data() + n);
    for (int i = 0; i < n; ++i)
      judge.that(found[i] == expected[i],
                 found[i] == untouched ? "y[" + std::to_string(i) + "] was never written"
                                       : "y[" + std::to_string(i) + "] is wrong",
                 "Is each piece copied in, squared and copied out, the short last one too?");
    judge.that(y.guarded(), "memory past the end of y was written",
               "The last piece may be a short one.");
    judge.that(room.guarded(), "memory outside of the room was written");
  };

  for (const char* when : {"early", "late", "random"}) {
    const int piece = int(judge.integer(2, longest));
    for (const int n : {1, piece, piece + 1, 2 * piece, int(judge.integer(5, 9)) * piece - 1})
      run(when, n, piece, [](Guarded&) {});
  }
  if (!harness::observer::available()) return;

  const int piece = int(judge.integer(50, 90));
  int used = 0;
  for (cudaStream_t one : streams) {
    bool at_once = false;
    run("late", 6 * piece, piece, [&](Guarded& y) {
      at_once = y.written() > 0;
      used += !at_once && cudaStreamQuery(one) != cudaSuccess;
    });
    judge.that(!at_once, "right, but your function waits for the device",
               "The host hands out all pieces and returns. Where something has to wait, a stream "
               "waits: for what was given to it before, or for an event.");
  }
  judge.that(
      used > 1, "right, but everything is in one stream",
      "In one stream, no copy begins before the last kernel has ended. Nothing can overlap.");

  // Is a piece in before all others are out? The host waits for one stream alone, and then changes
  // what a copy that is still to come would read.
  for (int pieces = 2; pieces <= 6; ++pieces) {
    const int n = pieces * piece, last = n - 1;
    bool first_early = false, last_early = false;
    for (cudaStream_t one : streams) {
      const std::vector<float> values = judge.numbers<float>(n, 2, 99);
      Guarded x(values), y(std::vector<float>(n, untouched));
      exercises::Memory<float> room(4 * piece);
      bool before_out = false, after_out = false;
      judge.streams("late");
      judge.run("late, " + std::to_string(pieces) + " pieces of " + std::to_string(piece), [&] {
        squares(x.data(), y.data(), n, piece, room, streams);
        CUDA_CALL(cudaStreamSynchronize(one));
        const auto out = [](float each) { return each != untouched; };
        before_out = std::all_of(y.data(), y.data() + n - piece, out);
        after_out = std::all_of(y.data() + piece, y.data() + n, out);
        x[0] = x[last] = 1;
        for (cudaStream_t each : streams) CUDA_CALL(cudaStreamSynchronize(each));
      });
      first_early = first_early || (y[0] == values[0] * values[0] && !after_out);
      last_early = last_early || (y[last] == values[last] * values[last] && !before_out);
    }
    judge.that(first_early && last_early,
               "right, but of " + std::to_string(pieces) + " pieces, the " +
                   (last_early ? "first" : "last") + " is copied in only when all others are out",
               "Each piece waits until the one before is out. With two buffers, a piece need "
               "only wait for the last but one.");
  }
  for (cudaStream_t each : streams) cudaStreamDestroy(each);
}
