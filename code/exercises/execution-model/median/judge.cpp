#include "exercises/judge.hpp"

#include <algorithm>
#include <array>

void remove_specks(const float* picture, float* clean, int width, int height);

namespace {

using Picture = std::vector<float>;

Picture medians(const Picture& picture, int width, int height) {
  Picture clean(picture.size());
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      std::array<float, 9> near;
      for (int k = 0; k < 9; ++k) {
        const int column = std::clamp(x + k % 3 - 1, 0, width - 1);
        const int row = std::clamp(y + k / 3 - 1, 0, height - 1);
        near[k] = picture[row * width + column];
      }
      std::sort(near.begin(), near.end());
      clean[y * width + x] = near[4];
    }
  return clean;
}

}  // namespace

void judge(exercises::Judge& judge) {
  judge.hint("access",
             "Some thread touches a pixel that is not there. A pixel at the border has fewer than "
             "eight neighbours: a column beyond it becomes the nearest one, and so does a row. And "
             "what do threads beyond the picture do?");
  judge.hint("never written", "What do you read before anybody has written it?");
  judge.hint("race",
             "Two threads write the same pixel. Pixel (x, y) is at y * width + x: the rows are as "
             "long as the picture is wide.");
  judge.hint("launch failed",
             "No block has more than 1024 threads. A larger picture needs more blocks, along x and "
             "along y.");
  for (const auto& [width, height] : {std::pair{32, 8},
                                      {65, 33},
                                      {1, 1},
                                      {70, 1},
                                      {1, 70},
                                      {33, 100},
                                      {int(judge.integer(20, 90)), int(judge.integer(20, 90))}}) {
    // Few different numbers, so that many are equal.
    const Picture values = judge.numbers<float>(std::size_t(width) * height, -9, 9);
    const Picture right = medians(values, width, height);
    exercises::Memory<float> picture(values), clean(values.size());
    const exercises::Counts counts =
        judge.run(std::to_string(width) + " x " + std::to_string(height) + " pixels",
                  [&] { remove_specks(picture, clean, width, height); });
    const Picture found = clean.host();
    bool inside = width > 2 && height > 2;  // is it right there?
    for (int y = 1; y < height - 1; ++y)
      for (int x = 1; x < width - 1; ++x)
        inside = inside && found[y * width + x] == right[y * width + x];
    judge.equal(
        clean, right, {{values, "The pixels are as they were. The median is the fifth of nine."}},
        inside ? "Within the picture all is right, and at its border it is not. Beyond the "
                 "border is the nearest pixel: clamp column and row, each by itself."
               : "Does each pixel get a thread, in the last columns and rows, too? Are rows "
                 "as long as the picture is wide, and is the fifth of the nine taken, even "
                 "if some are equal?");
    judge.at_most(
        "loads and stores of local memory by the threads of a warp",
        counts["local_loads"] + counts["local_stores"], 0,
        "An array whose index is known only when the program runs cannot be in registers. "
        "Find a way in which every index is a constant once the loops are written out.");
  }
}
