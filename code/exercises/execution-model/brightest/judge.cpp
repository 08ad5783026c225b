#include "exercises/judge.hpp"

#include <algorithm>
#include <array>

void brightest(const float* volume, float* picture, int width, int height, int depth);

void judge(exercises::Judge& judge) {
  judge.hint(
      "access",
      "Some thread touches what is not there. Threads beyond the picture have nothing to do, "
      "along x and along y, and the loop ends at the last layer.");
  judge.hint("race",
             "Several threads write the same pixel, and the last one wins, whichever that is. What "
             "if one thread had all numbers of a pixel? (And a row is as long as the picture is "
             "wide.)");
  judge.hint("never written", "The picture holds nothing before you write it.");
  judge.hint("launch failed",
             "Is there at least one block along each axis, and none of more than 1024 threads?");
  for (const auto& [width, height, depth] :
       {std::array{32, 8, 6},
        {65, 33, 5},
        {1, 1, 1},
        {1, 40, 3},
        {40, 1, 3},
        {20, 30, 1},
        {int(judge.integer(2, 60)), int(judge.integer(2, 60)), int(judge.integer(2, 20))}}) {
    const int pixels = width * height;
    // All negative, so that none is larger than 0.
    const std::vector<float> values = judge.numbers<float>(std::size_t(pixels) * depth, -99, -1);
    std::vector<float> right(values.begin(), values.begin() + pixels), turned(pixels),
        swapped(pixels);
    for (int i = 0; i < pixels; ++i) {
      turned[i] = values[i * depth];
      for (int z = 0; z < depth; ++z) {
        right[i] = std::max(right[i], values[z * pixels + i]);
        turned[i] = std::max(turned[i], values[i * depth + z]);
      }
    }
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        for (int z = 0; z < depth; ++z) {
          const int place = (z * width + y) * height + x;
          float& most = swapped[y * width + x];
          if (place < pixels * depth) most = z == 0 ? values[place] : std::max(most, values[place]);
        }
    exercises::Memory<float> volume(values), picture(pixels);
    judge.run(std::to_string(width) + " x " + std::to_string(height) + " x " +
                  std::to_string(depth) + " elements",
              [&] { brightest(volume, picture, width, height, depth); });
    judge.equal(
        picture, right,
        {{swapped,
          "Width and height have changed places: a row has width elements, and a layer has "
          "height rows."},
         {std::vector<float>(pixels, 0),
          "All numbers are negative, and yet 0 is the largest that you find. With what does "
          "a search for the largest begin?"},
         {turned,
          "You take z to run fastest. Numbers that lie side by side in memory differ in x; "
          "from one layer to the next it is width * height."},
         {std::vector<float>(values.begin(), values.begin() + pixels),
          "This is the first layer alone. Who looks at those behind it?"}},
        "Does each pixel get a thread, whatever the width and the height are, and does that "
        "thread see all layers, each width * height elements after the last?");
  }
}
