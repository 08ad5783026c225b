#include "exercises/judge.hpp"

#include <algorithm>

void scale(float* x, std::size_t n, float factor, std::size_t piece, int count,
           const cudaStream_t* streams, float* const* rooms);

namespace {

struct Streams {
  explicit Streams(int count) : all(count) {
    for (cudaStream_t& each : all)
      CUDA_CALL(cudaStreamCreateWithFlags(&each, cudaStreamNonBlocking));
  }
  ~Streams() {
    for (cudaStream_t each : all) cudaStreamDestroy(each);
  }

  std::vector<cudaStream_t> all;
};

constexpr const char* bounds =
    "The last piece may be shorter than the others. How many elements are copied, and how many "
    "does "
    "the kernel touch?";

/// Values in pinned memory, and `more` elements after them, each 1.
struct Pinned {
  explicit Pinned(std::vector<float> values, int more = 0) {
    values.resize(values.size() + more, 1);
    CUDA_CALL(cudaMallocHost(reinterpret_cast<void**>(&data), values.size() * sizeof(float)));
    std::copy(values.begin(), values.end(), data);
  }
  ~Pinned() { cudaFreeHost(data); }

  float* data;
};

void trial(exercises::Judge& judge, int n, int piece, int count) {
  judge.hint(
      "race",
      n <= piece
          ? "The steps of one piece are not ordered. A copy or a launch that names no stream "
            "is not in the piece's: the fourth argument of the launch is its stream."
          : "Two pieces touch the same memory at the same time. Which stream has which "
            "room, and do all steps of a piece go to the same stream?");
  const std::vector<float> values = judge.numbers<float>(n, 1, 99);
  const float factor = float(judge.integer(2, 9));
  std::vector<float> right(values);
  for (float& each : right) each *= factor;
  std::vector<float> without_last(right);
  for (int i = n / piece * piece; i < n; ++i) without_last[i] = values[i];
  const std::string name = std::to_string(n) + " elements in pieces of " + std::to_string(piece) +
                           ", " + std::to_string(count) + (count == 1 ? " stream" : " streams");
  Pinned x(values, piece);
  exercises::Memory<float> device(std::size_t(count) * piece), seen(n);
  std::vector<float*> rooms;
  for (int k = 0; k < count; ++k) rooms.push_back(device.data() + k * piece);
  const Streams streams(count), other(1);
  const auto scaled = [&] {
    scale(x.data, n, factor, piece, count, streams.all.data(), rooms.data());
  };

  // First whether the operations are right among themselves.
  judge.run(name, [&] {
    scaled();
    cudaDeviceSynchronize();
  });
  judge.that(std::count(x.data + n, x.data + n + piece, 1.0f) == piece,
             "elements after x were changed", bounds);
  exercises::Memory<float> result(std::vector<float>(x.data, x.data + n));
  judge.equal(
      result, right,
      {{without_last, "The last piece is left. It may be shorter than the others, but it is one."},
       {values, "Nothing has changed. What is it that comes back to x?"}},
      "Does each piece go where it came from, and is each multiplied once?");
  judge.that(device.guarded(), "memory around the rooms was written");

  // Then whether they are over when the answer returns: something else uses x at once.
  std::copy(values.begin(), values.end(), x.data);
  judge.hint("race",
             "You return while the device is still at work on x. Wait for the streams before you "
             "do, for all of them.");
  judge.run(name, [&] {
    scaled();
    cudaMemcpyAsync(seen, x.data, n * sizeof(float), cudaMemcpyHostToDevice, other.all[0]);
    cudaDeviceSynchronize();
  });
  judge.equal(seen, right, {}, "Is the result there when you return?");
}

}  // namespace

void judge(exercises::Judge& judge) {
  judge.hint("out of bounds", bounds);
  judge.hint("misuse", bounds);
  judge.hint("invalid", bounds);
  trial(judge, 1000, 1000, 1);
  trial(judge, 700, 1000, 2);
  trial(judge, 2000, 500, 2);
  trial(judge, 2001, 500, 2);
  trial(judge, 999, 500, 2);
  trial(judge, 100, 1, 3);
  for (int round = 0; round < 3; ++round)
    trial(judge, judge.integer(1, 3000), judge.integer(100, 1000), judge.integer(1, 5));
  if (harness::observer::available()) return;
  constexpr std::size_t n = std::size_t(1) << 26, piece = std::size_t(1) << 20;
  const Pinned x(std::vector<float>(n, 1));
  exercises::Memory<float> device(3 * piece);
  float* const rooms[] = {device, device.data() + piece, device.data() + 2 * piece};
  const Streams streams(3);
  judge.time("n = 2^26 in pieces of 2^20, 3 streams",
             [&] { scale(x.data, n, 1, piece, 3, streams.all.data(), rooms); });
}
